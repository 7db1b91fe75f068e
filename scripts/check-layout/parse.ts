import { posix } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'
import { isSource, lineAt, type Tree } from './tree.ts'

export interface Import {
  readonly specifier: string
  /** The imported file's path from the root, even if no such file exists, or the package's name. */
  readonly path: string
  readonly line: number
  /** True for an import of types, which doesn't exist at run time. */
  readonly typeOnly: boolean
}

const cache = new Map<string, ParseResult>()

/** Parses a file; cached, since several rules read the same files. */
export const parse = (path: string, source: string): ParseResult => {
  const key = `${path}\0${source}`
  const cached = cache.get(key)
  if (cached) return cached
  const result = parseSync(path, source)
  cache.set(key, result)
  return result
}

const importPath = (from: string, specifier: string): string =>
  specifier.startsWith('.')
    ? posix.join(posix.dirname(from), specifier)
    : specifier.replace(/^@kontor\/([a-z0-9-]+)\/?(.*)$/, '$1/src/$2.ts')

export const importsOf = (tree: Tree, file: string): Import[] => {
  const source = tree.get(file)
  if (source === undefined || !isSource(file)) return []
  const { staticImports, staticExports, dynamicImports } = parse(file, source).module
  const found = [
    ...staticImports.map(({ start, moduleRequest }) => ({ start, specifier: moduleRequest.value })),
    ...staticExports.map(({ start, entries }) => ({ start, specifier: entries[0]?.moduleRequest?.value })),
    ...dynamicImports.map(({ start, moduleRequest }) => ({
      start,
      specifier: /^(['"])(.*)\1$/.exec(source.slice(moduleRequest.start, moduleRequest.end))?.[2],
    })),
  ]
  return found.flatMap(({ start, specifier }) =>
    specifier === undefined
      ? []
      : {
          specifier,
          path: importPath(file, specifier),
          line: lineAt(source, start),
          typeOnly: /^(?:import|export)\s+type\b/.test(source.slice(start)),
        },
  )
}

/** Replaces comments by spaces of the same length, for rules that search only code. */
export const withoutComments = (path: string, source: string): string => {
  let text = source
  for (const { start, end } of parse(path, source).comments) {
    text = text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end)
  }
  return text
}
