import { importsOf } from './parse.ts'
import { productionSources, type Rule, type Tree } from './tree.ts'
import { violations, type Wall } from './walls.ts'

const walls: readonly Wall[] = [
  {
    to: /^(?:zod|react-hook-form|@hookform\/.+|react-router|@tanstack\/.+)(?:\/|$)/,
    runtimeOnly: true,
    message: 'too large for the public site, which loads this file',
  },
  {
    to: /^contract\/src\/(?!shared\/[^/]+\.ts$|[^/]+\/[^/]+\.rules\.ts$)/,
    runtimeOnly: true,
    message: 'from the contract, the public site loads only *.rules.ts and shared files',
  },
]

/** Returns the site's files and all files that they load at run time. */
const loadedBySite = (tree: Tree): Set<string> => {
  const loaded = new Set(productionSources(tree, /^web\/src\/site\//).map(([file]) => file))
  // The loop also visits files that are added during it.
  for (const file of loaded) {
    for (const { path, typeOnly } of importsOf(tree, file)) {
      if (!typeOnly && tree.has(path)) loaded.add(path)
    }
  }
  return loaded
}

/** Keeps zod, libraries for forms, tables and routing, and the contract's files with zod out of the site's bundles. */
export const siteBundles: Rule = (tree) =>
  [...loadedBySite(tree)].flatMap((file) => walls.flatMap((wall) => violations(file, importsOf(tree, file), wall)))
