import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../platform/database/embedded/embedded.ts'

/** The embedded PostgreSQL in a folder of its own, for the tests of one run. */
export const startTestServer = async (): Promise<{ options: pg.PoolConfig; stop: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kontor-test-'))
  const { options, stop } = await startEmbedded({ dataDir, log: () => {} })
  return {
    options,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true })
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

/** How to reach it as a `DATABASE_URL`. */
export const urlOf = ({ connectionString, user, host, port, database }: pg.PoolConfig): string =>
  connectionString ?? `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
