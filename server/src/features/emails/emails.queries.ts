import type { EmailType } from '@kontor/contract/emails/emails.rules'
import { emailSubjectDefaults } from '@kontor/contract/emails/emails.rules'
import { company } from '@kontor/contract/shared/company'
import { and, count, desc, eq, gt, gte, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { emailLogs, emailSettings } from './emails.table.ts'

export type NewEmailLog = typeof emailLogs.$inferInsert
export type EmailLogRow = typeof emailLogs.$inferSelect

/** From whom mails come, and their subjects. */
export interface MailSettings {
  readonly contactSubject: string
  readonly webinarSubject: string
  readonly fromEmail: string
  readonly fromName: string
}

const defaults: MailSettings = {
  contactSubject: emailSubjectDefaults.contact,
  webinarSubject: emailSubjectDefaults.webinar,
  fromEmail: company.sender.address,
  fromName: company.sender.name,
}

const listed = {
  id: emailLogs.id,
  to: emailLogs.to,
  from: emailLogs.from,
  subject: emailLogs.subject,
  type: emailLogs.type,
  delivery: emailLogs.delivery,
  attempts: emailLogs.attempts,
  errorMessage: emailLogs.errorMessage,
  relatedId: emailLogs.relatedId,
  sentAt: emailLogs.sentAt,
  createdAt: emailLogs.createdAt,
}

/** Not delivered and not given up. */
const pending = inArray(emailLogs.delivery, ['queued', 'retrying'])

export const readMailSettings = async (db: Queryable): Promise<MailSettings> => {
  const [stored] = await db
    .select({
      contactSubject: emailSettings.contactSubject,
      webinarSubject: emailSettings.webinarSubject,
      fromEmail: emailSettings.fromEmail,
      fromName: emailSettings.fromName,
    })
    .from(emailSettings)
  return stored ?? defaults
}

/** Mails of a type to an address in the last `seconds`, without those that are answers to somebody else (notices). */
export const countRecentMails = async (
  db: Queryable,
  { to, type, seconds }: { to: string; type: EmailType; seconds: number },
): Promise<number> => {
  const since = sql`now() - make_interval(secs => ${seconds})`
  const [found] = await db
    .select({ mails: count() })
    .from(emailLogs)
    .where(
      and(
        eq(sql`lower(${emailLogs.to})`, to.toLowerCase()),
        gt(emailLogs.createdAt, since),
        eq(emailLogs.type, type),
        isNull(emailLogs.replyTo),
      ),
    )
  return found?.mails ?? 0
}

export const insertEmailLogs = async (db: Queryable, rows: readonly NewEmailLog[]): Promise<void> => {
  await db.insert(emailLogs).values([...rows])
}

export const listEmailLogs = (db: Queryable) =>
  db.select(listed).from(emailLogs).orderBy(desc(emailLogs.createdAt), desc(emailLogs.id))

export const findEmailLog = async (db: Queryable, id: string) => {
  const [found] = await db
    .select({ ...listed, htmlContent: emailLogs.htmlContent })
    .from(emailLogs)
    .where(eq(emailLogs.id, id))
  return found
}

/** Counts one more try of a mail that is still to be delivered, and hands it over; undefined when it is not. */
export const claimMail = async (db: Queryable, id: string): Promise<EmailLogRow | undefined> => {
  const [claimed] = await db
    .update(emailLogs)
    .set({ attempts: sql`${emailLogs.attempts} + 1` })
    .where(and(eq(emailLogs.id, id), pending))
    .returning()
  return claimed
}

export const recordDelivery = async (
  db: Queryable,
  id: string,
  { delivery, sentAt }: { delivery: 'sent' | 'stored'; sentAt: string },
): Promise<void> => {
  await db.update(emailLogs).set({ delivery, sentAt, errorMessage: null }).where(eq(emailLogs.id, id))
}

export const recordFailure = async (
  db: Queryable,
  id: string,
  { delivery, errorMessage }: { delivery: 'retrying' | 'failed'; errorMessage: string },
): Promise<void> => {
  await db
    .update(emailLogs)
    .set({ delivery, errorMessage })
    .where(and(eq(emailLogs.id, id), pending))
}

/** Gives up the mails that have had `tries` and yet no end: their worker died during the last one. */
export const failExhaustedMails = async (db: Queryable, tries: number, errorMessage: string): Promise<void> => {
  await db
    .update(emailLogs)
    .set({ delivery: 'failed', errorMessage })
    .where(and(pending, gte(emailLogs.attempts, tries)))
}

/** All mails that are still to be delivered begin their tries anew. Returns their ids. */
export const resetPendingMails = async (db: Queryable): Promise<string[]> => {
  const rows = await db
    .update(emailLogs)
    .set({ delivery: 'queued', attempts: 0 })
    .where(pending)
    .returning({ id: emailLogs.id })
  return rows.map(({ id }) => id)
}

/** How many mails are not delivered (yet), by how far they have come. */
export const countUndelivered = (db: Queryable) =>
  db
    .select({ delivery: emailLogs.delivery, mails: count() })
    .from(emailLogs)
    .where(inArray(emailLogs.delivery, ['queued', 'retrying', 'failed']))
    .groupBy(emailLogs.delivery)
