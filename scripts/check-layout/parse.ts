import { posix } from 'node:path'
import { type ParseResult, parseSync } from 'oxc-parser'
import { isSource, lineAt, type Tree } from './tree.ts'

/** One import, re-export or dynamic import. */
export interface Import {
  readonly specifier: string
  readonly line: number
  /** Erased at run time. */
  readonly typeOnly: boolean
  /** The imported file; undefined for a package or a missing file. */
  readonly target: string | undefined
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

const resolveSpecifier = (tree: Tree, from: string, specifier: string): string | undefined => {
  const path = specifier.startsWith('.')
    ? posix.normalize(posix.join(posix.dirname(from), specifier))
    : specifier.startsWith('@kontor/contract/')
      ? `contract/src/${specifier.slice('@kontor/contract/'.length)}.ts`
      : undefined
  return path !== undefined && tree.has(path) ? path : undefined
}

export const importsOf = (tree: Tree, path: string): Import[] => {
  const source = tree.get(path)
  if (source === undefined || !isSource(path)) return []
  const { module } = parse(path, source)
  const describe = (specifier: string, start: number): Import => ({
    specifier,
    line: lineAt(source, start),
    typeOnly: /^(?:import|export)\s+type\b/.test(source.slice(start)),
    target: resolveSpecifier(tree, path, specifier),
  })
  const imports = module.staticImports.map((one) => describe(one.moduleRequest.value, one.start))
  const exports = module.staticExports.flatMap((one) => {
    const request = one.entries[0]?.moduleRequest
    return request ? [describe(request.value, one.start)] : []
  })
  const dynamic = module.dynamicImports.flatMap((one) => {
    const literal = /^(['"])(.*)\1$/.exec(source.slice(one.moduleRequest.start, one.moduleRequest.end))
    return literal?.[2] === undefined ? [] : [describe(literal[2], one.start)]
  })
  return [...imports, ...exports, ...dynamic]
}

/** The source with comments replaced by blanks, for rules that search code only. Keeps line numbers. */
export const withoutComments = (path: string, source: string): string => {
  let text = source
  for (const { start, end } of parse(path, source).comments) {
    text = text.slice(0, start) + text.slice(start, end).replaceAll(/[^\n]/g, ' ') + text.slice(end)
  }
  return text
}
