import pg from 'pg'
import { asOwner, type DatabaseOptions } from '../database/database.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { inTransaction } from '../database/transaction.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { createQueueSchema, queueSchema } from '../jobs/queue-schema.ts'
import { serverRights } from '../signing/servers.table.ts'

/** Options to connect to the database. */
export interface DatabaseAccess {
  /** For the role that the server uses, which reads and writes rows. */
  readonly runtime: DatabaseOptions
  /** For the owner of the tables, who creates and alters them. Equals `runtime` if there is only one role. */
  readonly owner: DatabaseOptions
  /** The role of `runtime`, when it differs from that of `owner`. */
  readonly runtimeRole: string | undefined
}

/** The runtime role's privileges by table name. On tables that aren't listed, the role has all four of these privileges. */
export type TableRights = Readonly<Record<string, readonly ('SELECT' | 'INSERT' | 'UPDATE' | 'DELETE')[]>>

/**
 * Migrates the schema as its owner. Grants the runtime role only what it needs: reading and writing rows, and ownership of the queue's
 * tables, since pg-boss alters them itself.
 * @throws StartFailure as `migrateDatabase`, and when the owner is not a member of the runtime role
 */
export const prepareDatabase = async (
  { owner, runtimeRole }: Pick<DatabaseAccess, 'owner' | 'runtimeRole'>,
  rights: TableRights,
): Promise<void> => {
  await asOwner(owner, async (_db, pool) => {
    if (runtimeRole) await assertMember(pool, runtimeRole)
    await migrateDatabase({ pool })
    if (runtimeRole) await grantRights(pool, runtimeRole, rights)
  })
}

/** Grants `role` its rights. @throws StartFailure if the pool's role may not grant them */
export const grantRights = (pool: pg.Pool, role: string, rights: TableRights): Promise<void> =>
  inTransaction(pool, async (client) => {
    // Creating the schema also takes the lock for schema changes.
    await createQueueSchema(client)
    await transferSchema(client, queueSchema, role)
    await runGenerated(client, schemaGrants, [role])
    await runGenerated(client, tableGrants, [
      role,
      { migrations: ['SELECT'], audit_events: ['SELECT', 'INSERT'], ...serverRights, ...rights },
    ])
  })

/** Since PostgreSQL 16, membership alone implies neither the right to SET the role nor its privileges. */
const membershipQuery = `
  SELECT current_user AS us, CASE WHEN current_setting('server_version_num')::int < 160000 THEN pg_has_role(current_user, $1, 'MEMBER')
    ELSE pg_has_role(current_user, $1, 'SET') AND pg_has_role(current_user, $1, 'USAGE') END AS member`

const assertMember = async (pool: pg.Pool, role: string): Promise<void> => {
  const { rows } = await pool.query<{ us: string; member: boolean }>(membershipQuery, [role])
  if (rows[0]?.member) return
  const statement = `GRANT ${pg.escapeIdentifier(role)} TO ${pg.escapeIdentifier(rows[0]?.us ?? '')}`
  throw new StartFailure(
    `The role of DATABASE_OWNER_URL must be a member of that of DATABASE_URL: let the database's administrator run ${statement}.`,
  )
}

/** Runs the statements that a query generates. */
const runGenerated = async (client: pg.ClientBase, query: string, values: unknown[]): Promise<void> => {
  const { rows } = await client.query<{ statement: string }>(query, values)
  for (const { statement } of rows) {
    try {
      await client.query(statement)
    } catch (cause) {
      if (!(cause instanceof pg.DatabaseError && cause.code === '42501')) throw cause
      throw new StartFailure(
        `The owner of the database's tables may not do what is needed (${cause.message}): let the database's administrator run ${statement}.`,
        { cause },
      )
    }
  }
}

const schemaGrants = `
  SELECT format('GRANT USAGE ON SCHEMA %I TO %I', current_schema(), $1::text) AS statement
  WHERE NOT has_schema_privilege($1, current_schema(), 'USAGE')`

/** Leaves out sequences: ids come from identity columns, which need no privilege on their sequence. */
const tableGrants = `
  SELECT CASE WHEN wanted THEN format('GRANT %s ON %s TO %I', privilege, name, $1::text)
    ELSE format('REVOKE %s ON %s FROM %I', privilege, name, $1::text) END AS statement
  FROM (
    SELECT c.oid, c.oid::regclass AS name, privilege, coalesce(
      ($2::jsonb -> c.relname::text) ? privilege, privilege IN ('SELECT', 'INSERT', 'UPDATE', 'DELETE')) AS wanted
    FROM pg_class c, unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) AS privilege
    WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')) AS wishes
  WHERE has_table_privilege($1, oid, privilege) <> wanted`

/**
 * Makes a role the owner of a schema and its tables, views, sequences, functions and types; for `public`, only of its contents.
 * Skips objects that belong to an extension. Does nothing when the schema doesn't exist.
 */
export const transferSchema = (client: pg.ClientBase, schema: string, role: string): Promise<void> =>
  runGenerated(client, ownershipQuery, [schema, role])

const ownershipQuery = `
  WITH wanted AS (SELECT n.oid AS schema, n.nspowner, r.oid AS owner FROM pg_namespace n, pg_roles r WHERE nspname = $1 AND rolname = $2),
  things AS (
    SELECT 1 AS step, 'SCHEMA' AS kind, quote_ident($1) AS name, nspowner AS owner, 'pg_namespace'::regclass AS class, schema AS id
    FROM wanted WHERE $1 <> 'public'
    UNION ALL
    SELECT 2, CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END,
      oid::regclass::text, relowner, 'pg_class'::regclass, oid
    FROM pg_class, wanted WHERE relnamespace = schema AND relkind IN ('r', 'p', 'v', 'm', 'S')
      -- A column's own sequence goes with its table.
      AND NOT (relkind = 'S' AND EXISTS (
        SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = pg_class.oid AND d.deptype IN ('a', 'i')))
    UNION ALL
    SELECT 3, 'ROUTINE', oid::regprocedure::text, proowner, 'pg_proc'::regclass, oid
    FROM pg_proc, wanted WHERE pronamespace = schema
    UNION ALL
    SELECT 4, 'TYPE', oid::regtype::text, typowner, 'pg_type'::regclass, oid
    FROM pg_type, wanted WHERE typnamespace = schema AND typtype IN ('e', 'd'))
  SELECT format('ALTER %s %s OWNER TO %I', kind, name, $2) AS statement FROM things, wanted
  WHERE things.owner <> wanted.owner
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = class AND d.objid = id AND d.deptype = 'e')
  ORDER BY step, name`
