import pg from 'pg'
import { StartFailure } from '../lifecycle/start-failure.ts'
import { type DatabaseOptions, sessionTimeouts } from './database.ts'

/** The oldest major version of PostgreSQL that Kontor's SQL is written for. */
const oldestMajor = 15

/** For the connection and for its one query. Milliseconds. */
const patienceMs = 10_000

/** A pooler such as PgBouncer takes only the parameters that it knows: it answers this at the start of a connection. */
const refusesParameters = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '08P01' && error.message.includes('startup parameter')

const withoutTimeouts = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

/**
 * Checks that the PostgreSQL of `DATABASE_URL` can be used, and written. Behind a pooler that takes no parameters connections have no
 * timeouts of their own: the pooler's hold.
 * @returns how to connect to it
 * @throws StartFailure when it cannot be reached, refuses us, is too old or is read-only
 */
export const checkOwnServer = async (databaseUrl: string): Promise<DatabaseOptions> => {
  const options = { connectionString: databaseUrl }
  try {
    return { ...options, ownSessions: await check({ ...options, ...sessionTimeouts }) }
  } catch (error) {
    if (!refusesParameters(error instanceof StartFailure ? error.cause : error)) throw error
    await check(options)
    return { ...options, ...withoutTimeouts }
  }
}

/** Whether we talk to PostgreSQL itself: a pooler tells its clients process numbers of its own. */
const check = async (options: pg.ClientConfig): Promise<boolean> => {
  const client = new pg.Client({ connectionTimeoutMillis: patienceMs, query_timeout: patienceMs, ...options })
  // A connection that breaks meanwhile rejects the query as well.
  client.on('error', () => {})
  let toldPid: unknown
  client.connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
    toldPid = processID
  })
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; version: string; readOnly: boolean }>(`
      SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version,
        pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"`)
    assertNewEnough(rows[0]?.version ?? '')
    if (rows[0]?.readOnly) throw new StartFailure(readOnlySentence(client))
    return rows[0]?.pid === toldPid
  } catch (error) {
    throw error instanceof StartFailure ? error : new StartFailure(whyUnusable(client, error), { cause: error })
  } finally {
    await client.end()
  }
}

const readOnlySentence = ({ host, port }: pg.Client): string =>
  `The PostgreSQL of DATABASE_URL at ${host}:${port} is read-only: it is a standby, or set so. Name the one that can be written.`

const assertNewEnough = (version: string): void => {
  if (Number.parseInt(version, 10) >= oldestMajor) return
  throw new StartFailure(`DATABASE_URL is a PostgreSQL ${version}; Kontor needs version ${oldestMajor} or later.`)
}

const whyUnusable = ({ host, port, database }: pg.Client, error: unknown): string => {
  if (error instanceof pg.DatabaseError)
    return `The PostgreSQL of DATABASE_URL at ${host}:${port} refuses to open ${database} (${error.message}).`
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const reason = code ?? (error instanceof Error ? error.message : String(error))
  return `The PostgreSQL of DATABASE_URL cannot be reached at ${host}:${port} (${reason}): check the address, and that it runs.`
}
