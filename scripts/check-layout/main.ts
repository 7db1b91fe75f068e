import { fileURLToPath } from 'node:url'
import { check } from './rules.ts'
import { readTree } from './tree.ts'

const problems = check(readTree(fileURLToPath(new URL('../..', import.meta.url))))
for (const { file, line, message } of problems) console.log(`${file}${line ? `:${line}` : ''}  ${message}`)
if (problems.length > 0) {
  console.log(`${problems.length} layout problems.`)
  process.exitCode = 1
}
