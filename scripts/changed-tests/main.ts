// Prints the tests that the changes since a commit (by default the last one) can break, per stage, as JSON.
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { readTree } from '../check-layout/tree.ts'
import { selectTests } from './select.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [commit = 'HEAD'] = process.argv.slice(2)

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)

const changed = [
  ...git('diff', '--name-only', '-z', commit, '--'),
  ...git('ls-files', '--others', '--exclude-standard', '-z'),
]
console.log(JSON.stringify(selectTests(readTree(root), changed)))
