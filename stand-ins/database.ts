import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

/** Socket folder of a running Kontor's database, from PostgreSQL's pid file. */
const socketFolder = (dataDir: string): string => {
  const folder = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]
  if (!folder) throw new Error(`No database runs in ${dataDir}.`)
  return folder
}

/** Runs a statement on a running Kontor's embedded database, for data that the API can't create. */
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
