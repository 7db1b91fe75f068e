import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import { connectionOf, keepsStatements, type Queryable } from './database.ts'

const placeholder = /\$(\d+)/
const names = new Map<string, string>()

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
  if (connection) {
    // By its name PostgreSQL knows it again: planning a library's large statement takes longer than running it.
    const name = keepsStatements(connection) ? { name: nameOf(text) } : {}
    return connection.query<Record<string, unknown>>({ ...name, text, values: [...values] })
  }
  const chunks: SQL[] = text
    .split(placeholder)
    .map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${sql.param(values[Number(part) - 1])}`))
  const { rows } = await db.execute(sql.join(chunks))
  return { rows }
}

const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = createHash('sha256').update(text).digest('hex').slice(0, 40)
  names.set(text, name)
  return name
}
