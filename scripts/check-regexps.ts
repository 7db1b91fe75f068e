/**
 * Finds regular expressions in contract, server and web that take more than linear time, so that untrusted input could block the process.
 * Skips an expression with a comment on one of the two lines above that begins with `regexp:` and says why its input is harmless.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync, Visitor } from 'oxc-parser'
import { check } from 'recheck'

const root = fileURLToPath(new URL('..', import.meta.url))

interface FoundExpression {
  readonly location: string
  /** The expression's text; undefined if it's built at run time. */
  readonly source: string | undefined
  readonly flags: string
  readonly isExempt: boolean
}

/** Time limit for an expression in milliseconds (a slow machine needs a tenth), and the longest repetition to prove instead of fuzz. */
const [timeout, maxRepeatCount] = [300_000, 128]

const isExempt = (lines: readonly string[], line: number): boolean =>
  lines.slice(Math.max(0, line - 3), line - 1).some((text) => /^\s*(?:\/\/|\*|\/\*\*) ?regexp: \S/.test(text))

const expressionsOf = (file: string): FoundExpression[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const lines = text.split('\n')
  const found: FoundExpression[] = []
  const add = (start: number, source: string | undefined, flags: string) => {
    const line = text.slice(0, start).split('\n').length
    found.push({ location: `${file}:${line}`, source, flags, isExempt: isExempt(lines, line) })
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
const suspects = files.flatMap(expressionsOf).filter((expression) => !expression.isExempt)
const problems: string[] = []
const next = suspects.values()
const worker = async () => {
  for (const { location, source, flags } of next) {
    if (source === undefined) {
      problems.push(`${location}: pattern built at run time; explain in a comment why it is linear`)
      continue
    }
    const result = await check(source, flags, { timeout, maxRepeatCount })
    // Accepts only proofs: fuzzing can miss slow input, depending on the machine's load.
    if (result.status === 'safe' && result.checker !== 'fuzz') continue
    const complexity = result.status === 'vulnerable' ? result.complexity.summary : 'not proven linear'
    problems.push(
      `${location}: /${source}/${flags} is ${complexity}; make it linear or explain in a comment why it is safe`,
    )
  }
}
await Promise.all([worker(), worker()])
for (const problem of problems.sort()) console.error(problem)
process.exitCode = problems.length === 0 ? 0 : 1
