import pg from 'pg'
import { queueSchema } from '../../jobs/queue-schema.ts'
import { giveSchema } from '../rights.ts'
import { ownerRole, runtimeRole } from './cluster.ts'
import { clientOptions } from './postmaster.ts'

export const databaseName = 'kontor'

/** Those that PostgreSQL comes with. */
const otherDatabases = ['postgres', 'template1']

/** Any number that nobody else locks in the database `postgres`. */
const lockId = 7_350_272

const asSuperuser = async (
  socketFolder: string,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> => {
  // Nothing that is waited for here takes long, unless somebody holds a lock and has forgotten it.
  const client = new pg.Client({ ...clientOptions(socketFolder, { database }), statement_timeout: 60_000 })
  // A connection that breaks rejects the query as well.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const makeRoles = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ rolname: string }>('SELECT rolname FROM pg_roles WHERE rolname = ANY($1)', [
    [ownerRole, runtimeRole],
  ])
  const exists = (role: string) => rows.some(({ rolname }) => rolname === role)
  if (!exists(ownerRole)) await client.query(`CREATE ROLE ${ownerRole} LOGIN`)
  // The owner hands the queue's tables over to the runtime role, which takes a member of it.
  if (!exists(runtimeRole)) await client.query(`CREATE ROLE ${runtimeRole} LOGIN ROLE ${ownerRole}`)
}

const makeDatabase = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [databaseName],
  )
  if (!rows[0]) await client.query(`CREATE DATABASE ${databaseName} OWNER ${ownerRole}`)
  else if (rows[0].owner !== ownerRole) await client.query(`ALTER DATABASE ${databaseName} OWNER TO ${ownerRole}`)
  const { rowCount: open } = await client.query(
    `SELECT FROM pg_database d, aclexplode(coalesce(datacl, acldefault('d', datdba))) WHERE datname = ANY($1) AND grantee = 0`,
    [[databaseName, ...otherDatabases]],
  )
  if (open) await client.query(`REVOKE ALL ON DATABASE ${[databaseName, ...otherDatabases].join(', ')} FROM PUBLIC`)
  const { rows: access } = await client.query<{ granted: boolean }>(
    `SELECT has_database_privilege($1, $2, 'CONNECT') AS granted`,
    [runtimeRole, databaseName],
  )
  if (!access[0]?.granted) await client.query(`GRANT CONNECT ON DATABASE ${databaseName} TO ${runtimeRole}`)
}

/**
 * Makes the database `kontor` and its two roles where they are missing, and hands over what belonged to the superuser in a data
 * folder that an earlier version made. Takes one query or two where there is nothing to do.
 */
export const ensureRoles = async (socketFolder: string): Promise<void> => {
  await asSuperuser(socketFolder, 'postgres', async (client) => {
    // A backup may join while the server starts.
    await client.query('SELECT pg_advisory_lock($1)', [lockId])
    await makeRoles(client)
    await makeDatabase(client)
    await asSuperuser(socketFolder, databaseName, async (inside) => {
      await giveSchema(inside, 'public', ownerRole)
      await giveSchema(inside, queueSchema, runtimeRole)
    })
  })
}
