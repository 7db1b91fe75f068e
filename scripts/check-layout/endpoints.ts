import { type ObjectExpression, Visitor } from 'oxc-parser'
import { parse, withoutComments } from './parse.ts'
import { isSource, isTest, lineAt, type Problem, type Rule, type Tree } from './tree.ts'

interface Declared {
  readonly name: string
  readonly file: string
  readonly line: number
  /** The properties that the declaration names, with their text. */
  readonly properties: ReadonlyMap<string, string>
}

const propertiesOf = (object: ObjectExpression, text: string): Map<string, string> =>
  new Map(
    object.properties.flatMap((property) =>
      property.type === 'Property' && property.key.type === 'Identifier'
        ? [[property.key.name, text.slice(property.value.start, property.value.end).replaceAll(/^['"]|['"]$/g, '')]]
        : [],
    ),
  )

const endpointsIn = (file: string, text: string): Declared[] => {
  const found: Declared[] = []
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
      const argument = init.arguments[0]
      if (init.callee.name !== 'defineEndpoint' || argument?.type !== 'ObjectExpression') return
      found.push({ name: id.name, file, line: lineAt(text, init.start), properties: propertiesOf(argument, text) })
    },
  }).visit(parse(file, text).program)
  return found
}

/** What an import of a file is called where it was exported: `import { listContacts as list }`. */
const exportedName = (file: string, text: string, local: string): string => {
  const entries = parse(file, text).module.staticImports.flatMap((one) => one.entries)
  return entries.find((entry) => entry.localName.value === local)?.importName.name ?? local
}

/** Names that some server file hands to `serve(app, name, …)`. */
const servedNames = (tree: Tree): Set<string> => {
  const served = new Set<string>()
  for (const [file, text] of tree) {
    if (!/^server\/src\/.+\.ts$/.test(file) || isTest(file)) continue
    for (const match of withoutComments(file, text).matchAll(/\bserve\(\s*[\w.]+\s*,\s*(\w+)/g)) {
      if (match[1]) served.add(exportedName(file, text, match[1]))
    }
  }
  return served
}

/** Finds a call in a test: `PUT /api/contacts/{id}` in a name, or `'PUT', '/api/contacts/…'` as arguments. */
const callPattern = (method: string, path: string): RegExp => {
  const segments = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).split(/\{\w+\}/)
  const [value, quote] = ['(?:\\{\\w+\\}|\\$\\{[^}]*\\}|[\\w-]+)', '[\'"`]']
  return new RegExp(`\\b${method}(?:${quote}, *${quote}| )${segments.join(value)}(?![\\w/{$-])`)
}

/** Every endpoint of the contract says what it answers and who may call it; the server serves it, and a test names it. */
export const endpoints: Rule = (tree) => {
  const served = servedNames(tree)
  const tests = [...tree]
    .filter(([file]) => isSource(file) && /^server\/.+\.test\.ts$/.test(file))
    .map(([, text]) => text)
  const declared = [...tree]
    .filter(([file]) => /^contract\/src\/.+\.endpoints\.ts$/.test(file))
    .flatMap(([file, text]) => endpointsIn(file, text))
  return declared.flatMap(({ name, file, line, properties }): Problem[] => {
    const [method, path] = [properties.get('method') ?? '?', properties.get('path') ?? '?']
    const call = callPattern(method, path)
    const faults = [
      ...['method', 'path', 'caller', 'response']
        .filter((property) => !properties.has(property))
        .map((property) => `has no ${property}`),
      ...(served.has(name) ? [] : ['is not served: no serve(app, …) names it']),
      ...(tests.some((text) => call.test(text)) ? [] : [`has no test: none names "${method} ${path}"`]),
    ]
    return faults.map((fault) => ({ file, line, message: `endpoint ${name} ${fault}` }))
  })
}
