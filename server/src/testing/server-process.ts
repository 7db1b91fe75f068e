import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { expect, onTestFinished } from 'vitest'

/** A server in its own process, as `npm start` runs it. */
export interface ServerProcess {
  readonly child: ChildProcess
  readonly pid: number
  /** All output so far, of both streams. */
  output(): string
  /** Resolves to the address when the server is ready; rejects if the server ends before that. */
  readonly ready: Promise<string>
  /** Resolves to the exit code or signal, once all child processes have ended too. */
  readonly ended: Promise<number | NodeJS.Signals>
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>
}

export interface ServerProcessOptions {
  readonly env?: Readonly<Record<string, string>>
  /** The user to run as; the current one when absent. */
  readonly user?: { readonly uid: number; readonly gid: number }
  /** The program to run, with its arguments; `main.ts` when absent. */
  readonly args?: readonly string[]
}

const pathOf = (file: string) => fileURLToPath(new URL(file, import.meta.url))

const mainFile = pathOf('../main.ts')
/** Node's arguments for a program that imports the server's modules. Like `main.ts`, they first import a hook that halves the time of a start. */
export const quickStart = ['--import', pathOf('../platform/database/resolve-drizzle.ts')]

/** With Node's compile cache a start takes a third less CPU time. */
const { PATH, NODE_COMPILE_CACHE } = process.env

/** Starts a server on a free port, without inheriting the environment. Kills it after the test if it still runs. */
export const startServerProcess = ({ env, user, args = [mainFile] }: ServerProcessOptions): ServerProcess => {
  const child = spawn(process.execPath, [...quickStart, ...args], {
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
  // Tests that only await `ended` ignore `ready`: prevents an unhandled rejection.
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

/** Logs in as the shared administrator; resolves to the header `cookie` of the session. */
export const logInTo = async (address: string, password: string): Promise<string> => {
  const headers = { 'content-type': 'application/json' }
  const url = `${address}/api/admin/login`
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ password }) })
  expect(response.status).toBe(200)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** Waits until the statements of a killed server have ended: a running one may still commit. */
export const waitForStatementsToEnd = async (pool: pg.Pool): Promise<void> => {
  const running = async () => {
    const { rowCount } = await pool.query(
      `SELECT FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid() AND (state <> 'idle' OR xact_start IS NOT NULL)`,
    )
    return rowCount
  }
  await expect.poll(running, { interval: 10, timeout: 60_000 }).toBe(0)
}
