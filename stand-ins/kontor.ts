import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openSql } from './database.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A running server with its own data folder. */
export interface Kontor {
  readonly url: string
  readonly pid: number
  readonly dataDir: string
  /** Returns all output of the server so far. */
  output(): string
  /** Runs a statement on the server's database. */
  sql(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  /** Stops the server with SIGTERM, removes the data folder and resolves to the exit code. */
  stop(): Promise<number | null>
}

export const adminPassword = 'en-lang-setning-for-testene'
export const sales = { username: 'salg', password: 'et-annet-langt-passord' }

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })

/**
 * Finds a free port for the server, which can't use PORT=0, since pages and mails contain its URL. Searches below the ephemeral range,
 * where an outgoing connection could take the port first.
 */
const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_000, 30_000)
    if (await isFree(port)) return port
  }
}

const newDataFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  // If root starts the server, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  return folder
}

/** Returns only the environment variables that every program needs, so that the developer's settings don't affect the tests. */
const minimalEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(([name]) => /^(?:PATH|HOME|LANG|TMPDIR|USER|NODE_COMPILE_CACHE)$/.test(name)),
  )

/**
 * Starts the real server from `home` on a free port with an empty database. If it doesn't start, throws an error with its output.
 * @param signal kills the server when it is aborted
 */
export const startKontor = async (
  env: Readonly<Record<string, string>> = {},
  home: string = root,
  signal?: AbortSignal,
): Promise<Kontor> => {
  const [folder, port] = [newDataFolder(), await freePort()]
  const dataDir = join(folder, 'data')
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: home,
    env: {
      ...minimalEnvironment(),
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_PASSWORD: adminPassword,
      SALES_USERNAME: sales.username,
      SALES_PASSWORD: sales.password,
      PUBLIC_FORM_LIMIT: '100000',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    ...(signal && { signal, killSignal: 'SIGKILL' }),
  })
  const printed: string[] = []
  child.stdout?.on('data', (chunk) => printed.push(String(chunk)))
  child.stderr?.on('data', (chunk) => printed.push(String(chunk)))
  const output = () => printed.join('')
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))

  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', ({ ready }: { readonly ready: string }) => resolve(ready))
    child.once('error', reject)
    exited.then((code) => reject(new Error(`Kontor ended with ${code} before it was ready:\n${output()}`)))
  })
  const { pid } = child
  if (pid === undefined) throw new Error('Kontor has no process id.')
  const { run, close } = openSql(dataDir)
  return {
    url,
    pid,
    dataDir,
    output,
    sql: run,
    stop: async () => {
      await close()
      child.kill('SIGTERM')
      const code = await exited
      rmSync(folder, { recursive: true, force: true })
      return code
    },
  }
}
