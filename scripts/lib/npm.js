import { spawnSync } from 'node:child_process'
import { root } from './paths.js'

export class Failure extends Error {}

/** Runs npm in the checkout or `cwd` with inherited stdio, using the npm that started this process, if any. */
export const npm = (args, failureMessage, cwd = root) => {
  const cli = process.env.npm_execpath
  const [command, first, shell] = cli?.endsWith('.js') ? [process.execPath, [cli], false] : ['npm', [], true]
  const { status, signal } = spawnSync(command, [...first, ...args], {
    cwd,
    stdio: 'inherit',
    shell: shell && process.platform === 'win32',
  })
  if (signal) process.kill(process.pid, signal)
  if (status !== 0) throw new Failure(failureMessage)
}

/** Runs a script's body. A `Failure` prints its message and exits with 1; other errors are rethrown. */
export const main = async (body) => {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
