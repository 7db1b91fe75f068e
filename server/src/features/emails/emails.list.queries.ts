import { emailLogPageSize, maxCountedMails } from '@kontor/contract/emails/emails.rules'
import type { EmailLogFilter, EmailLogSummary } from '@kontor/contract/emails/emails.schema'
import type { Cursor } from '@kontor/contract/shared/paging'
import { and, count, eq, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { hasWords } from '../../platform/database/search.ts'
import { mailListColumns } from './emails.queries.ts'
import { emailLogs, mailSearchText, pendingMail, settledMail } from './emails.table.ts'

type Filter = Partial<EmailLogFilter>

/** Searches settled mails by an index. The index lacks the pending mails: these are few and are scanned. */
const matches = (q: string): SQL | undefined => {
  const found = hasWords(mailSearchText(emailLogs), q)
  return found && sql`((${settledMail(emailLogs)} and ${found}) or (${pendingMail(emailLogs)} and ${found}))`
}

const filterCondition = ({ q, type, delivery }: Filter): SQL | undefined =>
  and(q ? matches(q) : undefined, type && eq(emailLogs.type, type), delivery && eq(emailLogs.delivery, delivery))

const countUpTo = (db: Queryable, filter: Filter, limit: number): Promise<number> =>
  db.$count(
    db
      .select({ one: sql`1`.as('one') })
      .from(emailLogs)
      .where(filterCondition(filter))
      .limit(limit)
      .as('some'),
  )

interface PageOfLog {
  readonly after?: Cursor | undefined
  readonly oldestFirst?: boolean
  readonly limit?: number
}

export const listEmailLogs = (
  db: Queryable,
  filter: Filter = {},
  { after, oldestFirst = false, limit = emailLogPageSize }: PageOfLog = {},
) => {
  const direction = sql.raw(oldestFirst ? 'asc' : 'desc')
  const order = sql`${emailLogs.createdAt} ${direction}, ${emailLogs.id} ${direction}`
  const isAfterCursor = after
    ? sql`(${emailLogs.createdAt}, ${emailLogs.id}) ${sql.raw(oldestFirst ? '>' : '<')} (${after.createdAt}::timestamptz, ${after.id})`
    : undefined
  return db
    .select(mailListColumns)
    .from(emailLogs)
    .where(and(filterCondition(filter), isAfterCursor))
    .orderBy(order)
    .limit(limit)
}

export const summarizeEmailLogs = async (db: Queryable, filter: Filter): Promise<EmailLogSummary> => {
  const rows = await db
    .select({ delivery: emailLogs.delivery, mails: count() })
    .from(emailLogs)
    .groupBy(emailLogs.delivery)
  const deliveries = { queued: 0, retrying: 0, stored: 0, sent: 0, failed: 0 }
  for (const { delivery, mails } of rows) deliveries[delivery] = mails
  const total = Object.values(deliveries).reduce((sum, mails) => sum + mails, 0)
  if (filter.q || filter.type) return { total, deliveries, found: await countUpTo(db, filter, maxCountedMails + 1) }
  return { total, deliveries, found: filter.delivery ? deliveries[filter.delivery] : total }
}
