import { spawn, spawnSync } from 'node:child_process'
import * as fs from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findBinaries } from '../platform/embedded/binaries.ts'
import { databaseUser } from '../platform/embedded/os-user.ts'

/** A PostgreSQL server that is reached only over TCP, on its own port of 127.0.0.1, like a server on another machine. */
export interface PostgresServer {
  readonly pid: number
  readonly port: number
  readonly folder: string
  /** Resolves to everything that it printed, when it has ended. */
  readonly ended: Promise<string>
  kill(signal: NodeJS.Signals): void
}

/** The superuser of each cluster. */
export const serverRole = 'kontor'

const user = databaseUser()

const binaries = () => findBinaries(user, join(tmpdir(), 'kontor-test-binaries'))

/** Gives a file or folder to the user that runs the database. */
export const giveToDatabaseUser = (path: string): void => {
  if (user) fs.chownSync(path, user.uid, user.gid)
}

/** Creates a folder for clusters, and lets every user enter it, since the database may run as another user. */
export const makeServersFolder = (): string => {
  const folder = fs.mkdtempSync(join(tmpdir(), 'kontor-servers-'))
  fs.chmodSync(folder, 0o755)
  return folder
}

export const findFreePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

/** Creates a cluster that trusts everybody on loopback. `access` overrides its `pg_hba.conf`. */
export const createServerFolder = (folder: string, access?: string): void => {
  fs.mkdirSync(folder, { mode: 0o700 })
  giveToDatabaseUser(folder)
  const options = ['-D', folder, '-U', serverRole, '--auth=trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  const made = spawnSync(binaries().initdb, options, {
    ...user,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH },
  })
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  const defaults = 'host all all 127.0.0.1/32 trust\nhost replication all 127.0.0.1/32 trust\n'
  fs.writeFileSync(join(folder, 'pg_hba.conf'), access ?? defaults)
}

/** Starts a cluster and waits until it accepts connections; for a standby, read-only ones are enough. */
export const startPostgresServer = async (
  folder: string,
  port: number,
  settings: readonly string[] = [],
): Promise<PostgresServer> => {
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=60',
    ...settings,
  ]
  const child = spawn(binaries().postgres, ['-D', folder, ...all.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: '/',
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  }
  const ended = new Promise<string>((resolve, reject) => {
    child.once('error', reject).once('close', () => resolve(printed))
  })
  let hasEnded = false
  ended.then(
    () => {
      hasEnded = true
    },
    () => {
      hasEnded = true
    },
  )
  while (!/ready to accept (?:read-only )?connections/.test(printed)) {
    if (hasEnded) throw new Error(`PostgreSQL ended: ${printed}`)
    await sleep(20)
  }
  return { pid: child.pid ?? 0, port, folder, ended, kill: (signal) => void child.kill(signal) }
}

/** Runs statements on a server, each in its own transaction. Returns the rows of the last one. */
export const runStatements = async (port: number, statements: readonly string[], database = 'postgres') => {
  const client = new pg.Client({ host: '127.0.0.1', port, user: serverRole, database, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}
