import { type ObjectExpression, Visitor } from 'oxc-parser'
import { parse, withoutComments } from './parse.ts'
import { isTest, lineAt, type Problem, type Rule, type Tree } from './tree.ts'

interface DeclaredEndpoint {
  readonly name: string
  readonly file: string
  readonly line: number
  /** The declared properties, with their source text. */
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

const endpointsIn = (file: string, text: string): DeclaredEndpoint[] => {
  const found: DeclaredEndpoint[] = []
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

/** The exported name of an import: `listContacts` in `import { listContacts as list }`. */
const exportedName = (file: string, text: string, local: string): string => {
  const entries = parse(file, text).module.staticImports.flatMap((one) => one.entries)
  return entries.find((entry) => entry.localName.value === local)?.importName.name ?? local
}

/** Names passed to `serve(app, name, …)` in the server. */
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

/**
 * Every endpoint has a response schema and a caller, and is served. Whether tests call it is recorded while they run:
 * server/src/testing/endpoint-coverage.ts.
 */
export const endpoints: Rule = (tree) => {
  const served = servedNames(tree)
  const declared = [...tree]
    .filter(([file]) => /^contract\/src\/.+\.endpoints\.ts$/.test(file))
    .flatMap(([file, text]) => endpointsIn(file, text))
  return declared.flatMap(({ name, file, line, properties }): Problem[] => {
    const faults = [
      ...['method', 'path', 'caller', 'response']
        .filter((property) => !properties.has(property))
        .map((property) => `has no ${property}`),
      ...(served.has(name) ? [] : ['is not served: no serve(app, …) names it']),
    ]
    return faults.map((fault) => ({ file, line, message: `endpoint ${name} ${fault}` }))
  })
}
