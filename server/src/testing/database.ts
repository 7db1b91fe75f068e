import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { afterAll, inject } from 'vitest'
import { type Database, openDatabase } from '../platform/database/database.ts'
import { inDatabase, onServer } from './postgres.ts'

export interface TestDatabase extends Database {
  /** How to reach it from another process or pool. */
  readonly options: pg.PoolConfig
}

/**
 * A database of its own, dropped after the tests of the file: migrated and empty, or with `empty: true` without any table.
 * Call it at the top level of a test file or a `describe`.
 */
export const createTestDatabase = async ({ empty = false } = {}): Promise<TestDatabase> => {
  const server = inject('testServer')
  const name = `kontor_test_${randomBytes(6).toString('hex')}`
  await onServer(server, `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : inject('testTemplate')}`)
  const options = inDatabase(server, name)
  const database = openDatabase(options)
  afterAll(async () => {
    await database.close()
    await onServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { ...database, options }
}
