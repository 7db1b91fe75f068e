import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { adminPassword, startKontor } from '../stand-ins/kontor.ts'
import { databaseMs, processorMs } from './processor-time.ts'

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Starts the real server in production mode with a new database. `used()` returns the CPU milliseconds of server and database so far. */
export const startServer = async (env: Readonly<Record<string, string>> = {}) => {
  const kontor = await startKontor({ NODE_ENV: 'production', ...env })
  const port = Number(new URL(kontor.url).port)
  const used = () => ({ server: processorMs(kontor.pid), database: databaseMs(kontor.dataDir) })
  return { ...kontor, port, origin: `http://127.0.0.1:${port}`, used }
}

/** Starts a bare `node:http` server for comparison: `same-bytes.ts` or `bare-leads.ts`. */
export const startBare = async (path: string, argument: string) => {
  const child = fork(fileURLToPath(new URL(path, import.meta.url)), [argument])
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`${path} ended with ${code}`)))
  const [{ ready }] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => undefined)
  return { origin: String(ready), port: Number(new URL(String(ready)).port), stop: () => child.kill('SIGTERM') }
}

export const adminCookie = async (origin: string): Promise<string> => {
  const login = await fetch(`${origin}/api/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: adminPassword }),
  })
  return login.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
