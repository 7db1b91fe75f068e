import { emailLogPageSize, maxCountedMails } from '@kontor/contract/emails/emails.rules'
import type { EmailLogFilter, EmailLogSummary } from '@kontor/contract/emails/emails.schema'
import type { Cursor } from '@kontor/contract/shared/paging'
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { containsUnindexed, hasWords, isIndexed } from '../../platform/database/search.ts'
import { mailListColumns } from './emails.queries.ts'
import { emailLogs, mailSearchText, pendingMail, settledMail } from './emails.table.ts'

type Filter = Partial<EmailLogFilter>

/** Matches settled mails by the index, and scans the few pending ones. */
const matches = (q: string): SQL | undefined => {
  const found = hasWords(mailSearchText(emailLogs), q)
  return found && sql`((${settledMail(emailLogs)} and ${found}) or (${pendingMail(emailLogs)} and ${found}))`
}

/** Matches by a condition that no index serves. */
const matchesUnindexed = (q: string): SQL | undefined => hasWords(mailSearchText(emailLogs), q, containsUnindexed)

/** Maximum newest mails that a search of one or two letters scans: scanning a million would take 5 s. */
const maxScannedMails = 100_000

const isRecent = sql`${emailLogs.createdAt} >= coalesce(
  (select newest.created_at from ${emailLogs} newest order by newest.created_at desc offset ${sql.raw(String(maxScannedMails))} limit 1), '-infinity')`

const filterCondition = ({ q, type, delivery }: Filter, found = matches): SQL | undefined =>
  and(
    q ? (isIndexed(q) ? found(q) : and(matchesUnindexed(q), isRecent)) : undefined,
    type && eq(emailLogs.type, type),
    delivery && eq(emailLogs.delivery, delivery),
  )

const countUpTo = (db: Queryable, filter: Filter, limit: number): Promise<number> =>
  db.$count(
    db
      .select({ one: sql`1`.as('one') })
      .from(emailLogs)
      .where(filterCondition(filter))
      .limit(limit)
      .as('some'),
  )

/** Up to this many matches are sorted (about 300 ms) instead of scanning in order. */
const maxSortedMatches = 50_000

/**
 * The mails that match a filter, as a source to sort. PostgreSQL misjudges how many match a search, so they are counted first. Few matches
 * are found by index and sorted; `offset 0` keeps the planner from scanning in order. Many are found by scanning in order.
 */
const filteredSource = async (db: Queryable, filter: Filter): Promise<SQL> => {
  const few = filter.q && isIndexed(filter.q) && (await countUpTo(db, filter, maxSortedMatches + 1)) <= maxSortedMatches
  const where = filterCondition(filter, few ? matches : matchesUnindexed) ?? sql`true`
  return few
    ? sql`(select * from ${emailLogs} where ${where} offset 0) as ${emailLogs}`
    : sql`(select * from ${emailLogs} where ${where}) as ${emailLogs}`
}

interface PageOfLog {
  readonly after?: Cursor | undefined
  readonly oldestFirst?: boolean
  readonly limit?: number
}

export const listEmailLogs = async (
  db: Queryable,
  filter: Filter = {},
  { after, oldestFirst = false, limit = emailLogPageSize }: PageOfLog = {},
) => {
  const direction = sql.raw(oldestFirst ? 'asc' : 'desc')
  const order = sql`${emailLogs.createdAt} ${direction}, ${emailLogs.id} ${direction}`
  const isAfterCursor = after
    ? sql`(${emailLogs.createdAt}, ${emailLogs.id}) ${sql.raw(oldestFirst ? '>' : '<')} (${after.createdAt}::timestamptz, ${after.id})`
    : sql`true`
  const from = await filteredSource(db, filter)
  return db
    .select(mailListColumns)
    .from(emailLogs)
    .where(
      inArray(
        emailLogs.id,
        sql`(select ${emailLogs.id} from ${from} where ${isAfterCursor} order by ${order} limit ${limit})`,
      ),
    )
    .orderBy(order)
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
