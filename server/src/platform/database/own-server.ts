import pg from 'pg'
import { StartFailure } from '../lifecycle/start-failure.ts'

/** The oldest major version of PostgreSQL that Kontor's SQL is written for. */
const oldestMajor = 15

const connectTimeoutMs = 10_000

/**
 * Checks that the PostgreSQL of `DATABASE_URL` can be used.
 * @returns how to connect to it
 * @throws StartFailure when it cannot be reached, refuses us, or is too old
 */
export const checkOwnServer = async (databaseUrl: string): Promise<pg.PoolConfig> => {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectTimeoutMs })
  // A connection that breaks meanwhile rejects the query as well.
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`)
    await client.end()
    assertNewEnough(rows[0]?.version ?? '')
    return { connectionString: databaseUrl }
  } catch (error) {
    throw error instanceof StartFailure ? error : new StartFailure(whyUnusable(client, error), { cause: error })
  }
}

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
