import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The repository's files: content by path from the root, with slashes. Content is empty for binary files. Tests build small trees. */
export type Tree = ReadonlyMap<string, string>

/** A violation of a rule; `line` counts from 1. */
export interface Problem {
  readonly file: string
  readonly line?: number
  readonly message: string
}

export type Rule = (tree: Tree) => Problem[]

const skippedFolders = new Set(['.git', 'node_modules', 'dist', 'data', 'test-results', 'playwright-report'])
const textFile = /\.(?:ts|tsx|js|mjs|json|md|css|html|sql|sh|svg|yml|yaml)$|(?:^|\/)(?:run|\.npmrc|\.env\.example)$/

const walk = (root: string, folder: string, found: Map<string, string>): void => {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      if (!skippedFolders.has(entry.name)) walk(root, path, found)
    } else if (entry.isFile()) {
      found.set(path, textFile.test(path) ? readFileSync(join(root, path), 'utf8') : '')
    }
  }
}

/** Reads every file below `root`, except installed and built files. */
export const readTree = (root: string): Tree => {
  const found = new Map<string, string>()
  walk(root, '', found)
  return found
}

export const isSource = (path: string): boolean => /\.tsx?$/.test(path) && !path.endsWith('.d.ts')

export const isTest = (path: string): boolean =>
  /\.test\.tsx?$/.test(path) || path.startsWith('e2e/') || /^(?:server|web)\/src\/testing\//.test(path)

/** Returns path and content of the source files at matching paths, without tests. */
export const productionSources = (tree: Tree, path: RegExp): [string, string][] =>
  [...tree].filter(([file]) => path.test(file) && isSource(file) && !isTest(file))

/** Returns the line number, from 1, at a position. */
export const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length
