import { type EmailType, emailSubjectDefaults } from '@kontor/contract/emails/emails.rules'
import type { EmailSettings, EmailTry, emailSettingsUpdateSchema } from '@kontor/contract/emails/emails.schema'
import {
  and,
  count,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { z } from 'zod'
import { mailboxOf } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, idsOf } from '../../platform/database/rows.ts'
import { readCompany } from '../company/company.queries.ts'
import { emailLogs, emailSettings } from './emails.table.ts'

export type NewEmailLog = typeof emailLogs.$inferInsert
export type EmailLogRow = typeof emailLogs.$inferSelect

export type MailSettings = Pick<EmailSettings, 'contactSubject' | 'webinarSubject' | 'fromEmail' | 'fromName'>

const readDefaults = async (db: Queryable): Promise<MailSettings> => {
  const { name, email } = await readCompany(db)
  return {
    contactSubject: emailSubjectDefaults.contact,
    webinarSubject: emailSubjectDefaults.webinar,
    fromEmail: email,
    fromName: name,
  }
}

const {
  fromName,
  replyTo,
  htmlContent,
  textContent,
  attachments,
  secret,
  tries,
  messageId,
  author,
  thread,
  ...listedColumns
} = getTableColumns(emailLogs)

export const mailListColumns = { ...listedColumns, hasContent: sql<boolean>`${emailLogs.htmlContent} is not null` }

/** The states of mails that are neither delivered nor failed for good. */
const pendingDeliveries = ['queued', 'retrying'] as const
const isPending = inArray(emailLogs.delivery, pendingDeliveries)

const appendTry = (newTry: EmailTry): SQL => sql`${emailLogs.tries} || ${JSON.stringify([newTry])}::jsonb`

/** Returns the settings. If they were never saved, returns the defaults, with version 1 and the company as the sender. */
export const readEmailSettings = async (db: Queryable): Promise<EmailSettings> => {
  const [stored] = await db.select().from(emailSettings)
  return (
    stored ?? { ...(await readDefaults(db)), noticesTo: null, id: null, version: 1, createdAt: null, updatedAt: null }
  )
}

export const updateEmailSettings = async (
  tx: Queryable,
  { version, ...changes }: Omit<z.output<typeof emailSettingsUpdateSchema>, 'code'> & Pick<EmailSettings, 'noticesTo'>,
): Promise<EmailSettings | undefined> => {
  await tx
    .insert(emailSettings)
    .values(await readDefaults(tx))
    .onConflictDoNothing()
  const [updated] = await tx
    .update(emailSettings)
    .set({ ...changes, version: sql`${emailSettings.version} + 1` })
    .where(version === undefined ? undefined : eq(emailSettings.version, version))
    .returning()
  return updated
}

/**
 * Counts the last hour's mails to visitors about enquiries and webinars; with `to`, only mails of its type to its mailbox. Leaves out
 * notices to the company and the office's replies, which have a Reply-To.
 */
export const countRecentMails = async (
  db: Queryable,
  to?: { readonly address: string; readonly type: EmailType },
): Promise<number> => {
  return db.$count(
    emailLogs,
    and(
      to && eq(mailboxOf(emailLogs.to), mailboxOf(sql`${to.address}::text`)),
      gt(emailLogs.createdAt, sql`now() - interval '1 hour'`),
      to ? eq(emailLogs.type, to.type) : inArray(emailLogs.type, ['contact', 'webinar']),
      isNull(emailLogs.replyTo),
      // Resends by the office don't count.
      isNull(emailLogs.resendOf),
    ),
  )
}

/** Returns true if a mail with this `relatedId` was queued in the last hour. */
export const hasRecentMail = async (db: Queryable, relatedId: string): Promise<boolean> => {
  const isRecent = gt(emailLogs.createdAt, sql`now() - interval '1 hour'`)
  return (await db.$count(emailLogs, and(eq(emailLogs.relatedId, relatedId), isRecent))) > 0
}

export const insertEmailLogs = async (db: Queryable, rows: readonly NewEmailLog[]): Promise<void> => {
  await db.insert(emailLogs).values([...rows])
}

export const findEmailLog = (db: Queryable, id: string) =>
  firstRow(
    db
      .select({ ...mailListColumns, htmlContent: emailLogs.htmlContent, tries: emailLogs.tries })
      .from(emailLogs)
      .where(eq(emailLogs.id, id)),
  )

/** Counts a try of a pending mail and returns the mail; undefined when it is not pending. */
export const claimMail = (db: Queryable, id: string): Promise<EmailLogRow | undefined> =>
  firstRow(
    db
      .update(emailLogs)
      .set({ attempts: sql`${emailLogs.attempts} + 1` })
      .where(and(eq(emailLogs.id, id), isPending))
      .returning(),
  )

/** Records a mail's outcome even if the mail is no longer pending, since a mail handed to the mail server has been sent. */
export const recordDelivery = async (
  db: Queryable,
  id: string,
  { delivery, answer, at }: { delivery: 'sent' | 'stored' | 'failed'; answer: string | null; at: string },
): Promise<void> => {
  const changes = delivery === 'failed' ? { errorMessage: answer } : { errorMessage: null, sentAt: at }
  const tries = appendTry({ at, outcome: delivery, answer })
  await db
    .update(emailLogs)
    .set({ delivery, tries, ...changes })
    .where(eq(emailLogs.id, id))
}

export const recordFailure = async (
  db: Queryable,
  id: string,
  { delivery, errorMessage, at }: { delivery: 'retrying' | 'failed'; errorMessage: string; at: string },
): Promise<void> => {
  await db
    .update(emailLogs)
    .set({ delivery, errorMessage, tries: appendTry({ at, outcome: delivery, answer: errorMessage }) })
    .where(and(eq(emailLogs.id, id), isPending))
}

/** Marks pending mails as failed after `tries` tries: their worker died during the last try. Returns these mails. */
export const failExhaustedMails = async (
  db: Queryable,
  tries: number,
  { errorMessage, at }: { errorMessage: string; at: string },
): Promise<EmailLogRow[]> =>
  db
    .update(emailLogs)
    .set({ delivery: 'failed', errorMessage, tries: appendTry({ at, outcome: 'failed', answer: errorMessage }) })
    .where(and(isPending, gte(emailLogs.attempts, tries)))
    .returning()

export const resetPendingMails = (db: Queryable): Promise<string[]> =>
  idsOf(db.update(emailLogs).set({ delivery: 'queued', attempts: 0 }).where(isPending).returning({ id: emailLogs.id }))

export const countUndelivered = (db: Queryable) =>
  db
    .select({ delivery: emailLogs.delivery, mails: count() })
    .from(emailLogs)
    .where(inArray(emailLogs.delivery, ['queued', 'retrying', 'failed']))
    .groupBy(emailLogs.delivery)

export const lockMail = (tx: Queryable, id: string): Promise<EmailLogRow | undefined> =>
  firstRow(tx.select().from(emailLogs).where(eq(emailLogs.id, id)).for('update'))

/** Returns the id of a mail's copy that is pending, or younger than `seconds` and not failed. */
export const findFreshResend = async (tx: Queryable, id: string, seconds: number): Promise<string | undefined> => {
  const since = sql`now() - make_interval(secs => ${seconds})`
  const [found] = await tx
    .select({ id: emailLogs.id })
    .from(emailLogs)
    .where(
      and(
        eq(emailLogs.resendOf, id),
        or(isPending, and(gt(emailLogs.createdAt, since), ne(emailLogs.delivery, 'failed'))),
      ),
    )
    .orderBy(desc(emailLogs.createdAt))
    .limit(1)
  return found?.id
}

export const isSettled = notInArray(emailLogs.delivery, [...pendingDeliveries])

export const hasContent = or(
  isNotNull(emailLogs.htmlContent),
  isNotNull(emailLogs.textContent),
  isNotNull(emailLogs.attachments),
)

/** Replaces subjects that may name a person: notices name the visitor, and the office's own subjects may contain filled tags. */
const neutralSubject = sql`case
  when ${emailLogs.author} is not null and ${emailLogs.type} = 'contact' then 'Svar på henvendelse'
  when ${emailLogs.replyTo} is not null and ${emailLogs.type} = 'contact' then 'Ny henvendelse'
  when ${emailLogs.replyTo} is not null and ${emailLogs.type} = 'webinar' then 'Ny påmelding'
  when ${inArray(emailLogs.subject, Object.values(emailSubjectDefaults))} then ${emailLogs.subject}
  when ${emailLogs.type} = 'contact' then 'Bekreftelse på henvendelse'
  when ${emailLogs.type} = 'webinar' then 'E-post om webinar'
  else ${emailLogs.subject} end`

/** Deletes the content, Reply-To and personal subject of the mails that match `which`. Returns their ids. */
export const emptyMails = (tx: Queryable, which: SQL | undefined): Promise<string[]> =>
  idsOf(
    tx
      .update(emailLogs)
      .set({ htmlContent: null, textContent: null, attachments: null, subject: neutralSubject, replyTo: null })
      .where(and(which, hasContent))
      .returning({ id: emailLogs.id }),
  )
