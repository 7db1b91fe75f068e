import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/database/database.ts'
import { onCleanup } from './cleanup.ts'
import { asRuntime, runOnServer, urlOf, withDatabase } from './postgres.ts'

export interface TestDatabase extends Database {
  /** How to connect from another process or pool. */
  readonly options: pg.PoolConfig
  /** The same as a `DATABASE_URL`. */
  readonly url: string
  /** How to connect with the server's privileges. */
  readonly runtime: DatabaseOptions
}

/**
 * Creates a database, migrated and without rows, or with `empty: true` without any table. Drops it after the test, `describe` or file
 * that called it.
 */
export const createTestDatabase = async ({ empty = false } = {}): Promise<TestDatabase> => {
  const server = inject('testPostgres')
  const template = inject('testTemplate')
  const name = template.replace('template', randomBytes(6).toString('hex'))
  // A copy of files takes a third of the time of a copy through the log.
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : template} STRATEGY file_copy`)
  const options = withDatabase(server, name)
  const database = openDatabase(options)
  onCleanup(async () => {
    await database.close()
    await runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { ...database, options, url: urlOf(options), runtime: asRuntime(options) }
}
