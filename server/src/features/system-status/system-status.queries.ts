import { and, desc, eq, inArray, isNotNull, max, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { emailLogs } from '../emails/emails.table.ts'

/** Returns PostgreSQL's version, and the database's size on disk in bytes. */
export const measureDatabase = async (db: Queryable): Promise<{ version: string; sizeBytes: number }> => {
  const { rows } = await db.execute<{ version: string; size: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as size`,
  )
  return { version: rows[0]?.version ?? '', sizeBytes: Number(rows[0]?.size) }
}

/** Finds the time of the last mail with one of these outcomes. With a mail server, the caller leaves out `stored`. */
export const findLastDelivery = async (
  db: Queryable,
  deliveries: readonly ('sent' | 'stored')[],
): Promise<string | null> => {
  // One query per outcome: with a single query, PostgreSQL would read all delivered mails instead of the index's end.
  const lastOf = (delivery: 'sent' | 'stored') =>
    db
      .select({ at: max(emailLogs.sentAt) })
      .from(emailLogs)
      .where(and(eq(emailLogs.delivery, delivery), isNotNull(emailLogs.sentAt)))
  const rows = await Promise.all(deliveries.map(lastOf))
  return (
    rows
      .flatMap(([row]) => row?.at ?? [])
      .toSorted()
      .at(-1) ?? null
  )
}

/** Finds the last failed try of the newest undelivered mail with an error. */
export const findLastMailError = async (db: Queryable): Promise<{ at: string; message: string } | null> => {
  const [row] = await db
    .select({ at: emailLogs.createdAt, tries: emailLogs.tries, message: emailLogs.errorMessage })
    .from(emailLogs)
    .where(and(inArray(emailLogs.delivery, ['retrying', 'failed']), isNotNull(emailLogs.errorMessage)))
    .orderBy(desc(emailLogs.createdAt))
    .limit(1)
  return row?.message ? { at: row.tries.at(-1)?.at ?? row.at, message: row.message } : null
}
