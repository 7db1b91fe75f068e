import pg from 'pg'
import { StartFailure } from '../lifecycle/start-failure.ts'
import { type DatabaseOptions, sessionTimeouts } from './database.ts'
import type { DatabaseAccess } from './rights.ts'

/** The oldest major version of PostgreSQL that Kontor's SQL is written for. */
const oldestMajor = 15

/** For the connection and for its one query. Milliseconds. */
const patienceMs = 10_000

/** A pooler such as PgBouncer takes only the parameters that it knows: it answers this at the start of a connection. */
const refusesParameters = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '08P01' && error.message.includes('startup parameter')

const withoutTimeouts = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

type Name = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

/** What a connection said. */
interface Answer {
  /** We talk to PostgreSQL itself: a pooler tells its clients process numbers of its own. */
  readonly direct: boolean
  readonly role: string
  /** Tells one database from another. */
  readonly database: string
  /** Where tables are made and found. */
  readonly schema: string | null
}

/**
 * Checks that the PostgreSQL of `DATABASE_URL`, and with another role that of `DATABASE_OWNER_URL`, can be used.
 * @throws StartFailure when it cannot, or the two are not the same database
 */
export const checkOwnServer = async (databaseUrl: string, ownerUrl?: string): Promise<DatabaseAccess> => {
  const { options: runtime, answer } = await checkUrl('DATABASE_URL', databaseUrl)
  if (!ownerUrl) return { runtime, owner: runtime, runtimeRole: undefined }
  const owner = await checkUrl('DATABASE_OWNER_URL', ownerUrl)
  if (owner.answer.database !== answer.database)
    throw new StartFailure('DATABASE_URL and DATABASE_OWNER_URL must name the same database.')
  if (owner.answer.schema !== answer.schema)
    throw new StartFailure(
      `The roles of DATABASE_URL and DATABASE_OWNER_URL find their tables in different schemas (${answer.schema}, ${owner.answer.schema}): give both the same search_path.`,
    )
  return { runtime, owner: owner.options, runtimeRole: owner.answer.role === answer.role ? undefined : answer.role }
}

/**
 * Checks that the PostgreSQL of a URL can be used, and written. Behind a pooler that takes no parameters connections have no
 * timeouts of their own: the pooler's hold.
 * @throws StartFailure when it cannot be reached, refuses us, is too old or is read-only
 */
const checkUrl = async (name: Name, url: string): Promise<{ options: DatabaseOptions; answer: Answer }> => {
  const options = { connectionString: url }
  try {
    const answer = await check(name, { ...options, ...sessionTimeouts })
    return { options: { ...options, ownSessions: answer.direct }, answer }
  } catch (error) {
    if (!refusesParameters(error instanceof StartFailure ? error.cause : error)) throw error
    return { options: { ...options, ...withoutTimeouts }, answer: await check(name, options) }
  }
}

const check = async (name: Name, options: pg.ClientConfig): Promise<Answer> => {
  const client = new pg.Client({ connectionTimeoutMillis: patienceMs, query_timeout: patienceMs, ...options })
  // A connection that breaks meanwhile rejects the query as well.
  client.on('error', () => {})
  let toldPid: unknown
  client.connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
    toldPid = processID
  })
  try {
    await client.connect()
    const { rows } = await client.query<Row>(`
      SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version, current_user AS role, current_schema() AS schema,
        concat_ws(' ', d.oid, extract(epoch FROM pg_postmaster_start_time())) AS database,
        pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"
      FROM pg_database d WHERE d.datname = current_database()`)
    const [row] = rows
    if (!row) throw new Error('PostgreSQL does not know its own database')
    assertNewEnough(name, row.version)
    if (row.readOnly) throw new StartFailure(readOnlySentence(name, client))
    return { direct: row.pid === toldPid, role: row.role, database: row.database, schema: row.schema }
  } catch (error) {
    throw error instanceof StartFailure ? error : new StartFailure(whyUnusable(name, client, error), { cause: error })
  } finally {
    await client.end()
  }
}

interface Row {
  readonly pid: number
  readonly version: string
  readonly role: string
  readonly database: string
  readonly schema: string | null
  readonly readOnly: boolean
}

const readOnlySentence = (name: Name, { host, port }: pg.Client): string =>
  `The PostgreSQL of ${name} at ${host}:${port} is read-only: it is a standby, or set so. Name the one that can be written.`

const assertNewEnough = (name: Name, version: string): void => {
  if (Number.parseInt(version, 10) >= oldestMajor) return
  throw new StartFailure(`${name} is a PostgreSQL ${version}; Kontor needs version ${oldestMajor} or later.`)
}

const whyUnusable = (name: Name, { host, port, database }: pg.Client, error: unknown): string => {
  if (error instanceof pg.DatabaseError)
    return `The PostgreSQL of ${name} at ${host}:${port} refuses to open ${database} (${error.message}).`
  const code = error instanceof Error && 'code' in error ? String(error.code) : undefined
  const reason = code ?? (error instanceof Error ? error.message : String(error))
  return `The PostgreSQL of ${name} cannot be reached at ${host}:${port} (${reason}): check the address, and that it runs.`
}
