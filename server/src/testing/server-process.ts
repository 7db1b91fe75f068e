import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'

/** A server in a process of its own, as `npm start` runs it. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** Everything that it has printed, both streams. */
  output(): string
  /** The address, once it is ready; rejects when it ends before. */
  readonly ready: Promise<string>
  /** The exit code, or the signal that ended it, once all that it started has ended as well. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Asks it to stop and waits until it has. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

export interface ServerProcessOptions {
  readonly env?: Readonly<Record<string, string>>
  /** Whom it runs as; ourselves when absent. */
  readonly user?: { readonly uid: number; readonly gid: number }
  /** What Node is to run instead of our own `main.ts`. */
  readonly args?: readonly string[]
}

const ownMain = fileURLToPath(new URL('../main.ts', import.meta.url))

/** What Node has compiled before: a start takes a third less of the processor. */
const { PATH, NODE_COMPILE_CACHE } = process.env

/** Starts a server on a free port, with nothing of our own environment but that. It is killed at the end of the test if it still runs. */
export const startServerProcess = ({ env, user, args = [ownMain] }: ServerProcessOptions): ServerProcess => {
  const child = spawn(process.execPath, args, {
    cwd: '/',
    env: { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), PORT: '0', PUBLIC_FORM_LIMIT: '1000000', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  let printed = ''
  const ended = new Promise<number | NodeJS.Signals>((resolve) => {
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'SIGKILL'))
  })
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        printed += text
        const [, address] = /Kontor is ready: (http\S+)\n/.exec(printed) ?? []
        if (address) resolve(address)
      })
    }
    ended.then((how) => reject(new Error(`The server ended (${how}) before it was ready:\n${printed}`)))
  })
  // A test that waits for the end only does not look at this one.
  ready.catch(() => undefined)
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  return {
    child,
    pid: child.pid ?? 0,
    output: () => printed,
    ready,
    ended,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return ended
    },
  }
}

/** Waits until no statement of a killed server runs any more: one that was under way may still commit. */
export const connectionsGone = async (pool: pg.Pool): Promise<void> => {
  const running = async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND (state <> 'idle' OR xact_start IS NOT NULL)`,
    )
    return rowCount
  }
  await expect.poll(running, { interval: 10, timeout: 60_000 }).toBe(0)
}
