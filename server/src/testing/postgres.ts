import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { agreementRights } from '../features/agreements/agreements.table.ts'
import { prepareDatabase } from '../platform/access/rights.ts'
import { openDatabase } from '../platform/database/database.ts'
import { runtimeRole, superuser } from '../platform/embedded/cluster.ts'
import { startEmbedded } from '../platform/embedded/embedded.ts'
import { stopPostmaster } from '../platform/embedded/postmaster.ts'
import { findPostmaster, isAlive } from '../platform/embedded/processes.ts'
import { createJobs } from '../platform/jobs/pg-boss-jobs.ts'

const run = promisify(execFile)

/** Copies a folder and keeps its owners, unlike Node's own copy functions. */
export const copyFolder = async (from: string, to: string): Promise<void> => {
  await run('cp', ['-a', from, to])
}

/** Settings that turn off durability: tests' rows need not survive a power cut, only a killed server. */
const settingsOfTests = ['fsync = off', 'full_page_writes = off', 'jit = off']

const applySettings = async (superuserOptions: pg.PoolConfig, settings: readonly string[]): Promise<void> => {
  for (const setting of settings) await runOnServer(superuserOptions, `ALTER SYSTEM SET ${setting}`)
  await runOnServer(superuserOptions, 'SELECT pg_reload_conf()')
}

/** Starts the embedded PostgreSQL in its own folder, for the tests of one run. */
export const startTestPostgres = async (): Promise<{ options: pg.PoolConfig; stop: () => Promise<void> }> => {
  await removeLeftovers()
  const dataDir = await mkdtemp(join(tmpdir(), `kontor-test-${process.pid}-`))
  const { owner, stop } = await startEmbedded({ dataDir, log: () => {} })
  const options = { ...owner, user: superuser }
  // This server is never killed, so commits need not wait for the log either.
  await applySettings(options, [...settingsOfTests, 'synchronous_commit = off'])
  return {
    options,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true })
    },
  }
}

/** Migrates a database and adds the job queue's tables. */
export const prepareTestDatabase = async (owner: pg.PoolConfig, runtime: pg.PoolConfig): Promise<void> => {
  await prepareDatabase({ owner, runtimeRole }, agreementRights)
  const database = openDatabase(runtime)
  const jobs = createJobs({ pool: database.pool, worker: 'off', log: { warn: () => {}, error: () => {} } })
  await jobs.start()
  await jobs.stop(0)
  await database.close()
}

/** Creates a data folder with a stopped, migrated database without rows, for tests to copy. */
export const makePreparedDataDir = async (): Promise<{ dataDir: string; remove: () => Promise<void> }> => {
  const dataDir = await mkdtemp(join(tmpdir(), `kontor-test-${process.pid}-`))
  const { owner, runtime, stop } = await startEmbedded({ dataDir, log: () => {} })
  await prepareTestDatabase(owner, runtime)
  await applySettings({ ...owner, user: superuser }, settingsOfTests)
  await stop()
  return { dataDir, remove: () => rm(dataDir, { recursive: true }) }
}

/** Stops databases and removes folders that killed runs left behind. */
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

/** Returns options for another database on the same server. */
export const withDatabase = (server: pg.PoolConfig, database: string): pg.PoolConfig => {
  if (!server.connectionString) return { ...server, database }
  // `URL` rejects the driver's form for a socket: postgres://user@/name?host=/folder
  const connectionString = server.connectionString.replace(/^(\w+:\/\/[^/]*)(\/[^?]*)?/, `$1/${database}`)
  return { ...server, connectionString }
}

/** Returns options to connect with the privileges of Kontor's runtime role. The role of `options` must be allowed to become that role. */
export const asRuntime = (options: pg.PoolConfig): pg.PoolConfig => ({ ...options, options: `-c role=${runtimeRole}` })

/** Runs one statement on the server itself, outside the tests' databases. */
export const runOnServer = async <Row extends pg.QueryResultRow>(
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

/** Returns the options as a `DATABASE_URL`. */
export const urlOf = ({ connectionString, user, host, port, database }: pg.PoolConfig): string =>
  connectionString ?? `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
