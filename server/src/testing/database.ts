import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/database/database.ts'
import { runtimeRole } from '../platform/database/embedded/cluster.ts'
import { afterUse } from './cleanup.ts'
import { inDatabase, onServer, urlOf } from './postgres.ts'

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
  const server = inject('testServer')
  const template = inject('testTemplate')
  const name = template.replace('template', randomBytes(6).toString('hex'))
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : template}`)
  const options = inDatabase(server, name)
  const database = openDatabase(options)
  afterUse(async () => {
    await database.close()
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { ...database, options, url: urlOf(options), runtime: { ...options, options: `-c role=${runtimeRole}` } }
}
