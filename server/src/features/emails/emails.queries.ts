import type { EmailType } from '@kontor/contract/emails/emails.rules'
import { emailSubjectDefaults } from '@kontor/contract/emails/emails.rules'
import type { EmailSettings, EmailTry } from '@kontor/contract/emails/emails.schema'
import { company } from '@kontor/contract/shared/company'
import {
  and,
  count,
  desc,
  eq,
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
import type { Queryable } from '../../platform/database/database.ts'
import { emailLogs, emailSettings } from './emails.table.ts'

export type NewEmailLog = typeof emailLogs.$inferInsert
export type EmailLogRow = typeof emailLogs.$inferSelect

type Changes<Entity> = { readonly [Field in keyof Entity]?: Entity[Field] | undefined }

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

/** A mail as lists show it. */
export const listedMail = {
  id: emailLogs.id,
  to: emailLogs.to,
  from: emailLogs.from,
  subject: emailLogs.subject,
  type: emailLogs.type,
  delivery: emailLogs.delivery,
  attempts: emailLogs.attempts,
  errorMessage: emailLogs.errorMessage,
  relatedId: emailLogs.relatedId,
  resendOf: emailLogs.resendOf,
  hasContent: sql<boolean>`${emailLogs.htmlContent} is not null`,
  sentAt: emailLogs.sentAt,
  createdAt: emailLogs.createdAt,
}

/** Not delivered and not given up. */
const pendingDeliveries = ['queued', 'retrying'] as const
const pending = inArray(emailLogs.delivery, pendingDeliveries)

/** The tries of a mail with one more. */
const withTry = (one: EmailTry): SQL => sql`${emailLogs.tries} || ${JSON.stringify([one])}::jsonb`

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

/** The settings as the office edits them. What was never saved counts as the first version, made of the defaults. */
export const readEmailSettings = async (db: Queryable): Promise<EmailSettings> => {
  const [stored] = await db.select().from(emailSettings)
  return stored ?? { ...defaults, id: null, version: 1, createdAt: null, updatedAt: null }
}

/** Changes the given settings; undefined when, with a `version`, they have another one by now. */
export const updateEmailSettings = async (
  tx: Queryable,
  { version, ...changes }: Changes<MailSettings> & { readonly version?: number | undefined },
): Promise<EmailSettings | undefined> => {
  await tx.insert(emailSettings).values(defaults).onConflictDoNothing()
  const [updated] = await tx
    .update(emailSettings)
    .set({ ...changes, version: sql`${emailSettings.version} + 1` })
    .where(version === undefined ? undefined : eq(emailSettings.version, version))
    .returning()
  return updated
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
        // What the office sends once more floods nobody.
        isNull(emailLogs.resendOf),
      ),
    )
  return found?.mails ?? 0
}

export const insertEmailLogs = async (db: Queryable, rows: readonly NewEmailLog[]): Promise<void> => {
  await db.insert(emailLogs).values([...rows])
}

export const findEmailLog = async (db: Queryable, id: string) => {
  const [found] = await db
    .select({ ...listedMail, htmlContent: emailLogs.htmlContent, tries: emailLogs.tries })
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

/** Writes down how a mail ended, whatever was written before: what was handed over is so. */
export const recordDelivery = async (
  db: Queryable,
  id: string,
  { delivery, answer, at }: { delivery: 'sent' | 'stored' | 'failed'; answer: string | null; at: string },
): Promise<void> => {
  const end = delivery === 'failed' ? { errorMessage: answer } : { errorMessage: null, sentAt: at }
  const tries = withTry({ at, outcome: delivery, answer })
  await db
    .update(emailLogs)
    .set({ delivery, tries, ...end })
    .where(eq(emailLogs.id, id))
}

export const recordFailure = async (
  db: Queryable,
  id: string,
  { delivery, errorMessage, at }: { delivery: 'retrying' | 'failed'; errorMessage: string; at: string },
): Promise<void> => {
  await db
    .update(emailLogs)
    .set({ delivery, errorMessage, tries: withTry({ at, outcome: delivery, answer: errorMessage }) })
    .where(and(eq(emailLogs.id, id), pending))
}

/** Gives up the mails that have had `tries` and yet no end: their worker died during the last one. Returns them. */
export const failExhaustedMails = async (
  db: Queryable,
  tries: number,
  { errorMessage, at }: { errorMessage: string; at: string },
): Promise<EmailLogRow[]> =>
  db
    .update(emailLogs)
    .set({ delivery: 'failed', errorMessage, tries: withTry({ at, outcome: 'failed', answer: errorMessage }) })
    .where(and(pending, gte(emailLogs.attempts, tries)))
    .returning()

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

/** Reads a mail whole, which nobody else holds before the transaction has ended. */
export const holdMail = async (tx: Queryable, id: string): Promise<EmailLogRow | undefined> => {
  const [held] = await tx.select().from(emailLogs).where(eq(emailLogs.id, id)).for('update')
  return held
}

/** The id of a new sending of a mail that is under way, or no older than `seconds` and not failed already. */
export const findFreshResend = async (tx: Queryable, id: string, seconds: number): Promise<string | undefined> => {
  const since = sql`now() - make_interval(secs => ${seconds})`
  const [found] = await tx
    .select({ id: emailLogs.id })
    .from(emailLogs)
    .where(
      and(
        eq(emailLogs.resendOf, id),
        or(pending, and(gt(emailLogs.createdAt, since), ne(emailLogs.delivery, 'failed'))),
      ),
    )
    .orderBy(desc(emailLogs.createdAt))
    .limit(1)
  return found?.id
}

/** Mails that are not on their way any more, as a condition. */
export const settled = notInArray(emailLogs.delivery, [...pendingDeliveries])

/** Mails that still have something to say, as a condition. */
export const hasContent = or(
  isNotNull(emailLogs.htmlContent),
  isNotNull(emailLogs.textContent),
  isNotNull(emailLogs.attachments),
)

/**
 * A notice to the company names in its subject who wrote to us, and a subject that the office has written may have held tags:
 * both may repeat what was typed.
 */
const neutralSubject = sql`case
  when ${emailLogs.replyTo} is not null and ${emailLogs.type} = 'contact' then 'Ny henvendelse'
  when ${emailLogs.replyTo} is not null and ${emailLogs.type} = 'webinar' then 'Ny påmelding'
  when ${inArray(emailLogs.subject, Object.values(emailSubjectDefaults))} then ${emailLogs.subject}
  when ${emailLogs.type} = 'contact' then 'Bekreftelse på henvendelse'
  when ${emailLogs.type} = 'webinar' then 'E-post om webinar'
  else ${emailLogs.subject} end`

/** Takes out of the mails that fit `which` what they said and who had written, also where a subject repeats it. Returns their ids. */
export const emptyMails = async (tx: Queryable, which: SQL | undefined): Promise<string[]> => {
  const emptied = await tx
    .update(emailLogs)
    .set({ htmlContent: null, textContent: null, attachments: null, subject: neutralSubject, replyTo: null })
    .where(and(which, hasContent))
    .returning({ id: emailLogs.id })
  return emptied.map(({ id }) => id)
}
