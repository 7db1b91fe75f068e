import { drizzleFiles, edges, type FeatureName } from './house.ts'
import { type Import, importsOf } from './parse.ts'
import { isSource, isTest, type Problem, type Rule, type Tree } from './tree.ts'

const workspaceOf = (path: string): string => path.split('/')[0] ?? ''

/** The feature that a file belongs to; the site's own entry counts as feature `site`. */
const featureOf = (path: string): string | undefined =>
  path.startsWith('web/src/site/')
    ? 'site'
    : /^(?:contract\/src|(?:server|web)\/src\/features)\/([^/]+)\/./.exec(path)?.[1]

/** An import's path from the root, whether the file exists or not. */
const importPath = (from: string, { specifier, target }: Import): string => {
  if (target) return target
  if (!specifier.startsWith('.')) return specifier.replace(/^@kontor\/([a-z0-9]+)(?:\/|$)/, '$1/src/')
  return new URL(specifier, `file:///${from}`).pathname.slice(1)
}

interface Wall {
  readonly from: RegExp
  readonly message: string
  /** Whether the import is forbidden. */
  readonly forbids: (to: string, file: string, specifier: string) => boolean
}

const isPackage = (to: string): boolean =>
  !/^(?:contract|server|web|demo|stand-ins|e2e|scripts|bench|node_modules)\//.test(to)

const walls: readonly Wall[] = [
  {
    from: /^contract\//,
    message: 'the contract imports nobody but zod',
    forbids: (to, file) =>
      isPackage(to)
        ? to !== 'zod' && !(isTest(file) && /^(?:vitest|fast-check|node:)/.test(to))
        : !to.startsWith('contract/'),
  },
  {
    from: /^(?:server|web|demo|stand-ins|e2e)\//,
    message:
      'server, web, demo and e2e never import each other, only the contract (tests and the demo may use stand-ins/)',
    // All tests share one stand-in for the register: a second one would give different responses.
    forbids: (to, file) =>
      /^(?:server|web|demo|stand-ins|e2e|scripts|bench)\//.test(to) &&
      workspaceOf(to) !== workspaceOf(file) &&
      !to.startsWith('scripts/lib/') &&
      !(to.startsWith('stand-ins/') && (isTest(file) || file.startsWith('demo/'))),
  },
  {
    from: /^(?:server|web|demo|stand-ins|e2e)\//,
    message: 'the contract is imported by its name, @kontor/contract/…',
    forbids: (to, _, specifier) => to.startsWith('contract/') && specifier.startsWith('.'),
  },
  {
    from: /^server\//,
    message: 'drizzle is for *.table.ts, *.queries.ts and platform/database only',
    forbids: (to, file) => /^drizzle-(?:orm|kit)(?:\/|$)/.test(to) && !drizzleFiles.test(file),
  },
  {
    from: /^server\/src\/platform\//,
    message: 'the platform knows no feature',
    forbids: (to, file) => /^server\/src\/(?:features\/|app\.ts|main\.ts)/.test(to) && !isTest(file),
  },
  {
    from: /^server\/src\/features\//,
    message: 'a feature does not import main.ts',
    forbids: (to) => to === 'server/src/main.ts',
  },
  {
    from: /^web\/src\/site\//,
    message: 'the site imports no office',
    forbids: (to) => to.startsWith('web/src/office/'),
  },
  {
    from: /^web\/src\/(?:features|ui|platform|content)\//,
    message: 'only the two entries import the entries',
    forbids: (to) => /^web\/src\/(?:office|site)\//.test(to),
  },
  {
    from: /^(?:server|web)\//,
    message: 'production code imports no test helpers',
    forbids: (to, file) => /^(?:server|web)\/src\/testing\//.test(to) && !isTest(file),
  },
  {
    from: /^web\/src\/ui\//,
    message: 'ui imports no feature',
    forbids: (to) =>
      to.startsWith('web/src/features/') || (to.startsWith('contract/src/') && !to.startsWith('contract/src/shared/')),
  },
  {
    from: /^web\/src\/platform\//,
    message: 'the web platform knows no feature and no screen',
    forbids: (to) => /^web\/src\/(?:features|content)\//.test(to),
  },
]

/** Imports cross no wall. */
export const importWalls: Rule = (tree) =>
  [...tree.keys()].filter(isSource).flatMap((file) => {
    const fileWalls = walls.filter((wall) => wall.from.test(file))
    return importsOf(tree, file).flatMap((one): Problem[] => {
      const to = importPath(file, one)
      return fileWalls
        .filter((wall) => wall.forbids(to, file, one.specifier))
        .map((wall) => ({ file, line: one.line, message: `imports ${one.specifier}: ${wall.message}` }))
    })
  })

const isAsset = (specifier: string): boolean =>
  /\.(?:js|css|json|html|svg|avif|webp|png|jpe?g|woff2)(?:\?\w+)?$/.test(specifier)

/** Relative imports name an existing file with its extension. Assets are left to the bundler. */
export const importsResolve: Rule = (tree) =>
  [...tree.keys()].filter(isSource).flatMap((file) =>
    importsOf(tree, file)
      .filter((one) => /^(?:\.|@kontor\/contract\/)/.test(one.specifier) && one.target === undefined)
      .filter((one) => !isAsset(one.specifier))
      .map((one) => ({ file, line: one.line, message: `imports ${one.specifier}, which is no file of this checkout` })),
  )

/** Features import each other along the declared edges only. */
export const featureEdges: Rule = (tree) =>
  [...tree.keys()]
    .filter((file) => isSource(file) && !isTest(file))
    .flatMap((file) => {
      const from = featureOf(file)
      if (!from || from === 'shared') return []
      return importsOf(tree, file).flatMap((one): Problem[] => {
        const to = one.target && featureOf(one.target)
        if (!to || to === from || to === 'shared' || edges[from as FeatureName]?.includes(to as FeatureName)) return []
        return [
          {
            file,
            line: one.line,
            message: `feature ${from} may not import ${to}: no such edge in check-layout/house.ts`,
          },
        ]
      })
    })

/** Finds a path from a node back to itself. */
const findCycle = (start: string, next: (node: string) => readonly string[]): string[] | undefined => {
  const seen = new Set<string>()
  const visit = (node: string, path: string[]): string[] | undefined => {
    for (const to of next(node)) {
      if (to === start) return [...path, to]
      if (seen.has(to)) continue
      seen.add(to)
      const found = visit(to, [...path, to])
      if (found) return found
    }
    return undefined
  }
  return visit(start, [start])
}

const targetsOf = (tree: Tree, file: string): string[] =>
  importsOf(tree, file).flatMap((one) => (one.target ? [one.target] : []))

/** No import cycles, type imports included, and no cycle in the declared edges. */
export const cycles =
  (declared: typeof edges = edges): Rule =>
  (tree) => {
    const inEdges = Object.keys(declared).flatMap((name): Problem[] => {
      const cycle = findCycle(name, (node) => declared[node as FeatureName] ?? [])
      return cycle ? [{ file: 'scripts/check-layout/house.ts', message: `cycle of edges: ${cycle.join(' → ')}` }] : []
    })
    const targets = new Map([...tree.keys()].filter(isSource).map((file) => [file, targetsOf(tree, file)]))
    const reported = new Set<string>()
    const inFiles = [...targets.keys()].flatMap((file): Problem[] => {
      if (reported.has(file)) return []
      const cycle = findCycle(file, (node) => targets.get(node) ?? [])
      if (!cycle) return []
      for (const one of cycle) reported.add(one)
      return [{ file, message: `imports itself: ${cycle.join(' → ')}` }]
    })
    return [...inEdges, ...inFiles]
  }
