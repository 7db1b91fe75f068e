import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Returns the options to connect to a running Kontor's embedded database. Reads the socket's folder from PostgreSQL's pid file. */
export const embeddedDatabase = (dataDir: string): pg.ClientConfig => {
  const host = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]
  if (!host) throw new Error(`No database runs in ${dataDir}.`)
  return { host, user: 'kontor', database: 'kontor' }
}

/** A client of a running Kontor's embedded database. */
export interface EmbeddedSql {
  /** Runs a statement, for data that the API can't create. */
  run(statement: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

/** Opens a running Kontor's embedded database; connects at the first statement. */
export const openSql = (dataDir: string): EmbeddedSql => {
  let pool: pg.Pool | undefined
  const connect = () => {
    const opened = new pg.Pool({ ...embeddedDatabase(dataDir), allowExitOnIdle: true })
    // Ignores a lost connection: Kontor may stop its database before the test ends.
    opened.on('error', () => undefined)
    return opened
  }
  return {
    run: async (statement, values = []) => {
      pool ??= connect()
      return (await pool.query<Record<string, unknown>>(statement, [...values])).rows
    },
    close: async () => pool?.end(),
  }
}
