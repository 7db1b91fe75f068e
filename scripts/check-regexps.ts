/**
 * Finds regular expressions that take more than linear time, which one text from outside could hold the process with: those of
 * the contract, the server and the web. One that only sees trusted or short texts says so in a comment that begins with
 * `regexp:` on one of the two lines above it.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Found {
  readonly place: string
  /** Undefined where it is put together at run time. */
  readonly source: string | undefined
  readonly flags: string
  readonly excused: boolean
}

/** Milliseconds for one expression; a slow machine needs a tenth of it. */
const timeout = 20_000

const isExcused = (lines: readonly string[], line: number): boolean =>
  lines.slice(Math.max(0, line - 3), line - 1).some((text) => /^\s*(?:\/\/|\*|\/\*\*) ?regexp: \S/.test(text))

const expressionsOf = (file: string): Found[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.split('\n')
  const found: Found[] = []
  const add = (start: number, source: string | undefined, flags: string) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ place: `${file}:${line}`, source, flags, excused: isExcused(lines, line) })
  }
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) add(node.start, node.regex.pattern, node.regex.flags)
    },
    NewExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'RegExp') add(node.start, undefined, '')
    },
  }).visit(parseSync(file, text).program)
  return found
}

const files = globSync('{contract,server,web}/src/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /\.test\.tsx?$|\/testing(?:\/|$)/.test(path),
})
const suspects = files.flatMap(expressionsOf).filter(({ excused }) => !excused)
const problems: string[] = []
const next = suspects.values()
const worker = async () => {
  for (const { place, source, flags } of next) {
    if (source === undefined) {
      problems.push(`${place}: a pattern is put together at run time; say beside it why it is linear`)
      continue
    }
    const found = await check(source, flags, { timeout, randomSeed: 1 })
    if (found.status === 'safe') continue
    const what = found.status === 'vulnerable' ? found.complexity.summary : 'not understood'
    problems.push(`${place}: /${source}/${flags} is ${what}; make it linear or say beside it why it may stay`)
  }
}
await Promise.all([worker(), worker()])
for (const problem of problems.sort()) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
