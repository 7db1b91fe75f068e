import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded } from '../platform/database/embedded/embedded.ts'
import { stopPostmaster } from '../platform/database/embedded/postmaster.ts'
import { findPostmaster, isAlive } from '../platform/database/embedded/processes.ts'

/** The embedded PostgreSQL in a folder of its own, for the tests of one run. */
export const startTestServer = async (): Promise<{ options: pg.PoolConfig; stop: () => Promise<void> }> => {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), `kontor-test-${process.pid}-`))
  const { options, stop } = await startEmbedded({ dataDir, log: () => {} })
  return {
    options,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** A run that was killed leaves its database running: the next one ends it. */
const removeLeftovers = async (): Promise<void> => {
  for (const name of await readdir(tmpdir())) {
    const [, pid] = /^kontor-test-(\d+)-/.exec(name) ?? []
    if (!pid || isAlive(Number(pid))) continue
    const cluster = join(tmpdir(), name, 'postgres')
    const running = findPostmaster(cluster)
    if (running) await stopPostmaster(cluster, running)
    await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** The same server, another database on it. */
export const inDatabase = (server: pg.PoolConfig, database: string): pg.PoolConfig => {
  if (!server.connectionString) return { ...server, database }
  // Not by `URL`, which does not take the driver's form for a socket: postgres://user@/name?host=/folder
  const connectionString = server.connectionString.replace(/^(\w+:\/\/[^/]*)(\/[^?]*)?/, `$1/${database}`)
  return { ...server, connectionString }
}

/** Runs one statement on the server itself, outside of the tests' databases. */
export const onServer = async <Row extends pg.QueryResultRow>(
  server: pg.PoolConfig,
  statement: string,
): Promise<Row[]> => {
  const client = new pg.Client(server)
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/** How to reach it as a `DATABASE_URL`. */
export const urlOf = ({ connectionString, user, host, port, database }: pg.PoolConfig): string =>
  connectionString ?? `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
