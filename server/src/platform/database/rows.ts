import { and, Column, eq, getTableColumns, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource, PreparedQueryConfig } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'

type Query<Row> = PromiseLike<readonly Row[]>

/** The query's first row; undefined when it returns none. */
export const firstRow = async <Row>(query: Query<Row>): Promise<Row | undefined> => (await query)[0]

/** Whether the query returns any rows. */
export const hasRows = async (query: Query<unknown>): Promise<boolean> => (await query).length > 0

/** The ids of the query's rows, in their order. */
export const idsOf = async <Id>(query: Query<{ readonly id: Id }>): Promise<Id[]> => (await query).map(({ id }) => id)

/** Condition: the texts are equal in any case. */
export const equalsIgnoringCase = (column: SQLWrapper, text: string): SQL => sql`lower(${column}) = lower(${text})`

type Row = Record<string, unknown>

/** What a driver's row of one table's columns becomes, each selected under its own name, with other expressions beside them. */
const decoderOf = (table: PgTable) => {
  const decoded = Object.values(getTableColumns(table)).filter(
    ({ mapFromDriverValue }) => mapFromDriverValue !== Column.prototype.mapFromDriverValue,
  )
  return (rows: Row[]): Row[] => {
    for (const row of rows) {
      for (const column of decoded) {
        const value = row[column.name]
        if (value !== null && value !== undefined) row[column.name] = column.mapFromDriverValue(value)
      }
    }
    return rows
  }
}

/**
 * Makes a query with placeholders that many calls use: it is built once, and with a name (see `statementName`) parsed once for each
 * connection. It selects one table's columns, each under its own name, and other expressions, each with an alias: drizzle looks up the
 * decoder of every single cell, which for a page of a wide table takes longer than the query.
 */
export const preparePage = <R>(
  db: Queryable,
  table: PgTable,
  name: string,
  query: Query<R> & { toSQL(): { sql: string; params: unknown[] } },
): ((values: Readonly<Record<string, unknown>>) => Promise<R[]>) => {
  const statement = db._.session.prepareQuery<{ execute: { rows: Row[] } } & PreparedQueryConfig>(
    query.toSQL(),
    undefined,
    name,
    false,
  )
  const decode = decoderOf(table)
  // What the query's own mapping would have made of them.
  return async (values) => decode((await statement.execute(values)).rows) as R[]
}

/** Makes something once for each database, such as a prepared query. */
export const oncePerDatabase = <Value extends object>(make: (db: Queryable) => Value): ((db: Queryable) => Value) => {
  const made = new WeakMap<Queryable, Value>()
  return (db) => {
    const value = made.get(db) ?? make(db)
    made.set(db, value)
    return value
  }
}

/** The row of a query that always returns one, such as `INSERT … RETURNING`. */
export const oneRow = async <Row>(query: Query<Row>): Promise<Row> => {
  const [row] = await query
  if (!row) throw new Error('The query returned no row')
  return row
}

/** Condition: the row has this id and, if `version` is given, has not changed since that version. */
export const isUnchanged = (
  table: { readonly id: PgColumn; readonly version: PgColumn },
  id: number | string,
  version: number | undefined,
): SQL | undefined => and(eq(table.id, id), version === undefined ? undefined : eq(table.version, version))

type VersionedTable = PgTable & { readonly id: PgColumn; readonly version: PgColumn }

type Changes<Table extends PgTable> = {
  [Field in keyof Table['$inferInsert']]?: Table['$inferInsert'][Field] | SQL | undefined
}

/**
 * Changes the given fields of a row and increments its version, unless the row has changed since `version`, if that is given, or `also`
 * is false.
 */
export const updateRow = <Table extends VersionedTable>(
  db: Queryable,
  table: Table,
  id: number | string,
  { version, ...fields }: Changes<Table> & { readonly version?: number | undefined },
  also?: SQL,
) => {
  // The compiler cannot see that these are the table's fields still.
  const changes = { ...fields, version: sql`${table.version} + 1` } as unknown as PgUpdateSetSource<Table>
  return db
    .update(table)
    .set(changes)
    .where(and(isUnchanged(table, id, version), also))
}

/** Deletes a row; false when there is none. */
export const deleteRow = (
  db: Queryable,
  table: PgTable & { readonly id: PgColumn },
  id: number | string,
): Promise<boolean> => hasRows(db.delete(table).where(eq(table.id, id)).returning({ id: table.id }))
