import pg from 'pg'
import { type DatabaseOptions, sessionTimeouts } from '../database/database.ts'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'
import type { DatabaseAccess } from './rights.ts'

/** The oldest major version of PostgreSQL that Kontor's SQL is written for. */
const oldestMajor = 16

/** Timeout in milliseconds for connecting, and for the query. */
const timeoutMs = 10_000

/** Returns true for the error by which a pooler, such as PgBouncer, rejects an unknown startup parameter. */
const rejectsParameters = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '08P01' && error.message.includes('startup parameter')

const withoutTimeouts = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

type Name = 'DATABASE_URL' | 'DATABASE_OWNER_URL'

interface ServerInfo {
  readonly pid: number
  readonly version: string
  readonly role: string
  /** Identifies the database and its server: equal for two URLs of the same database. */
  readonly database: string
  /** The schema in which tables are created and found. */
  readonly schema: string | null
  readonly readOnly: boolean
}

/**
 * Checks that the databases of `DATABASE_URL` and, if it is set, `DATABASE_OWNER_URL` can be used.
 * @throws StartFailure if one can't be used, or they are not the same database
 */
export const checkOwnServer = async (databaseUrl: string, ownerUrl?: string): Promise<DatabaseAccess> => {
  const { options: runtime, info } = await checkUrl('DATABASE_URL', databaseUrl)
  if (!ownerUrl) return { runtime, owner: runtime, runtimeRole: undefined }
  const owner = await checkUrl('DATABASE_OWNER_URL', ownerUrl)
  if (owner.info.database !== info.database)
    throw new StartFailure('DATABASE_URL and DATABASE_OWNER_URL must name the same database.')
  if (owner.info.schema !== info.schema)
    throw new StartFailure(
      `The roles of DATABASE_URL and DATABASE_OWNER_URL find their tables in different schemas (${info.schema}, ${owner.info.schema}): give both the same search_path.`,
    )
  return { runtime, owner: owner.options, runtimeRole: owner.info.role === info.role ? undefined : info.role }
}

/**
 * Checks that the database of a URL can be used and written. If a pooler rejects the parameters for timeouts, connections set none and the
 * pooler's own timeouts apply.
 * @throws StartFailure when it cannot be reached, denies access, is too old or is read-only
 */
const checkUrl = async (name: Name, url: string) => {
  const options: DatabaseOptions = { connectionString: url }
  try {
    const info = await readServerInfo(name, { ...options, ...sessionTimeouts })
    return { options: { ...options, dedicatedSessions: info.direct }, info }
  } catch (error) {
    if (!rejectsParameters(error instanceof StartFailure ? error.cause : error)) throw error
    return { options: { ...options, ...withoutTimeouts }, info: await readServerInfo(name, options) }
  }
}

const readServerInfo = async (name: Name, options: pg.ClientConfig) => {
  const client = new pg.Client({ connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, ...options })
  // Without a listener, a connection error would end the process. The error also rejects the query.
  client.on('error', () => {})
  let announcedPid: unknown
  client.connection.once('backendKeyData', ({ processID }: { readonly processID: number }) => {
    announcedPid = processID
  })
  try {
    await client.connect()
    const { rows } = await client.query<ServerInfo>(`
      SELECT pg_backend_pid() AS pid, current_setting('server_version') AS version, current_user AS role, current_schema() AS schema,
        concat_ws(' ', d.oid, extract(epoch FROM pg_postmaster_start_time())) AS database,
        pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean AS "readOnly"
      FROM pg_database d WHERE d.datname = current_database()`)
    const [row] = rows
    if (!row) throw new Error('PostgreSQL does not know its own database')
    assertNewEnough(name, row.version)
    if (row.readOnly) throw new StartFailure(readOnlySentence(name, client))
    // A pooler announces another process id than PostgreSQL's.
    return { ...row, direct: row.pid === announcedPid }
  } catch (error) {
    throw error instanceof StartFailure ? error : new StartFailure(whyUnusable(name, client, error), { cause: error })
  } finally {
    await client.end()
  }
}

const readOnlySentence = (name: Name, { host, port }: pg.Client): string =>
  `The PostgreSQL of ${name} at ${host}:${port} is read-only: it is a standby, or set so. Name the one that can be written.`

const assertNewEnough = (name: Name, version: string): void => {
  if (Number.parseInt(version, 10) >= oldestMajor) return
  throw new StartFailure(`${name} is a PostgreSQL ${version}; Kontor needs version ${oldestMajor} or later.`)
}

const untrusted = /^(?:SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED|UNABLE_TO_|CERT_|ERR_TLS_CERT)/

/** Describes a problem with the server's encryption; undefined for other errors. */
const whyNoTls = (error: unknown): string | undefined => {
  const code = errorCode(error)
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `shows a certificate for another name (${code}): use the name that the certificate is for.`
  if (code && untrusted.test(code))
    return `shows a certificate that isn't trusted (${code}): name its authority's certificate in the URL, sslrootcert=<file>.`
  if (error instanceof Error && error.message.includes('does not support SSL'))
    return 'offers no TLS, which the URL demands: turn it on there, or remove sslmode.'
  return undefined
}

const whyUnusable = (name: Name, { host, port, database }: pg.Client, error: unknown): string => {
  if (error instanceof pg.DatabaseError)
    return `The PostgreSQL of ${name} at ${host}:${port} refuses to open ${database} (${error.message}).`
  const tlsProblem = whyNoTls(error)
  if (tlsProblem) return `The PostgreSQL of ${name} at ${host}:${port} ${tlsProblem}`
  const reason = errorCode(error) ?? (error instanceof Error ? error.message : String(error))
  return `The PostgreSQL of ${name} cannot be reached at ${host}:${port} (${reason}): check the address, and that it runs.`
}
