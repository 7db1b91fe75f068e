import { hash } from 'node:crypto'
import { connectionOf, keepsPreparedStatements, type Queryable } from './database.ts'

/**
 * Runs a statement with `$1`, `$2` … placeholders in a transaction, or without one in its own, for libraries that bring their own SQL.
 * @throws PostgreSQL's error
 */
export const executeRawSql = async (
  db: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: unknown[] }> => {
  const connection = connectionOf(db)
  if (!connection) return db.transaction((tx) => executeRawSql(tx, text, values))
  // A named statement is planned once: planning a library's large statement takes longer than running it.
  const name = keepsPreparedStatements(connection) ? { name: hash('sha256', text).slice(0, 40) } : {}
  return connection.query<Record<string, unknown>>({ ...name, text, values: [...values] })
}
