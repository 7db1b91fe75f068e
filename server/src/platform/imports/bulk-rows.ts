import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../database/database.ts'
import { importChanges } from './imports.table.ts'

const column = (table: PgTable, key: string): PgColumn => {
  const found: PgColumn | undefined = getTableColumns(table)[key]
  if (!found) throw new Error(`The table has no column ${key}`)
  return found
}

/**
 * Returns a parameter that is serialized only when it is sent. The driver keeps a reference to its parameters: a string, as large as the whole
 * file of an import, would stay in memory until the next major garbage collection.
 */
const lazyJson = (rows: readonly object[]) => {
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

/** Returns the rows as a table named `input_rows`: one parameter, however many rows and columns there are. */
const recordset = (table: PgTable, keys: readonly string[], rows: readonly object[]): SQL => {
  const types = keys.map((key) => sql`${sql.identifier(key)} ${sql.raw(column(table, key).getSQLType())}`)
  return sql`jsonb_to_recordset(${lazyJson(rows)}::jsonb) as input_rows(${sql.join(types, sql`, `)})`
}

/** Returns unqualified column names, as INSERT and SET require. */
const columnNames = (table: PgTable, keys: readonly string[]): SQL[] =>
  keys.map((key) => sql`${sql.identifier(column(table, key).name)}`)

const inputColumn = (key: string): SQL => sql`input_rows.${sql.identifier(key)}`

/**
 * Returns a column list with drizzle's names for `db.execute`, which skips drizzle's mapping: for many rows the mapping takes longer than the
 * query. Values are the driver's own (decimals and timestamps as text).
 */
export const plainColumns = (table: PgTable, keys: readonly string[]): SQL =>
  sql.join(
    keys.map((key) => sql`${column(table, key)} as ${sql.identifier(key)}`),
    sql`, `,
  )

/**
 * Inserts rows in one statement and keeps their ids with the import. `keys` are drizzle's column names; a missing value becomes null, not
 * the column's default.
 */
export const insertRows = async <Key extends string>(
  db: Queryable,
  table: PgTable,
  keys: readonly Key[],
  rows: readonly { readonly [K in Key]?: unknown }[],
  importId: string,
): Promise<void> => {
  if (rows.length === 0) return
  await db.execute(sql`
    with inserted as (
      insert into ${table} (${sql.join(columnNames(table, keys), sql`, `)})
      select ${sql.join(keys.map(inputColumn), sql`, `)} from ${recordset(table, keys, rows)} returning id)
    insert into ${importChanges} (import_id, created) select ${importId}::uuid, array_agg(id) from inserted`)
}

/**
 * Updates rows in one statement, by numeric id, and increments their version. A missing value leaves the column unchanged, so an import
 * clears nothing. Stores the former values of changed columns with the import.
 */
export const updateRows = async <Key extends string>(
  db: Queryable,
  table: PgTable & { readonly id: PgColumn; readonly version: PgColumn },
  keys: readonly Key[],
  rows: readonly ({ readonly id: number } & { readonly [K in Key]?: unknown })[],
  importId: string,
  extraAssignments: readonly SQL[] = [],
): Promise<void> => {
  if (rows.length === 0) return
  // Uses only the file's columns: comparing all would take a third of the import's time.
  const given = keys.filter((key) => rows.some((row) => row[key] !== undefined))
  const assignments = given.map(
    (key) => sql`${sql.identifier(column(table, key).name)} = coalesce(${inputColumn(key)}, ${column(table, key)})`,
  )
  const values = sql.join(
    given.map((key) => sql`${column(table, key).name}::text, ${column(table, key)}`),
    sql`, `,
  )
  await db.execute(sql`
    with input_rows as materialized (select * from ${recordset(table, ['id', ...given], rows)}),
    before as materialized (
      select ${table.id} as id, jsonb_build_object(${values}) as state from ${table}
      where ${table.id} in (select id from input_rows) order by ${table.id} for update),
    after as (
      update ${table} set version = ${table.version} + 1, ${sql.join([...assignments, ...extraAssignments], sql`, `)}
      from input_rows join before on before.id = input_rows.id where ${table.id} = input_rows.id
      returning ${table.id} as id, ${table.version} as version, before.state as former, jsonb_build_object(${values}) as state)
    insert into ${importChanges} (import_id, updated)
    select ${importId}::uuid, jsonb_agg(jsonb_build_object('id', id, 'version', version, 'former', (
      select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(former) where value is distinct from state -> key)))
    from after`)
}

/**
 * Runs ANALYZE, which works inside a transaction, too. Without it, PostgreSQL plans with stale statistics for a minute or so after a bulk
 * insert, and scans the whole table for every page of a list.
 */
export const analyzeTable = async (db: Queryable, table: PgTable): Promise<void> => {
  await db.execute(sql`select analyze_table(${getTableName(table)})`)
}
