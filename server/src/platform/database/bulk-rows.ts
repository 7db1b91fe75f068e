import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'

const column = (table: PgTable, key: string): PgColumn => {
  const found: PgColumn | undefined = getTableColumns(table)[key]
  if (!found) throw new Error(`The table has no column ${key}`)
  return found
}

/**
 * A parameter that becomes JSON only while it is sent, once. The driver holds on to what it was given until the next great garbage
 * collection: of an import, as much as the whole file.
 */
const sentAsJson = (rows: readonly object[]) => {
  let unsent: readonly object[] | undefined = rows
  return {
    toPostgres: (): string => {
      if (!unsent) throw new Error('These rows were sent before')
      const json = JSON.stringify(unsent)
      unsent = undefined
      return json
    },
  }
}

/** The rows as a table that PostgreSQL can read: one parameter, however many rows and columns there are. */
const recordset = (table: PgTable, keys: readonly string[], rows: readonly object[]): SQL => {
  const types = keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(column(table, key).getSQLType())}`)
  return sql`jsonb_to_recordset(${sentAsJson(rows)}::jsonb) as given(${sql.join(types, sql`, `)})`
}

/** The columns' names as an INSERT or SET wants them: without the table's. */
const names = (table: PgTable, keys: readonly string[]): SQL[] =>
  keys.map((key) => sql`${sql.identifier(column(table, key).name)}`)

const given = (key: string): SQL => sql`given.${sql.identifier(key)}`

/**
 * A list of the columns for `select`, under drizzle's names. What is selected so with `db.execute` comes as the driver reads it
 * (decimals and moments as text): for many rows, drizzle's own mapping takes longer than the query.
 */
export const plainColumns = (table: PgTable, keys: readonly string[]): SQL =>
  sql.join(
    keys.map((key) => sql`${column(table, key)} as ${sql.identifier(key)}`),
    sql`, `,
  )

/** Inserts rows in one statement. `keys` are drizzle's names of the columns; a value that a row lacks is null, not the default. */
export const insertRows = async <Key extends string>(
  db: Queryable,
  table: PgTable,
  keys: readonly Key[],
  rows: readonly { readonly [K in Key]?: unknown }[],
): Promise<void> => {
  if (rows.length === 0) return
  await db.execute(sql`
    insert into ${table} (${sql.join(names(table, keys), sql`, `)})
    select ${sql.join(keys.map(given), sql`, `)} from ${recordset(table, keys, rows)}`)
}

/**
 * Changes rows in one statement, by their numeric ids; a value that a row lacks stays as it is, so that none is ever cleared.
 * Counts the version up. `always` are assignments besides.
 */
export const fillRows = async <Key extends string>(
  db: Queryable,
  table: PgTable & { readonly id: PgColumn; readonly version: PgColumn },
  keys: readonly Key[],
  rows: readonly ({ readonly id: number } & { readonly [K in Key]?: unknown })[],
  always: readonly SQL[] = [],
): Promise<void> => {
  if (rows.length === 0) return
  const filled = keys.map(
    (key) => sql`${sql.identifier(column(table, key).name)} = coalesce(${given(key)}, ${column(table, key)})`,
  )
  await db.execute(sql`
    update ${table} set version = ${table.version} + 1, ${sql.join([...filled, ...always], sql`, `)}
    from ${recordset(table, ['id', ...keys], rows)} where ${table.id} = given.id`)
}

/**
 * Lets PostgreSQL count a table anew, also inside a transaction: after many rows at once it plans by what it knew before, for a
 * minute or so, and reads the whole table for every page of a list.
 */
export const countAnew = async (db: Queryable, table: PgTable): Promise<void> => {
  await db.execute(sql`select count_table_anew(${getTableName(table)})`)
}
