import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { inject } from 'vitest'
import { type Database, type DatabaseOptions, openDatabase } from '../platform/database/database.ts'
import { onCleanup } from './cleanup.ts'
import { asRuntime, runOnServer, urlOf, withDatabase } from './postgres.ts'

export interface TestDatabase extends Database {
  /** Options to connect from another process or pool. */
  readonly options: pg.PoolConfig
  /** The options as a `DATABASE_URL`. */
  readonly url: string
  /** Options to connect with the privileges of Kontor's runtime role. */
  readonly runtime: DatabaseOptions
}

/**
 * Creates a database: migrated and without rows or, with `empty: true`, without any table. Drops it after the calling test, `describe`
 * or file.
 */
export const createTestDatabase = async ({ empty = false } = {}): Promise<TestDatabase> => {
  const server = inject('testPostgres')
  const template = inject('testTemplate')
  const name = template.replace('template', randomBytes(6).toString('hex'))
  // Copying files takes a third of the time of copying through the log.
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${empty ? 'template0' : template} STRATEGY file_copy`)
  const options = withDatabase(server, name)
  const database = openDatabase(options)
  onCleanup(async () => {
    await database.close()
    await runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
  })
  return { ...database, options, url: urlOf(options), runtime: asRuntime(options) }
}

/** Makes a database one from before `0001_baseline`, at `0064_servers`, in names of functions, in one column and in its history. */
export const giveOldSchema = async ({ pool }: TestDatabase): Promise<void> => {
  await pool.query(`
    ALTER FUNCTION notify_changes() RENAME TO tell_changes;
    ALTER FUNCTION record_audit_events() RENAME TO note_audit_events;
    ALTER FUNCTION record_lead_changes() RENAME TO note_lead_changes;
    ALTER FUNCTION record_lead_fields() RENAME TO note_lead_fields;
    ALTER FUNCTION analyze_table(regclass) RENAME TO count_table_anew;
    ALTER FUNCTION notify_changes_of(regclass, text, name) RENAME TO tell_changes_of;
    ALTER TABLE authenticators DROP COLUMN version;
    UPDATE migrations SET name = '0001_tables' WHERE name = '0001_baseline';
    INSERT INTO migrations (name, hash)
    VALUES ('0064_servers', '718df391e0d894554b81fd493512ea104e1f39ee9e4809b0505ae17acac9efd0')`)
}

/** For each list of tables: these tables, and all that reference them, directly or not. Cached, since each database has the same schema. */
const dependants = new Map<string, readonly string[]>()

const findDependants = async (pool: pg.Pool, tables: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `WITH RECURSIVE found(id) AS (
       SELECT unnest($1::text[])::regclass::oid
       UNION SELECT conrelid FROM pg_constraint JOIN found ON confrelid = id WHERE contype = 'f'
     )
     SELECT id::regclass::text AS name FROM found`,
    [tables],
  )
  return rows.map(({ name }) => name)
}

/**
 * Deletes all rows of the tables and of those that reference them, as `TRUNCATE … CASCADE` does, but many times
 * faster on tables with few rows. Runs no triggers.
 */
export const clearTables = async (pool: pg.Pool, ...tables: readonly string[]): Promise<void> => {
  const key = tables.join()
  const found = dependants.get(key) ?? (await findDependants(pool, tables))
  dependants.set(key, found)
  const deletions = found.map((name) => `DELETE FROM ${name};`).join(' ')
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica; ${deletions} COMMIT`)
}
