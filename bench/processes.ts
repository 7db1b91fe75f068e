import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
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

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

const startServer = async (path: string, args: string[], env: Record<string, string>): Promise<RunningServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kontor-bench-'))
  const child = fork(file(path), args.length ? args : [dataDir], {
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
      await stopChild(child)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (!address || typeof address === 'string') throw new Error('No free port')
  return address.port
}

/** The real server with an embedded database of its own, in a throw-away folder. */
export const startKontor = async (env: Record<string, string>): Promise<RunningServer> =>
  startServer('../server/src/main.ts', [], { NODE_ENV: 'production', PORT: String(await freePort()), ...env })

export const startBareServer = (): Promise<RunningServer> => startServer('./bare-server.ts', [], {})

/** A bare `node:http` server that answers everything with what stands at `url`. */
export const startSameBytes = (url: string): Promise<RunningServer> => startServer('./same-bytes.ts', [url], {})

/** The bare list of leads on an existing database. */
export const startBareLeads = async (database: object): Promise<{ readonly port: number; stop(): Promise<void> }> => {
  const child = fork(file('./bare-leads.ts'), [JSON.stringify(database)])
  const { ready } = await nextMessage(child)
  return { port: Number(new URL(String(ready)).port), stop: () => stopChild(child) }
}

export interface MailSink {
  readonly url: string
  /** Mails taken so far. */
  taken(): Promise<number>
  stop(): Promise<void>
}

export const startMailSink = async (): Promise<MailSink> => {
  const child = fork(file('./mail-sink.ts'))
  const { port } = await nextMessage(child)
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: async () => {
      const answer = nextMessage(child)
      child.send('taken?')
      return Number((await answer).taken)
    },
    stop: () => stopChild(child),
  }
}

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
