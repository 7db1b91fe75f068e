import { hash } from 'node:crypto'
import pg from 'pg'
import { type Database, type DatabaseOptions, openDatabase } from '../database/database.ts'
import { errorCode } from '../errors/error-code.ts'

/** Thrown if the database can't be created: the role has no right to create one, or the server can't be reached. */
export class NoTemporaryDatabase extends Error {
  readonly reason: 'rights' | 'unreachable'

  constructor(reason: 'rights' | 'unreachable', options: ErrorOptions) {
    super(`No temporary database for verifying a backup (${reason})`, options)
    this.reason = reason
  }
}

/** Timeout in milliseconds. Creating a database copies a template, and dropping one waits for a checkpoint. */
const statementTimeoutMs = 5 * 60_000

const connectTimeoutMs = 10_000

/** Returns options for another database on the same server. */
const onDatabase = (server: DatabaseOptions, database: string): DatabaseOptions => {
  if (!server.connectionString) return { ...server, database }
  // `URL` rejects the driver's form for a socket: postgres://user@/name?host=/folder
  const connectionString = server.connectionString.replace(/^(\w+:\/\/[^/]*)(\/[^?]*)?/, `$1/${database}`)
  return { ...server, connectionString }
}

const connect = async (server: DatabaseOptions): Promise<pg.Client> => {
  const client = new pg.Client({ ...server, connectionTimeoutMillis: connectTimeoutMs })
  // Without a listener, a connection error would end the process. The error also rejects the query.
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query(`SET statement_timeout = ${statementTimeoutMs}`)
    return client
  } catch (cause) {
    await client.end()
    throw new NoTemporaryDatabase('unreachable', { cause })
  }
}

/** Returns the name of an installation's temporary database. It is always the same, so that a run drops what a killed run left. */
export const temporaryName = (owner: string): string => `kontor_verify_${hash('sha256', owner).slice(0, 16)}`

/**
 * Runs `work` with an empty database that is dropped afterwards. Only one may exist for an `owner` at a time.
 * @param server any database on a server; its role needs CREATEDB
 * @throws NoTemporaryDatabase when it can't be created
 */
export const withTemporaryDatabase = async <Result>(
  server: DatabaseOptions,
  owner: string,
  work: (database: Database) => Promise<Result>,
): Promise<Result> => {
  const name = temporaryName(owner)
  const client = await connect(server)
  try {
    await create(client, name)
    const database = openDatabase({ ...onDatabase(server, name), max: 2 })
    try {
      return await work(database)
    } finally {
      await database.close()
      await drop(client, name)
    }
  } finally {
    await client.end()
  }
}

/**
 * Drops a database. Ends the sessions that the role may end. For others, such as one that is closing after `SET ROLE`, DROP waits five seconds.
 * WITH (FORCE) would end sessions, too, but while autovacuum works in the database only a superuser may use it. Without FORCE, PostgreSQL ends
 * autovacuum itself.
 */
const drop = async (client: pg.Client, name: string): Promise<void> => {
  await client.query(
    "SELECT pg_terminate_backend(pid, $2) FROM pg_stat_activity WHERE datname = $1 AND pg_has_role(usesysid, 'USAGE')",
    [name, connectTimeoutMs],
  )
  await client.query(`DROP DATABASE IF EXISTS ${name}`)
}

const create = async (client: pg.Client, name: string): Promise<void> => {
  try {
    await drop(client, name)
    await client.query(`CREATE DATABASE ${name}`)
  } catch (cause) {
    if (errorCode(cause) === '42501') throw new NoTemporaryDatabase('rights', { cause })
    throw cause
  }
}
