// `npm run check`: types, lint, format, dead code and layout, side by side. Every finding is an error.
// Give names to run some of them only: `npm run check -- types:web layout`.
import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fromRoot, node24, root } from './lib/paths.js'
import { childEnv } from './lib/run.js'

const bin = (name) => fromRoot('node_modules', '.bin', name)

const checks = [
  ...['contract', 'server', 'web', 'e2e', 'bench', 'scripts'].map((folder) => ({
    name: `types:${folder}`,
    command: [bin('tsc'), '-p', folder],
  })),
  { name: 'biome', command: [bin('biome'), 'ci', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'knip', command: [bin('knip'), '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'regexps', command: [node24, 'scripts/check-regexps.ts'] },
  { name: 'layout', command: [node24, 'scripts/check-layout/main.ts'] },
]

/** Runs one check and keeps what it says until it has ended, so that two never mix their lines. */
const run = ({ name, command }) =>
  new Promise((resolve) => {
    const began = performance.now()
    const child = spawn(command[0], command.slice(1), { cwd: root, env: childEnv(), stdio: ['ignore', 'pipe', 'pipe'] })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    const done = (failed, text) =>
      resolve({ name, failed, text: text.trim(), seconds: (performance.now() - began) / 1000 })
    child.on('error', (error) => done(true, error.message))
    child.on('close', (code) => done(code !== 0, Buffer.concat(output).toString()))
  })

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !checks.some((check) => check.name === name))
if (unknown.length > 0) {
  console.error(`No such check: ${unknown.join(', ')}. There are: ${checks.map((check) => check.name).join(', ')}.`)
  process.exit(1)
}

const queue = checks.filter((check) => wanted.length === 0 || wanted.includes(check.name))
let failures = 0
const worker = async () => {
  for (let check = queue.shift(); check; check = queue.shift()) {
    const result = await run(check)
    console.log(`${result.failed ? 'FAILED' : 'ok    '} ${result.name} (${result.seconds.toFixed(1)} s)`)
    if (!result.failed) continue
    failures += 1
    console.log(`${result.text}\n`)
  }
}
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
process.exitCode = failures === 0 ? 0 : 1
