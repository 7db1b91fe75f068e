import { Visitor } from 'oxc-parser'
import { parse, withoutComments } from './parse.ts'
import { lineAt, type Problem, productionSources, type Rule, type Tree } from './tree.ts'

/** Exported names of what the server passes to `serve(app, name, …)`: `listContacts` for `endpoints.listContacts` or `import { listContacts as list }`. */
const servedNames = (tree: Tree): Set<string> =>
  new Set(
    productionSources(tree, /^server\/src\//).flatMap(([file, text]) => {
      const imports = parse(file, text).module.staticImports.flatMap(({ entries }) => entries)
      return [...withoutComments(file, text).matchAll(/\bserve\(\s*[\w.]+\s*,\s*(?:endpoints\.)?(\w+)/g)].map(
        ([, local = '']) => imports.find(({ localName }) => localName.value === local)?.importName.name ?? local,
      )
    }),
  )

/**
 * Every endpoint has a response schema and a caller, and is served. Whether tests call it is recorded while they run:
 * server/src/testing/endpoint-coverage.ts.
 */
export const endpoints: Rule = (tree) => {
  const served = servedNames(tree)
  return productionSources(tree, /^contract\/src\/.+\.endpoints\.ts$/).flatMap(([file, text]) => {
    const problems: Problem[] = []
    new Visitor({
      VariableDeclarator: ({ id, init }) => {
        if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return
        const [argument] = init.arguments
        if (init.callee.name !== 'defineEndpoint' || argument?.type !== 'ObjectExpression') return
        const properties = argument.properties.map((property) =>
          property.type === 'Property' && property.key.type === 'Identifier' ? property.key.name : undefined,
        )
        const missing = ['method', 'path', 'caller', 'response'].filter((name) => !properties.includes(name))
        const faults = missing.map((name) => `has no ${name}`)
        if (!served.has(id.name)) faults.push('is not served: no serve(app, …) names it')
        const line = lineAt(text, init.start)
        problems.push(...faults.map((fault) => ({ file, line, message: `endpoint ${id.name} ${fault}` })))
      },
    }).visit(parse(file, text).program)
    return problems
  })
}
