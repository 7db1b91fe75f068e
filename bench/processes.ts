import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../stand-ins/kontor.ts'
import { databaseMs, processorMs } from './processor-time.ts'

export interface RunningServer {
  readonly port: number
  readonly process: ChildProcess
  /** Where its database and files are, if it has any. */
  readonly dataDir: string
  /** Processor time so far, in milliseconds. */
  used(): { readonly server: number; readonly database: number }
  stop(): Promise<void>
}

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url))

const nextMessage = (child: ChildProcess): Promise<Record<string, unknown>> =>
  new Promise((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnargs.join(' ')} ended`))
    child.once('exit', ended)
    child.once('message', (message: Record<string, unknown>) => {
      child.off('exit', ended)
      resolve(message)
    })
  })

const startServer = async (path: string, args: string[], env: Record<string, string>): Promise<RunningServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const child = fork(file(path), args, {
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    // Its log is written, as it is in earnest, to where it costs no disk.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const { ready } = await nextMessage(child)
  return {
    port: Number(new URL(String(ready)).port),
    process: child,
    dataDir,
    used: () => ({ server: processorMs(child.pid ?? -1), database: databaseMs(dataDir) }),
    stop: async () => {
      if (child.exitCode === null) {
        child.kill('SIGTERM')
        await once(child, 'exit')
      }
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The real server with an embedded database of its own, in a throw-away folder. */
export const startKontor = async (env: Record<string, string>): Promise<RunningServer> =>
  startServer('../server/src/main.ts', [], { NODE_ENV: 'production', PORT: String(await freePort()), ...env })

/** A bare `node:http` server that answers everything with what stands at `url`. */
export const startSameBytes = (url: string): Promise<RunningServer> => startServer('./same-bytes.ts', [url], {})

/** The bare list of leads on an existing database. */
export const startBareLeads = (database: object): Promise<RunningServer> =>
  startServer('./bare-leads.ts', [JSON.stringify(database)], {})

/** Logs the administrator in; the cookie that proves it. */
export const adminCookie = async (origin: string, password: string): Promise<string> => {
  const login = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password }),
  })
  return login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
