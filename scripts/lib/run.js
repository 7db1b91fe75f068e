import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter } from 'node:path'
import { fromRoot, node24, root } from './paths.js'

const forwardedSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Returns the environment for child processes: Node 24 and the checkout's tools come first in PATH, and Node's compile cache is on. */
export const childEnv = (extra = {}) => ({
  NODE_COMPILE_CACHE: fromRoot('node_modules', '.cache', 'node'),
  ...process.env,
  PATH: [fromRoot('node_modules', 'node', 'bin'), fromRoot('node_modules', '.bin'), process.env.PATH].join(delimiter),
  ...extra,
})

/** Returns Node's options to load `.env`, if it exists, for programs that read the server's configuration. */
export const envFileArgs = () => (existsSync(fromRoot('.env')) ? ['--env-file=.env'] : [])

const parentPollMs = 500

/** Calls `callback` once the npm that started this process has ended, since a killed npm can't forward a signal. */
const onNpmExit = (callback) => {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    callback()
  }, parentPollMs)
  return timer
}

/**
 * Runs Node 24 with `args` in the checkout, with inherited stdio. Forwards signals; if this process is killed, the child's IPC channel
 * closes. Aborting `end` sends SIGTERM. Resolves to the exit code, or 128 + n after signal n.
 */
export const runNode24 = (args, { env = {}, end } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(node24, args, {
      cwd: root,
      env: childEnv(env),
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    const handlers = forwardedSignals.map((signal) => [signal, () => child.kill(signal)])
    for (const [signal, handler] of handlers) process.on(signal, handler)
    end?.addEventListener('abort', () => child.kill('SIGTERM'))
    const watch = onNpmExit(() => child.kill('SIGTERM'))
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearInterval(watch)
      for (const [name, handler] of handlers) process.off(name, handler)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
