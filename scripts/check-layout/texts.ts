import { type Expression, type ObjectExpression, Visitor } from 'oxc-parser'
import { parse } from './parse.ts'
import { isSource, isTest, lineAt, type Problem, type Rule } from './tree.ts'

const withoutTypeAssertion = (node: Expression): Expression =>
  node.type === 'TSAsExpression' || node.type === 'TSSatisfiesExpression' ? withoutTypeAssertion(node.expression) : node

const entriesOf = (object: ObjectExpression): [string, Expression][] =>
  object.properties.flatMap((property) => {
    if (property.type !== 'Property') return []
    const { key } = property
    const name = key.type === 'Identifier' ? key.name : key.type === 'Literal' ? String(key.value) : undefined
    return name === undefined ? [] : [[name, withoutTypeAssertion(property.value)]]
  })

/** Returns the paths of all texts in a node: `hero.title`, `values[2].text`. An empty text counts as missing. */
const textPaths = (node: Expression, path = ''): string[] => {
  if (node.type === 'ObjectExpression') {
    return entriesOf(node).flatMap(([name, value]) => textPaths(value, path === '' ? name : `${path}.${name}`))
  }
  if (node.type === 'ArrayExpression') {
    return node.elements.flatMap((element, index) =>
      element && element.type !== 'SpreadElement' ? textPaths(withoutTypeAssertion(element), `${path}[${index}]`) : [],
    )
  }
  return node.type === 'Literal' && node.value === '' ? [] : [path]
}

const differences = (no: readonly string[], en: readonly string[]): string[] => [
  ...no.filter((path) => !en.includes(path)).map((path) => `English lacks ${path || 'the text'}`),
  ...en.filter((path) => !no.includes(path)).map((path) => `Norwegian lacks ${path || 'the text'}`),
]

/** Finds objects with a key `no` or `en`, and compares the texts in the two languages. */
const pairProblems = (file: string, text: string): Problem[] => {
  const problems: Problem[] = []
  new Visitor({
    ObjectExpression: (object) => {
      const entries = new Map(entriesOf(object))
      const no = entries.get('no')
      const en = entries.get('en')
      if (!no && !en) return
      const found = differences(no ? textPaths(no) : [], en ? textPaths(en) : [])
      problems.push(...found.map((message) => ({ file, line: lineAt(text, object.start), message })))
    },
  }).visit(parse(file, text).program)
  return problems
}

/** Requires every text in one language to exist in the other language. */
export const bothLanguages: Rule = (tree) =>
  [...tree]
    .filter(([file]) => /^(?:contract|web)\/src\//.test(file) && isSource(file) && !isTest(file))
    .flatMap(([file, text]) => pairProblems(file, text))
