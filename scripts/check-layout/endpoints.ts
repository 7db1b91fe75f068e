import { type CallExpression, Visitor } from 'oxc-parser'
import { parse, withoutComments } from './parse.ts'
import { lineAt, type Problem, productionSources, type Rule, type Tree } from './tree.ts'

/**
 * Returns the exported names of the endpoints that the server passes to `serve(app, name, …)`: `listContacts` for
 * `endpoints.listContacts`, and for `list` after `import { listContacts as list }`.
 */
const servedNames = (tree: Tree): Set<string> =>
  new Set(
    productionSources(tree, /^server\/src\//).flatMap(([file, text]) => {
      const imports = parse(file, text).module.staticImports.flatMap(({ entries }) => entries)
      return [...withoutComments(file, text).matchAll(/\bserve\(\s*[\w.]+\s*,\s*(?:endpoints\.)?(\w+)/g)].map(
        ([, local = '']) => imports.find(({ localName }) => localName.value === local)?.importName.name ?? local,
      )
    }),
  )

/** Returns true if a call declares an endpoint: `admin.get(path, …)`. */
const isDeclaration = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  callee.object.type === 'Identifier' &&
  ['anyone', 'sales', 'admin'].includes(callee.object.name)

/** Requires the server to serve every endpoint. server/src/testing/endpoint-coverage.ts checks that tests call each one. */
export const endpoints: Rule = (tree) => {
  const served = servedNames(tree)
  return productionSources(tree, /^contract\/src\/.+\.endpoints\.ts$/).flatMap(([file, text]) => {
    const problems: Problem[] = []
    new Visitor({
      VariableDeclarator: ({ id, init }) => {
        if (id.type !== 'Identifier' || init?.type !== 'CallExpression' || !isDeclaration(init)) return
        if (!served.has(id.name)) {
          const message = `endpoint ${id.name} is not served: no serve(app, …) names it`
          problems.push({ file, line: lineAt(text, init.start), message })
        }
      },
    }).visit(parse(file, text).program)
    return problems
  })
}
