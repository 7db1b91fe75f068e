import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { Failure } from './npm.js'
import { fromRoot, node24, root } from './paths.js'
import { childEnv } from './run.js'

const bin = (name) => fromRoot('node_modules', '.bin', name)

/** Returns the check of a folder's types. With the compiler's cache, the next run checks only changed files, in a tenth of the time. */
const typesOf = (folder) => ({
  name: `types:${folder}`,
  command: [
    ...[bin('tsc'), '-p', folder, '--incremental'],
    ...['--tsBuildInfoFile', fromRoot('node_modules', '.cache', 'kontor', 'types', `${folder}.tsbuildinfo`)],
  ],
})

const checks = [
  ...['contract', 'server', 'web', 'demo', 'stand-ins', 'e2e', 'bench', 'scripts'].map(typesOf),
  { name: 'biome', command: [bin('biome'), 'ci', '--error-on-warnings', '--colors=off', '.'] },
  { name: 'knip', command: [bin('knip'), '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'regexps', command: [node24, 'scripts/check-regexps.ts'] },
  { name: 'layout', command: [node24, 'scripts/check-layout/main.ts'] },
]

/** Runs one check and buffers its output, so that parallel checks don't interleave. */
const run = ({ name, command }, signal) =>
  new Promise((resolve) => {
    const start = performance.now()
    const child = spawn(command[0], command.slice(1), {
      cwd: root,
      env: childEnv(),
      stdio: ['ignore', 'pipe', 'pipe'],
      signal,
    })
    const output = []
    child.stdout.on('data', (chunk) => output.push(chunk))
    child.stderr.on('data', (chunk) => output.push(chunk))
    const done = (failed, text) =>
      resolve({ name, failed, text: text.trim(), seconds: (performance.now() - start) / 1000 })
    child.on('error', (error) => done(true, error.message))
    child.on('close', (code) => done(code !== 0, Buffer.concat(output).toString()))
  })

/** Runs the named checks, or all, one per core, until `signal` aborts. Resolves to their results. */
export const runChecks = async (names, signal) => {
  const unknown = names.filter((name) => !checks.some((check) => check.name === name))
  if (unknown.length > 0) {
    throw new Failure(`No such check: ${unknown.join(', ')}. Checks: ${checks.map((check) => check.name).join(', ')}.`)
  }
  const queue = checks.filter((check) => names.length === 0 || names.includes(check.name))
  const results = []
  const worker = async () => {
    for (let check = queue.shift(); check && !signal?.aborted; check = queue.shift()) {
      const result = await run(check, signal)
      results.push(result)
      console.log(`${result.failed ? 'FAILED' : 'ok    '} ${result.name} (${result.seconds.toFixed(1)} s)`)
      if (result.failed) console.log(`${result.text}\n`)
    }
  }
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, worker))
  return results
}
