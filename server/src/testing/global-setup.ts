import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../platform/database/database.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { inDatabase, makePreparedDataDir, onServer, startTestServer } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** How to reach the PostgreSQL of this run. */
    testServer: pg.PoolConfig
    /** The migrated, empty database that every test's database is copied from. */
    testTemplate: string
    /** A data folder with a stopped, migrated database, which `createPreparedDataDir` copies. */
    preparedDataDir: string
  }
}

/** Starts one PostgreSQL for the run, or takes the one that `TEST_DATABASE_URL` names, and migrates a template in it. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const url = process.env.TEST_DATABASE_URL
  const server = url ? { options: { connectionString: url }, stop: async () => undefined } : await startTestServer()
  const prepared = await makePreparedDataDir()
  const prefix = `kontor_test_${randomBytes(6).toString('hex')}`
  const template = `${prefix}_template`
  await onServer(server.options, `CREATE DATABASE ${template}`)
  const database = openDatabase(inDatabase(server.options, template))
  await migrateDatabase(database)
  await database.close()
  project.provide('testServer', server.options)
  project.provide('testTemplate', template)
  project.provide('preparedDataDir', prepared.dataDir)
  return async () => {
    // Also those of tests that were killed.
    const ours = await onServer<{ datname: string }>(
      server.options,
      `SELECT datname FROM pg_database WHERE starts_with(datname, '${prefix}')`,
    )
    for (const { datname } of ours) await onServer(server.options, `DROP DATABASE ${datname} WITH (FORCE)`)
    await server.stop()
    await prepared.remove()
  }
}
