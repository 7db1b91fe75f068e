import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter } from 'node:path'
import { fromRoot, node24, root } from './paths.js'

const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * The environment for what we start: Node 24 and the checkout's own tools come first on the path, and what Node has compiled
 * is kept for the next start.
 */
export const childEnv = (extra = {}) => ({
  NODE_COMPILE_CACHE: fromRoot('node_modules', '.cache', 'node'),
  ...process.env,
  PATH: [fromRoot('node_modules', 'node', 'bin'), fromRoot('node_modules', '.bin'), process.env.PATH].join(delimiter),
  ...extra,
})

/** The options that make Node read the developer's `.env`, where there is one. */
export const settings = () => (existsSync(fromRoot('.env')) ? ['--env-file=.env'] : [])

const parentPollMs = 500

/** Calls back once when the npm that started us has gone: killed, it could hand no signal on. */
const whenNpmEnds = (callback) => {
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
 * Runs Node 24 with `args` in the checkout, on our terminal. Signals are handed on; when we are killed the child notices
 * that its message channel closes. `onMessage` gets what the child sends (the server: `{ready: url}`), and the child;
 * `end` asks it to end. With `atTheEnd` its output is shown only once it has ended. Resolves to the exit code, 128 + n for a child
 * that ended by signal n.
 */
export const runNode24 = (args, { env = {}, onMessage, end, atTheEnd = false } = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(node24, args, {
      cwd: root,
      env: childEnv(env),
      stdio: ['inherit', ...(atTheEnd ? ['pipe', 'pipe'] : ['inherit', 'inherit']), 'ipc'],
    })
    const output = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk))
    const handlers = forwarded.map((signal) => [signal, () => child.kill(signal)])
    for (const [signal, handler] of handlers) process.on(signal, handler)
    end?.addEventListener('abort', () => child.kill('SIGTERM'))
    const watch = whenNpmEnds(() => child.kill('SIGTERM'))
    if (onMessage) child.on('message', (message) => onMessage(message, child))
    child.on('error', reject)
    child.on(atTheEnd ? 'close' : 'exit', (code, signal) => {
      process.stdout.write(Buffer.concat(output))
      clearInterval(watch)
      for (const [name, handler] of handlers) process.off(name, handler)
      resolve(code ?? 128 + constants.signals[signal])
    })
  })
