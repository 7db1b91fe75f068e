import { emailLogPageSize, maxCountedMails } from '@kontor/contract/emails/emails.rules'
import type { EmailLogFilter, EmailLogSummary } from '@kontor/contract/emails/emails.schema'
import type { Cursor } from '@kontor/contract/shared/paging'
import { and, count, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { listedMail } from './emails.queries.ts'
import { emailLogs, mailSearchText, pendingMail, settledMail } from './emails.table.ts'

type Filter = Partial<EmailLogFilter>

/** The text that is searched for, in lower case as the log's is. */
const wanted = (text: string): SQL => sql`lower(${text.normalize('NFC')}::text collate "nb-x-icu") collate "C"`

/** Found by the index of mails that are settled; the few others are looked through. */
const matches = (q: string): SQL => {
  const like = sql`${mailSearchText(emailLogs)} like ${wanted(`%${q.replaceAll(/[\\%_]/g, '\\$&')}%`)}`
  return sql`((${settledMail(emailLogs)} and ${like}) or (${pendingMail(emailLogs)} and ${like}))`
}

/** The same, in a form that no index knows. */
const contains = (q: string): SQL => sql`strpos(${mailSearchText(emailLogs)}, ${wanted(q)}) > 0`

/** The index holds three letters at a time. */
const indexedLetters = 3

/** Less than the index can find is looked for in so many of the newest mails: all of a million would take 5 s. */
const lookedThrough = 100_000

const recent = sql`${emailLogs.createdAt} >= coalesce(
  (select newest.created_at from ${emailLogs} newest order by newest.created_at desc offset ${sql.raw(String(lookedThrough))} limit 1), '-infinity')`

const isIndexed = (q: string): boolean => q.length >= indexedLetters

const filtered = ({ q, type, delivery }: Filter, found = matches): SQL | undefined =>
  and(
    q ? (isIndexed(q) ? found(q) : and(contains(q), recent)) : undefined,
    type && eq(emailLogs.type, type),
    delivery && eq(emailLogs.delivery, delivery),
  )

/** How many mails a filter leaves, counted up to `most`. */
const countUpTo = async (db: Queryable, filter: Filter, most: number): Promise<number> => {
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(emailLogs)
    .where(filtered(filter))
    .limit(most)
    .as('some')
  const [found] = await db.select({ mails: count() }).from(some)
  return found?.mails ?? 0
}

/** So many are sorted in some 300 ms. */
const fewMatches = 50_000

/**
 * The mails under a filter, to be put in order. PostgreSQL only guesses how many a search leaves, so they are counted: few are
 * found by the index and sorted (`offset 0` hides the order until then), many come soon when the log is read in its order.
 */
const readingFor = async (db: Queryable, filter: Filter): Promise<SQL> => {
  const few = filter.q && isIndexed(filter.q) && (await countUpTo(db, filter, fewMatches + 1)) <= fewMatches
  const where = filtered(filter, few ? matches : contains) ?? sql`true`
  return few
    ? sql`(select * from ${emailLogs} where ${where} offset 0) as ${emailLogs}`
    : sql`(select * from ${emailLogs} where ${where}) as ${emailLogs}`
}

interface PageOfLog {
  readonly after?: Cursor | undefined
  readonly oldestFirst?: boolean
  readonly limit?: number
}

/** A page of the log by date, and ids where dates are equal; `after` a cursor in its order. */
export const listEmailLogs = async (
  db: Queryable,
  filter: Filter = {},
  { after, oldestFirst = false, limit = emailLogPageSize }: PageOfLog = {},
) => {
  const way = sql.raw(oldestFirst ? 'asc' : 'desc')
  const order = sql`${emailLogs.createdAt} ${way}, ${emailLogs.id} ${way}`
  const beyond = after
    ? sql`(${emailLogs.createdAt}, ${emailLogs.id}) ${sql.raw(oldestFirst ? '>' : '<')} (${after.createdAt}::timestamptz, ${after.id})`
    : sql`true`
  const from = await readingFor(db, filter)
  return db
    .select(listedMail)
    .from(emailLogs)
    .where(
      inArray(
        emailLogs.id,
        sql`(select ${emailLogs.id} from ${from} where ${beyond} order by ${order} limit ${limit})`,
      ),
    )
    .orderBy(order)
}

/** The whole log by delivery, and how many mails a filter leaves. */
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
