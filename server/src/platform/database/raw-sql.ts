import { type SQL, sql } from 'drizzle-orm'
import { connectionOf, type Queryable } from './database.ts'

const placeholder = /\$(\d+)/

/**
 * Runs a statement with `$1`, `$2` … placeholders on a drizzle connection or transaction, for libraries that bring their
 * own SQL. The text must hold no `$<digit>` that is not a placeholder. Throws what PostgreSQL answers.
 */
export const executeRawSql = async (
  db: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: unknown[] }> => {
  const connection = connectionOf(db)
  // Without a name: a pooler in transaction mode hands the next statement to a session that doesn't know it.
  if (connection) return connection.query<Record<string, unknown>>(text, [...values])
  const chunks: SQL[] = text
    .split(placeholder)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`))
  const { rows } = await db.execute(sql.join(chunks))
  return { rows }
}
