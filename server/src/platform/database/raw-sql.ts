import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { connectionOf, keepsPreparedStatements, type Queryable } from './database.ts'

const placeholder = /\$(\d+)/
const statementNames = new Map<string, string>()

/**
 * Runs a statement with `$1`, `$2` … placeholders on a drizzle connection or transaction, for libraries that bring their
 * own SQL. The text must hold no `$<digit>` that is not a placeholder.
 * @throws PostgreSQL's error
 */
export const executeRawSql = async (
  db: Queryable,
  text: string,
  values: readonly unknown[],
): Promise<{ rows: unknown[] }> => {
  const connection = connectionOf(db)
  if (connection) {
    // A named statement is planned once: planning a library's large statement takes longer than running it.
    const name = keepsPreparedStatements(connection) ? { name: statementName(text) } : {}
    return connection.query<Record<string, unknown>>({ ...name, text, values: [...values] })
  }
  const chunks: SQL[] = text
    .split(placeholder)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`))
  const { rows } = await db.execute(sql.join(chunks))
  return { rows }
}

const statementName = (text: string): string => {
  const known = statementNames.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 40)
  statementNames.set(text, name)
  return name
}
