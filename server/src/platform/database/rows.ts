import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn, PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Queryable } from './database.ts'

type Query<Row> = PromiseLike<readonly Row[]>

/** Returns the query's first row; undefined if it has no rows. */
export const firstRow = async <Row>(query: Query<Row>): Promise<Row | undefined> => (await query)[0]

/** Returns true if the query returns any rows. */
export const hasRows = async (query: Query<unknown>): Promise<boolean> => (await query).length > 0

/** Returns the ids of the query's rows, in their order. */
export const idsOf = async <Id>(query: Query<{ readonly id: Id }>): Promise<Id[]> => (await query).map(({ id }) => id)

/** Condition: the column equals the text, ignoring case. */
export const equalsIgnoringCase = (column: SQLWrapper, text: string): SQL => sql`lower(${column}) = lower(${text})`

/** Returns the row of a query that always has one, such as `INSERT … RETURNING`. */
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

/** Changes the given fields of a row and increments its version. Does nothing if the row has changed since `version`, or doesn't fulfil `also`. */
export const updateRow = <Table extends VersionedTable>(
  db: Queryable,
  table: Table,
  id: number | string,
  { version, ...fields }: Changes<Table> & { readonly version?: number | undefined },
  also?: SQL,
) => {
  // The compiler can't infer that the remaining fields belong to the table.
  const changes = { ...fields, version: sql`${table.version} + 1` } as unknown as PgUpdateSetSource<Table>
  return db
    .update(table)
    .set(changes)
    .where(and(isUnchanged(table, id, version), also))
}

/** Deletes a row; returns false if no row matches. */
export const deleteRow = (
  db: Queryable,
  table: PgTable & { readonly id: PgColumn },
  id: number | string,
): Promise<boolean> => hasRows(db.delete(table).where(eq(table.id, id)).returning({ id: table.id }))
