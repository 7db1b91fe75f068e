import type { CallExpression, Expression, NewExpression } from 'oxc-parser'
import { Visitor } from 'oxc-parser'
import { formatFiles } from './house.ts'
import { parse } from './parse.ts'
import { isSource, isTest, lineAt, type Problem, type Rule } from './tree.ts'

const memberName = ({ callee }: CallExpression | NewExpression): string | undefined =>
  callee.type === 'MemberExpression' && !callee.computed ? callee.property.name : undefined

const objectName = ({ callee }: CallExpression | NewExpression): string | undefined =>
  callee.type === 'MemberExpression' && callee.object.type === 'Identifier' ? callee.object.name : undefined

const calleeName = ({ callee }: CallExpression | NewExpression): string | undefined =>
  callee.type === 'Identifier' ? callee.name : undefined

/** Arithmetic and clock calls are numbers, so `new Date()` doesn't parse a string there. */
const isNumeric = (argument: Expression): boolean =>
  argument.type === 'BinaryExpression' ||
  (argument.type === 'Literal' && typeof argument.value === 'number') ||
  (argument.type === 'CallExpression' &&
    /^(?:getTime|now|valueOf|UTC|Number)$/.test(memberName(argument) ?? calleeName(argument) ?? ''))

const forbiddenCall = (call: CallExpression | NewExpression): string | undefined => {
  const name = memberName(call)
  const argument = call.arguments[0]
  if (call.type === 'NewExpression') {
    if (objectName(call) === 'Intl' && name !== 'Collator') return `Intl.${name}`
    if (calleeName(call) !== 'Date' || !argument || argument.type === 'SpreadElement') return undefined
    return isNumeric(argument) ? undefined : 'new Date(text)'
  }
  if (name && /^toLocale(?:Date|Time)?String$/.test(name)) return name
  if (calleeName(call) === 'parseFloat' || name === 'parseFloat') return 'parseFloat'
  return objectName(call) === 'Date' && name === 'parse' ? 'Date.parse' : undefined
}

/** Dates, money and numbers are parsed and formatted in one place per workspace. */
export const formatting: Rule = (tree) =>
  [...tree]
    .filter(([file]) => /^(?:contract|server|web)\//.test(file) && isSource(file))
    .filter(([file]) => !isTest(file) && !formatFiles.test(file))
    .flatMap(([file, text]) => {
      const problems: Problem[] = []
      const checkCall = (call: CallExpression | NewExpression): void => {
        const found = forbiddenCall(call)
        if (!found) return
        const message = `${found}: dates, money and numbers go through web/platform/format and contract/shared/money or time`
        problems.push({ file, line: lineAt(text, call.start), message })
      }
      new Visitor({ CallExpression: checkCall, NewExpression: checkCall }).visit(parse(file, text).program)
      return problems
    })
