import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Where the database of a running Kontor listens: PostgreSQL writes it down itself. */
const socketFolder = (dataDir: string): string => {
  const folder = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]
  if (!folder) throw new Error(`No database runs in ${dataDir}.`)
  return folder
}

/** Runs one statement on the embedded database of a running Kontor, for what its calls cannot bring about. */
export const runSql = async (dataDir: string, statement: string, values: readonly unknown[] = []) => {
  const client = new pg.Client({ host: socketFolder(dataDir), user: 'kontor', database: 'kontor' })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, [...values])
    return rows
  } finally {
    await client.end()
  }
}

/**
 * The statement that empties tables and all that refers to them, `tables` as SQL names them; also the evidence of agreements
 * that an earlier file of the same worker has left, which the database lets nobody take away otherwise.
 */
export const emptying = (tables: string): string =>
  `DO $$ BEGIN SET LOCAL session_replication_role = replica; TRUNCATE ${tables} CASCADE; END $$`
