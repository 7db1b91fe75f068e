import { posix } from 'node:path'
import { importsOf } from '../check-layout/parse.ts'
import { isSource, type Tree } from '../check-layout/tree.ts'

/** The stages of `npm test` that run test files. */
export type Stage = 'unit' | 'components' | 'browser'

export type SelectedTests = Readonly<Record<Stage, readonly string[]>>

/**
 * Files that import every feature. Their imports aren't followed, since then each change would select every test. A test that imports such a
 * file depends on the folder of the test's own feature instead.
 */
const registers = new Set([
  ...['app', 'start', 'main'].map((name) => `server/src/${name}.ts`),
  ...['routes', 'admin-panel', 'admin-settings', 'office-search'].map((name) => `web/src/office/${name}.tsx`),
])

/** Matches files whose change may break anything. */
const concernsAll =
  /^(?:package(?:-lock)?\.json|[\w-]+\/package\.json|vitest\.config\.ts|tsconfig\.base\.json|\.nvmrc|server\/migrations\/.*)$/

const stageOf = (file: string): Stage | undefined => {
  if (/^e2e\/.*\.spec\.ts$/.test(file)) return 'browser'
  if (/\.component\.test\.tsx$/.test(file)) return 'components'
  return /\.test\.(?:tsx?|js)$/.test(file) ? 'unit' : undefined
}

/** Returns the workers that a file starts by their URL instead of importing them. */
const startedFiles = (tree: Tree, file: string): string[] =>
  [...(tree.get(file) ?? '').matchAll(/new URL\('(\.[^']+\.ts)', import\.meta\.url\)/g)].map(([, path = '']) =>
    posix.join(posix.dirname(file), path),
  )

/** Returns the folders whose code a test runs without importing it: through the build, the app or the office. */
const exercisedFolders = (test: string, startsAll: boolean): string[] => {
  if (test.startsWith('web/build/')) return ['web/build/', 'web/src/site/']
  if (!startsAll) return []
  const [folder] = /^(?:server|web)\/src\/features\/[^/]+\//.exec(test) ?? []
  if (folder) return [folder]
  // The office's tests also cover the parts in `web/src/ui`.
  return test.startsWith('web/src/office/') ? ['web/src/office/', 'web/src/ui/'] : []
}

/** Returns the start files and all files to which `edges` lead from them, except through `registers`. */
const reachableFrom = (start: readonly string[], edges: (file: string) => readonly string[]): Set<string> => {
  const found = new Set(start)
  for (const file of found) {
    if (registers.has(file)) continue
    for (const next of edges(file)) found.add(next)
  }
  return found
}

/** Selects the tests that the changed files can break. Follows the tests' imports, except imports of types. Paths are from the root. */
export const selectTests = (tree: Tree, changed: readonly string[]): SelectedTests => {
  const cache = new Map<string, readonly string[]>()
  const edges = (file: string): readonly string[] => {
    const known = cache.get(file)
    if (known) return known
    const imported = importsOf(tree, file).filter(({ typeOnly }) => !typeOnly)
    const all = [...imported.map(({ path }) => path), ...startedFiles(tree, file)]
    cache.set(file, all)
    return all
  }
  const all = [...tree.keys()]
  const everything = changed.some((file) => concernsAll.test(file))
  const isExercised = (file: string, folders: readonly string[]) =>
    isSource(file) && !stageOf(file) && folders.some((folder) => file.startsWith(folder))
  const isSelected = (test: string): boolean => {
    if (everything) return true
    const imported = reachableFrom([test], edges)
    const startsAll = [...imported].some((file) => registers.has(file))
    const folders = exercisedFolders(test, startsAll)
    const exercised = all.filter((file) => isExercised(file, folders))
    const reached = reachableFrom([...imported, ...exercised], edges)
    return changed.some((file) => reached.has(file))
  }
  const selected: Record<Stage, string[]> = { unit: [], components: [], browser: [] }
  for (const file of all) {
    const stage = stageOf(file)
    if (stage && isSelected(file)) selected[stage].push(file)
  }
  return selected
}
