import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../database/database.ts'

/** Locks a row until the transaction ends and returns its version; undefined if there is no such row. */
export const lockVersion = async (
  tx: Queryable,
  table: PgTable & { readonly id: PgColumn; readonly version: PgColumn },
  id: number | string,
): Promise<number | undefined> => {
  const { rows } = await tx.execute<{ version: number }>(
    sql`select ${table.version} as version from ${table} where ${table.id} = ${id} for update`,
  )
  return rows[0]?.version
}
