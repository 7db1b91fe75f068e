import type { resendFailedSchema } from '@kontor/contract/emails/emails.schema'
import { and, asc, between, count, eq, getTableColumns, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { idsOf } from '../../platform/database/rows.ts'
import type { MailSettings } from './emails.queries.ts'
import { emailLogs } from './emails.table.ts'

export type LogPeriod = z.output<typeof resendFailedSchema>

/** Condition: the mail was resent, or is itself a copy and a later copy of the same mail exists. */
const isReplaced = sql`(
  exists (select from email_logs newer where newer.resend_of = ${emailLogs.id})
  or exists (
    select from email_logs newer
    where newer.resend_of = ${emailLogs.resendOf} and newer.created_at > ${emailLogs.createdAt}))`

/** Condition: the mail failed in the period and isn't replaced. Leaves out test mails, since their sender saw the failure at once. */
const failedIn = ({ since, until }: LogPeriod): SQL | undefined =>
  and(
    eq(emailLogs.delivery, 'failed'),
    ne(emailLogs.type, 'test'),
    between(emailLogs.createdAt, since, until),
    sql`not ${isReplaced}`,
  )

/** Reads the database's clock, which also sets the log's `created_at`. */
export const readLogTime = async (db: Queryable): Promise<string> => {
  const { rows } = await db.execute<{ now: string }>(
    sql`select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as now`,
  )
  const [row] = rows
  if (!row) throw new Error('The database returned no time')
  return row.now
}

export const countFailed = async (
  db: Queryable,
  period: LogPeriod,
): Promise<{ mails: number; withoutContent: number }> => {
  const [found] = await db
    .select({ mails: count(emailLogs.htmlContent), all: count() })
    .from(emailLogs)
    .where(failedIn(period))
  const { mails = 0, all = 0 } = found ?? {}
  return { mails, withoutContent: all - mails }
}

/** Locks the oldest failed mails with content, so that nobody else resends or requeues them. Returns their ids. */
export const lockFailed = async (tx: Queryable, period: LogPeriod, limit: number): Promise<string[]> => {
  const found = await idsOf(
    tx
      .select({ id: emailLogs.id })
      .from(emailLogs)
      .where(and(failedIn(period), isNotNull(emailLogs.htmlContent)))
      .orderBy(asc(emailLogs.createdAt), asc(emailLogs.id))
      .limit(limit),
  )
  // Locks in id order, so that concurrent calls can't deadlock.
  return idsOf(
    tx
      .select({ id: emailLogs.id })
      .from(emailLogs)
      .where(and(inArray(emailLogs.id, found), eq(emailLogs.delivery, 'failed')))
      .orderBy(emailLogs.id)
      .for('update'),
  )
}

/** Columns that a copy doesn't take over: those about the sender and the delivery. */
const ownOfEachMail: ReadonlySet<string> = new Set<keyof typeof emailLogs.$inferSelect>([
  'id',
  'messageId',
  'from',
  'fromName',
  'resendOf',
  'delivery',
  'attempts',
  'errorMessage',
  'tries',
  'sentAt',
  'createdAt',
])

const copied = sql.join(
  Object.entries(getTableColumns(emailLogs))
    .filter(([name]) => !ownOfEachMail.has(name))
    .map(([, column]) => sql.identifier(column.name)),
  sql`, `,
)

/**
 * Copies locked mails as new ones from the current sender, except mails resent before they were locked. Returns the ids of the
 * copies. Runs in the database, so that the texts of thousands of mails don't pass through this process.
 */
export const insertCopies = async (
  tx: Queryable,
  { fromEmail, fromName }: Pick<MailSettings, 'fromEmail' | 'fromName'>,
  ids: readonly string[],
): Promise<string[]> => {
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1)
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into email_logs (
      id, message_id, from_address, from_name, resend_of, ${copied})
    select new_id, new_id || '@' || ${domain}::text, ${fromEmail}::text, ${fromName}::text, id, ${copied}
    from (
      select gen_random_uuid()::text as new_id, email_logs.* from email_logs
      where id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))
        and html_content is not null and not ${isReplaced}
      order by created_at, id
    ) as mail
    returning id`)
  return rows.map(({ id }) => id)
}
