import pg from 'pg'
import { transferSchema } from '../access/rights.ts'
import { queueSchema } from '../jobs/queue-schema.ts'
import { ownerRole, runtimeRole } from './cluster.ts'
import { clientOptions } from './postmaster.ts'

export const databaseName = 'kontor'

/** The databases that PostgreSQL creates itself. */
const builtInDatabases = ['postgres', 'template1']

/** An arbitrary number that nothing else locks in the database `postgres`. */
const lockId = 7_350_272

const asSuperuser = async (
  socketFolder: string,
  database: string,
  work: (client: pg.Client) => Promise<void>,
): Promise<void> => {
  // Limits the wait for a lock that a forgotten session holds. Otherwise, these statements are quick.
  const client = new pg.Client({ ...clientOptions(socketFolder, { database }), statement_timeout: 60_000 })
  // Without a listener, a connection error would end the process. The error also rejects the query.
  client.on('error', () => {})
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const createRoles = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ rolname: string; rolcreatedb: boolean }>(
    'SELECT rolname, rolcreatedb FROM pg_roles WHERE rolname = ANY($1)',
    [[ownerRole, runtimeRole]],
  )
  const exists = (role: string) => rows.some(({ rolname }) => rolname === role)
  // CREATEDB: backups are verified in a temporary database.
  if (!exists(ownerRole)) await client.query(`CREATE ROLE ${ownerRole} LOGIN CREATEDB`)
  else if (!rows.some(({ rolname, rolcreatedb }) => rolname === ownerRole && rolcreatedb))
    await client.query(`ALTER ROLE ${ownerRole} CREATEDB`)
  // The owner must be a member of the runtime role to transfer the queue's tables to it.
  if (!exists(runtimeRole)) await client.query(`CREATE ROLE ${runtimeRole} LOGIN ROLE ${ownerRole}`)
}

const createDatabase = async (client: pg.Client): Promise<void> => {
  const { rows } = await client.query<{ owner: string }>(
    'SELECT pg_get_userbyid(datdba) AS owner FROM pg_database WHERE datname = $1',
    [databaseName],
  )
  if (!rows[0]) await client.query(`CREATE DATABASE ${databaseName} OWNER ${ownerRole}`)
  else if (rows[0].owner !== ownerRole) await client.query(`ALTER DATABASE ${databaseName} OWNER TO ${ownerRole}`)
  const { rowCount: open } = await client.query(
    `SELECT FROM pg_database d, aclexplode(coalesce(datacl, acldefault('d', datdba))) WHERE datname = ANY($1) AND grantee = 0`,
    [[databaseName, ...builtInDatabases]],
  )
  if (open) await client.query(`REVOKE ALL ON DATABASE ${[databaseName, ...builtInDatabases].join(', ')} FROM PUBLIC`)
  const { rows: access } = await client.query<{ granted: boolean }>(
    `SELECT has_database_privilege($1, $2, 'CONNECT') AS granted`,
    [runtimeRole, databaseName],
  )
  if (!access[0]?.granted) await client.query(`GRANT CONNECT ON DATABASE ${databaseName} TO ${runtimeRole}`)
}

/**
 * Creates the database `kontor` and its two roles if missing. In a data folder of an earlier version, makes these roles the owners of the
 * superuser's objects. Takes only a few queries if there is nothing to do.
 */
export const ensureRoles = async (socketFolder: string): Promise<void> => {
  await asSuperuser(socketFolder, 'postgres', async (client) => {
    // Locks, since a backup may join while the server starts.
    await client.query('SELECT pg_advisory_lock($1)', [lockId])
    await createRoles(client)
    await createDatabase(client)
    await asSuperuser(socketFolder, databaseName, async (inside) => {
      await transferSchema(inside, 'public', ownerRole)
      await transferSchema(inside, queueSchema, runtimeRole)
    })
  })
}
