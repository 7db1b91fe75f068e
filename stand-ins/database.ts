import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** How to connect to a running Kontor's embedded database, by the socket folder in PostgreSQL's pid file. */
export const embeddedDatabase = (dataDir: string): pg.ClientConfig => {
  const host = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]
  if (!host) throw new Error(`No database runs in ${dataDir}.`)
  return { host, user: 'kontor', database: 'kontor' }
}

/** Runs a statement on a running Kontor's embedded database, for data that the API can't create. */
export const runSql = async (dataDir: string, statement: string, values: readonly unknown[] = []) => {
  const client = new pg.Client(embeddedDatabase(dataDir))
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, unknown>>(statement, [...values])
    return rows
  } finally {
    await client.end()
  }
}
