import { edges, features, platformContracts, rooms } from './house.ts'
import { type Import, importsOf } from './parse.ts'
import { isSource, isTest, type Problem, type Rule, type Tree } from './tree.ts'

export interface Wall {
  /** Matches the files (by path from the root) and packages that must not be imported. */
  readonly to: RegExp
  readonly message: string
  /** If set, the wall applies only to imports whose specifier matches. */
  readonly specifier?: RegExp
  /** Matches files and packages that tests may import in spite of the wall. */
  readonly testsMay?: RegExp
  /** True if imports of types are allowed. */
  readonly runtimeOnly?: boolean
}

const workspaces = ['server', 'web', 'demo', 'stand-ins', 'e2e']

const folderOf = (names: readonly string[]): RegExp =>
  new RegExp(`^(?:contract/src|(?:server|web)/src/features)/(?:${names.join('|')})/`)

const walls: readonly (Wall & { readonly from: RegExp })[] = [
  {
    from: /^contract\//,
    to: /^(?!contract\/|zod$)/,
    testsMay: /^(?:vitest|fast-check|node:)/,
    message: 'the contract imports only zod',
  },
  {
    from: /^contract\/.+\.(?:rules|fields)\.ts$/,
    to: /^(?!contract\/.+\.ts$)|\.(?:schema|endpoints)\.ts$/,
    runtimeOnly: true,
    message: 'rules import no zod and no schemas, so that the site can use them',
  },
  ...workspaces.map((workspace) => ({
    from: new RegExp(`^${workspace}/`),
    to: new RegExp(`^(?!${workspace}/|scripts/lib/)(?:server|web|demo|e2e|scripts|bench)/`),
    message: 'server, web, demo and e2e never import each other, only the contract',
  })),
  {
    from: new RegExp(`^(?:${workspaces.join('|')})/`),
    to: /^contract\//,
    specifier: /^\./,
    message: 'import the contract by its name, @kontor/contract/…',
  },
  {
    from: /^server\/(?!src\/.+\.(?:table|queries)\.ts$|src\/platform\/(?:audit|database|imports|trash)\/|drizzle\.config\.ts$)/,
    to: /^drizzle-(?:orm|kit)(?:\/|$)/,
    message: 'only *.table.ts, *.queries.ts and platform/{audit,database,imports,trash} import drizzle',
  },
  {
    from: /^server\/src\/platform\//,
    to: /^server\/src\/(?:features\/|app\.ts|main\.ts|start\.ts)/,
    testsMay: /./,
    message: 'the platform imports no feature',
  },
  {
    from: /^server\/src\/platform\//,
    to: new RegExp(`^contract/src/(?!(?:shared|${platformContracts.join('|')})/)`),
    testsMay: /./,
    message: `the platform knows no contract of a feature, except ${platformContracts.join(', ')}`,
  },
  {
    from: /^server\/src\/features\//,
    to: /^server\/src\/(?:main|start)\.ts$/,
    message: 'features do not import main.ts',
  },
  {
    from: /^web\/src\/site\//,
    to: /^web\/src\/(?:office|features|ui\/(?!base\/|toast\/))/,
    message: 'the site imports neither the office nor features, and only basic parts of ui',
  },
  {
    from: /^web\/src\/(?:features|ui|platform)\//,
    // The site's texts and team are allowed: the office edits the texts, and an agreement shows the company's people.
    to: /^web\/src\/(?:office|site\/(?!texts\/|team\/))/,
    message: 'features, ui and platform import neither the office nor the site, except its texts and its team',
  },
  {
    from: /^(?:server|web)\/(?!src\/gallery\/)/,
    // All tests share the stand-ins: a second stand-in for the same service would give different responses.
    to: /^(?:(?:server|web)\/src\/testing|web\/src\/gallery|stand-ins)\//,
    testsMay: /./,
    message: 'production code imports no test helpers and no gallery',
  },
  {
    from: /^web\/src\/ui\//,
    to: /^web\/src\/features\/|^contract\/src\/(?!shared\/)/,
    message: 'ui imports no feature',
  },
  {
    from: /^web\/src\/platform\//,
    to: /^web\/src\/(?:features|site|ui)\//,
    message: 'the web platform imports no feature, no site and no ui',
  },
  ...features.map((feature) => {
    const allowed = edges[feature] ?? []
    return {
      from: folderOf([feature]),
      to: folderOf(features.filter((other) => other !== feature && !allowed.includes(other))),
      testsMay: /./,
      message: `check-layout/house.ts allows ${feature} to import ${allowed.join(', ') || 'no other feature'}`,
    }
  }),
]

/** Returns a problem for each import of a file that the wall forbids. */
export const violations = (file: string, imports: readonly Import[], wall: Wall): Problem[] =>
  imports
    .filter(({ path, specifier, typeOnly }) => {
      if (!wall.to.test(path) || wall.specifier?.test(specifier) === false) return false
      return !(typeOnly && wall.runtimeOnly) && !(isTest(file) && wall.testsMay?.test(path))
    })
    .map(({ specifier, line }) => ({ file, line, message: `imports ${specifier}: ${wall.message}` }))

const sources = (tree: Tree): string[] => [...tree.keys()].filter(isSource)

export const importWalls: Rule = (tree) =>
  sources(tree).flatMap((file) => {
    const imports = importsOf(tree, file)
    return walls.filter(({ from }) => from.test(file)).flatMap((wall) => violations(file, imports, wall))
  })

const isAsset = (specifier: string): boolean =>
  /\.(?:js|css|json|html|svg|avif|webp|png|jpe?g|woff2)(?:\?\w+)?$/.test(specifier)

/** Requires imports of own files to name an existing file with its extension. Skips assets, which the bundler checks. */
export const importsResolve: Rule = (tree) =>
  sources(tree).flatMap((file) =>
    importsOf(tree, file)
      .filter(({ specifier }) => /^(?:\.|@kontor\/contract\/)/.test(specifier) && !isAsset(specifier))
      .filter(({ path }) => !tree.has(path))
      .map(({ specifier, line }) => ({ file, line, message: `imports ${specifier}: no such file` })),
  )

/** Rejects files outside of the rooms that `house.ts` lists, and imports between rooms that it doesn't allow. */
export const roomsOfFolders: Rule = (tree) =>
  Object.entries(rooms).flatMap(([folder, { frame, rooms: listed }]) =>
    [...tree.keys()].flatMap((file): Problem[] => {
      if (!file.startsWith(`${folder}/`) || frame?.test(file.slice(folder.length + 1))) return []
      const [room = ''] = file.slice(folder.length + 1).split('/')
      const allowed = listed[room]
      if (!allowed) {
        return [
          { file, message: `in no room: ${folder} has ${Object.keys(listed).join(', ')} (check-layout/house.ts)` },
        ]
      }
      const others = Object.keys(listed).filter((other) => other !== room && !allowed.includes(other))
      const wall = {
        to: new RegExp(`^${folder}/(?:${others.join('|')})/`),
        testsMay: /./,
        message: `the room ${room} may import ${allowed.join(', ') || 'no other'}`,
      }
      return others.length > 0 ? violations(file, importsOf(tree, file), wall) : []
    }),
  )

/** Returns cycles of a graph: at least one in each group of nodes that lead to each other. */
export const findCycles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const cycles: string[][] = []
  const visited = new Set<string>()
  const visit = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) cycles.push([...path.slice(path.indexOf(node)), node])
    if (visited.has(node)) return
    visited.add(node)
    for (const next of graph.get(node) ?? []) visit(next, [...path, node])
  }
  for (const node of graph.keys()) visit(node, [])
  return cycles
}

/** Rejects cycles of imports, even of types, and cycles in the declared edges and rooms. */
export const cycles: Rule = (tree) => {
  const imports = sources(tree).map((file) => [file, importsOf(tree, file).map(({ path }) => path)] as const)
  const declared = [edges, ...Object.values(rooms).map((one) => one.rooms)].map(
    (graph) => new Map(Object.entries(graph)),
  )
  return [...declared, new Map(imports)].flatMap(findCycles).map((cycle) => ({
    file: cycle[0] ?? '',
    message: `import cycle: ${cycle.join(' → ')}`,
  }))
}
