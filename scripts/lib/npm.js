import { spawnSync } from 'node:child_process'
import { root } from './paths.js'

/** A failure that is told as one sentence, without a stack. */
export class Failure extends Error {}

/** Runs npm in the checkout, its output on our terminal. The npm that started us is used again where there is one. */
export const npm = (args, sentence) => {
  const cli = process.env.npm_execpath
  const [command, first, shell] = cli?.endsWith('.js') ? [process.execPath, [cli], false] : ['npm', [], true]
  const { status, signal } = spawnSync(command, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    shell: shell && process.platform === 'win32',
  })
  if (signal) process.kill(process.pid, signal)
  if (status !== 0) throw new Failure(sentence)
}

/** Runs a script's body: a `Failure` becomes one sentence and exit code 1, anything else keeps its stack. */
export const main = async (body) => {
  try {
    process.exitCode = (await body()) ?? 0
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
