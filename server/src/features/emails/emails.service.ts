import { randomUUID } from 'node:crypto'
import type { EmailType } from '@kontor/contract/emails/emails.rules'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MailAttachment } from '../../platform/mail/mailer.ts'
import { plainText } from './emails.mails.ts'
import {
  countRecentMails,
  insertEmailLogs,
  type MailSettings,
  type NewEmailLog,
  resetPendingMails,
} from './emails.queries.ts'

/** The queue of mails to deliver; a job names a row of the mail log. */
export const mailQueue = 'mail'

export interface MailJob {
  readonly mailId: string
}

/** A mail to be sent: addresses bare, the text as a whole HTML document. */
export interface NewMail {
  readonly to: string
  /** Whom an answer goes to, where that is not the sender. */
  readonly replyTo?: string
  readonly subject: string
  readonly html: string
  readonly attachments?: readonly MailAttachment[]
  readonly type: EmailType
  /** The entity that caused it. */
  readonly relatedId: string
}

/** Confirmations of one type to one address in an hour. */
const confirmationsPerHour = 5

/**
 * Whether one more confirmation may go to an address: beyond a few in an hour somebody may be using our forms to flood
 * somebody else's mailbox.
 */
export const mayConfirm = async (tx: Queryable, to: string, type: EmailType): Promise<boolean> =>
  (await countRecentMails(tx, { to, type, seconds: 60 * 60 })) < confirmationsPerHour

/**
 * Puts mails into the outbox, inside the transaction of the change that promises them: they are sent if it commits, and
 * only then. A mail's row in the log is its place in the outbox.
 */
export const queueMails = async (
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  sender: Pick<MailSettings, 'fromEmail' | 'fromName'>,
  mails: readonly NewMail[],
): Promise<void> => {
  const rows = mails.map((mail) => outboxRow(sender, mail))
  await insertEmailLogs(tx, rows)
  await sendJobs(
    tx,
    jobs,
    rows.map(({ id }) => id),
  )
}

/**
 * Gives every mail that is still to be delivered a new job, its tries begun anew: for a database that was restored without
 * its queue. Where the old jobs are still there, a mail could go out twice.
 */
export const requeuePendingMails = async (tx: Queryable, { jobs }: Pick<Deps, 'jobs'>): Promise<number> => {
  const ids = await resetPendingMails(tx)
  await sendJobs(tx, jobs, ids)
  return ids.length
}

const sendJobs = (tx: Queryable, jobs: Deps['jobs'], ids: readonly string[]): Promise<void> =>
  jobs.send<MailJob>(
    tx,
    mailQueue,
    ids.map((mailId) => ({ mailId })),
  )

const outboxRow = (
  { fromEmail, fromName }: Pick<MailSettings, 'fromEmail' | 'fromName'>,
  { to, replyTo, subject, html, attachments, type, relatedId }: NewMail,
): NewEmailLog & { id: string } => {
  const id = randomUUID()
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1)
  return {
    id,
    to,
    from: fromEmail,
    fromName,
    replyTo: replyTo ?? null,
    subject,
    htmlContent: html,
    textContent: plainText(html),
    attachments: attachments ?? null,
    type,
    relatedId,
    // The same at every try, so that a receiver can tell a mail that arrives twice.
    messageId: `${id}@${domain}`,
  }
}
