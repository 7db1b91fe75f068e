import { type CallExpression, type Expression, type NewExpression, type Span, Visitor } from 'oxc-parser'
import { formatFiles } from './house.ts'
import { parse } from './parse.ts'
import { lineAt, type Problem, productionSources, type Rule } from './tree.ts'

const forbiddenCallee =
  /(?<=^|\.)parseFloat$|(?<=\.)toLocale(?:Date|Time)?String$|^Date\.parse$|^Intl\.(?!Collator$)\w+$/

const numericCallee = /(?:^|\.)(?:getTime|now|valueOf|UTC|Number)$/

/** Rejects code that parses or formats dates, money and numbers, except in the files of `formatFiles`. */
export const formatting: Rule = (tree) =>
  productionSources(tree, /^(?:contract|server|web)\//)
    .filter(([file]) => !formatFiles.test(file))
    .flatMap(([file, text]) => {
      const problems: Problem[] = []
      const source = ({ start, end }: Span): string => text.slice(start, end)
      const report = ({ start }: Span, call: string): void => {
        const message = `${call}: format and parse in web/platform/format, contract/shared/money or contract/shared/time`
        problems.push({ file, line: lineAt(text, start), message })
      }
      /** Returns true for numbers, arithmetic and calls of a clock, for which `new Date()` parses no text. */
      const isNumeric = (argument: Expression): boolean =>
        argument.type === 'BinaryExpression' ||
        (argument.type === 'Literal' && typeof argument.value === 'number') ||
        (argument.type === 'CallExpression' && numericCallee.test(source(argument.callee)))
      const checkCall = (call: CallExpression | NewExpression): void => {
        const found = forbiddenCallee.exec(source(call.callee))
        if (found) report(call, found[0])
      }
      const checkNew = (call: NewExpression): void => {
        checkCall(call)
        const [argument] = call.arguments
        if (source(call.callee) !== 'Date' || !argument || argument.type === 'SpreadElement') return
        if (!isNumeric(argument)) report(call, 'new Date(text)')
      }
      new Visitor({ CallExpression: checkCall, NewExpression: checkNew }).visit(parse(file, text).program)
      return problems
    })
