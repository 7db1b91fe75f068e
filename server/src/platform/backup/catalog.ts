import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { parentsFirst } from '../database/relations.ts'
import type { Manifest } from './manifest.ts'

/** A table to back up: its plain name, and quoted identifiers of the columns that are not generated. */
export type Table = Pick<Manifest['tables'][number], 'name' | 'columns'>

/** An identity column, and the state of its sequence. */
type Identity = Manifest['identities'][number]

// Excludes tables of extensions.
const ownTables = `
  SELECT c.oid, c.relname FROM pg_class c
  WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r' AND NOT EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e')`

/** Returns true if the database has any table; the job queue's schema does not count. */
export const hasTables = async (client: pg.ClientBase): Promise<boolean> =>
  ((await client.query(`${ownTables} LIMIT 1`)).rowCount ?? 0) > 0

/**
 * Returns all tables, each after those that its foreign keys refer to. Throws on a cycle. A table may refer to itself; see `deferOwnKeys`.
 */
export const listTables = async (client: pg.ClientBase): Promise<Table[]> => {
  const tables = await client.query<Table>(`
    SELECT t.relname AS name, array_agg(quote_ident(a.attname)::text ORDER BY a.attnum) AS columns
    FROM (${ownTables}) t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
    GROUP BY t.relname ORDER BY t.relname`)
  const keys = await client.query<{ child: string; parent: string }>(`
    SELECT f.relname AS child, t.relname AS parent FROM pg_constraint k
    JOIN (${ownTables}) f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND k.conrelid <> k.confrelid`)
  const byName = new Map(tables.rows.map((table) => [table.name, table]))
  return parentsFirst([...byName.keys()], keys.rows).flatMap((name) => byName.get(name) ?? [])
}

/**
 * If `deferred`, makes PostgreSQL check a table's foreign keys to itself only at the end of the transaction, since a restored row may refer to
 * a row that a later statement inserts. Otherwise, makes it check them at once again.
 */
export const deferOwnKeys = async (client: pg.ClientBase, deferred: boolean): Promise<void> => {
  const keys = await client.query<{ table: string; name: string }>(`
    SELECT k.conrelid::regclass::text AS table, quote_ident(k.conname) AS name FROM pg_constraint k
    JOIN (${ownTables}) t ON t.oid = k.conrelid WHERE k.contype = 'f' AND k.conrelid = k.confrelid`)
  if (!deferred) await client.query('SET CONSTRAINTS ALL IMMEDIATE')
  const timing = deferred ? 'DEFERRABLE INITIALLY DEFERRED' : 'NOT DEFERRABLE'
  for (const { table, name } of keys.rows) await client.query(`ALTER TABLE ${table} ALTER CONSTRAINT ${name} ${timing}`)
}

/** Reads a table's rows in COPY's text format. Returns their number. */
export const copyRows = async (
  client: pg.ClientBase,
  { name, columns }: Table,
  onChunk: (chunk: Buffer) => unknown,
): Promise<number> => {
  const rows = client.query(copyTo(`COPY "${name}" (${columns.join(', ')}) TO STDOUT`))
  const chunks: AsyncIterable<Buffer> = rows
  for await (const chunk of chunks) await onChunk(chunk)
  // PostgreSQL sends the count after the rows. The empty statement waits until the count has arrived.
  await client.query('')
  return rows.rowCount
}

export const listIdentities = async (client: pg.ClientBase): Promise<Identity[]> => {
  const columns = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT t.relname AS table, a.attname AS column,
      pg_get_serial_sequence(quote_ident(t.relname), a.attname) AS sequence
    FROM (${ownTables}) t JOIN pg_attribute a ON a.attrelid = t.oid
    WHERE a.attidentity <> '' AND NOT a.attisdropped ORDER BY 1, 2`)
  const identities: Identity[] = []
  for (const { table, column, sequence } of columns.rows) {
    const state = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${sequence}`,
    )
    identities.push(...state.rows.map((row) => ({ table, column, ...row })))
  }
  return identities
}

export const setIdentity = async (client: pg.ClientBase, identity: Identity): Promise<void> => {
  const { table, column, lastValue, isCalled } = identity
  await client.query('SELECT setval(pg_get_serial_sequence(quote_ident($1), $2), $3, $4)', [
    table,
    column,
    lastValue,
    isCalled,
  ])
}
