import { randomUUID } from 'node:crypto'
import type { EmailType } from '@kontor/contract/emails/emails.rules'
import type { TestEmailResult } from '@kontor/contract/emails/emails.schema'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound } from '../../platform/errors/http-error.ts'
import type { StoredAttachment } from '../../platform/mail/mail-hooks.ts'
import { type MailFile, MailRefused, type OutgoingMail } from '../../platform/mail/mailer.ts'
import { plainText, testMail } from './emails.mails.ts'
import {
  countRecentMails,
  type EmailLogRow,
  findEmailLog,
  findFreshResend,
  holdMail,
  insertEmailLogs,
  type MailSettings,
  readMailSettings,
  recordDelivery,
  resetPendingMails,
} from './emails.queries.ts'
import { endRun } from './emails.refusals.queries.ts'

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
  readonly attachments?: readonly StoredAttachment[]
  readonly type: EmailType
  /** The entity that caused it. */
  readonly relatedId: string | null
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
 * only then. A mail's row in the log is its place in the outbox. Returns the ids of the rows, in the order of the mails.
 */
export const queueMails = async (
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  sender: Pick<MailSettings, 'fromEmail' | 'fromName'>,
  mails: readonly NewMail[],
): Promise<string[]> => {
  const rows = mails.map((mail) => outboxRow(sender, mail))
  await insertEmailLogs(tx, rows)
  const ids = rows.map(({ id }) => id)
  await queueJobs(tx, jobs, ids)
  return ids
}

/**
 * Gives every mail that is still to be delivered a new job, its tries begun anew: for a database that was restored without
 * its queue. Where the old jobs are still there, a mail could go out twice.
 */
export const requeuePendingMails = async (tx: Queryable, { jobs }: Pick<Deps, 'jobs'>): Promise<number> => {
  const ids = await resetPendingMails(tx)
  await queueJobs(tx, jobs, ids)
  return ids.length
}

/** Queues the delivery of rows of the log. */
export const queueJobs = (tx: Queryable, jobs: Deps['jobs'], ids: readonly string[]): Promise<void> =>
  jobs.send<MailJob>(
    tx,
    mailQueue,
    ids.map((mailId) => ({ mailId })),
  )

type Sender = Pick<MailSettings, 'fromEmail' | 'fromName'>

/** What a row of the outbox has for itself. */
const envelope = ({ fromEmail, fromName }: Sender) => {
  const id = randomUUID()
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1)
  // The Message-ID is the same at every try, so that a receiver can tell a mail that arrives twice.
  return { id, from: fromEmail, fromName, messageId: `${id}@${domain}` }
}

const outboxRow = (sender: Sender, { to, replyTo, subject, html, attachments, type, relatedId }: NewMail) => ({
  ...envelope(sender),
  to,
  replyTo: replyTo ?? null,
  subject,
  htmlContent: html,
  textContent: plainText(html),
  attachments: attachments ?? null,
  type,
  relatedId,
})

type Deliverable = Pick<
  EmailLogRow,
  'messageId' | 'from' | 'fromName' | 'to' | 'replyTo' | 'subject' | 'htmlContent' | 'textContent' | 'type'
>

/** A row of the log as it is handed over, with its files. */
export const toOutgoing = (mail: Deliverable, attachments: readonly MailFile[] = []): OutgoingMail => {
  if (mail.htmlContent === null) throw new MailRefused('Innholdet i e-posten er slettet')
  return {
    messageId: mail.messageId,
    from: { name: mail.fromName, address: mail.from },
    to: mail.to,
    replyTo: mail.replyTo,
    subject: mail.subject,
    html: mail.htmlContent,
    text: mail.textContent ?? '',
    attachments,
    autoSubmitted: automatic(mail),
  }
}

/** What follows from a form is a machine's: the answer to the visitor (no Reply-To), the notice to the company (with one). */
const automatic = ({ type, replyTo }: Deliverable): OutgoingMail['autoSubmitted'] => {
  if (type !== 'contact' && type !== 'webinar') return null
  return replyTo === null ? 'auto-replied' : 'auto-generated'
}

/** A second click on "send again" within this time is the same wish. Seconds. */
const doubleClickSeconds = 10

/**
 * Queues a mail of the log once more, as a new row, from the sender of today. Clicked twice, or while the new one is still
 * on its way, it is queued once. Answers the new row.
 * @throws HttpError 404 when it is gone, 409 when it is still to be delivered or its content was removed.
 */
export const resendMail = async ({ database, jobs }: Deps, id: string) =>
  database.db.transaction(async (tx) => {
    // Held, so that the second of two clicks finds what the first has queued.
    const mail = await holdMail(tx, id)
    if (!mail) throw notFound('E-posten finnes ikke.')
    if (mail.delivery === 'queued' || mail.delivery === 'retrying') {
      throw new HttpError(409, 'E-posten er fortsatt på vei. Vent til den er sendt eller har feilet.')
    }
    if (mail.htmlContent === null) {
      throw new HttpError(409, 'Innholdet i e-posten er slettet, så den kan ikke sendes på nytt.')
    }
    const newId = (await findFreshResend(tx, id, doubleClickSeconds)) ?? (await queueCopy(tx, jobs, mail))
    const queued = await findEmailLog(tx, newId)
    if (!queued) throw new Error('The mail that was queued is not there')
    return queued
  })

const queueCopy = async (tx: Queryable, jobs: Deps['jobs'], mail: EmailLogRow): Promise<string> => {
  const { to, replyTo, subject, htmlContent, textContent, attachments, type, relatedId } = mail
  const content = { to, replyTo, subject, htmlContent, textContent, attachments, type, relatedId }
  const copy = { ...content, ...envelope(await readMailSettings(tx)), resendOf: mail.id }
  await insertEmailLogs(tx, [copy])
  await queueJobs(tx, jobs, [copy.id])
  return copy.id
}

type TypedSettings = { readonly [Field in keyof MailSettings]?: MailSettings[Field] | undefined }

/**
 * Sends a test mail at once, with the settings as somebody has typed them, and keeps it in the log.
 * @throws HttpError 502 with the mail server's own words when it was not taken.
 */
export const sendTestMail = async (
  { database: { db }, mailer, clock }: Deps,
  { to, ...typed }: TypedSettings & { readonly to: string },
): Promise<TestEmailResult> => {
  const stored = await readMailSettings(db)
  const settings: MailSettings = {
    contactSubject: typed.contactSubject ?? stored.contactSubject,
    webinarSubject: typed.webinarSubject ?? stored.webinarSubject,
    fromEmail: typed.fromEmail ?? stored.fromEmail,
    fromName: typed.fromName ?? stored.fromName,
  }
  const mail = outboxRow(settings, { ...testMail(settings), to, type: 'test', relatedId: null })
  // No job delivers it: should this process die before the answer, the log says how it ended.
  await insertEmailLogs(db, [{ ...mail, delivery: 'failed', attempts: 1, errorMessage: 'Avbrutt før svaret kom' }])
  const end = await mailer.deliver(toOutgoing(mail)).catch((error: unknown) => ({
    delivery: 'failed' as const,
    answer: error instanceof Error ? error.message : String(error),
  }))
  if (end.delivery === 'sent') await endRun(db)
  await recordDelivery(db, mail.id, { ...end, at: clock.now().toISOString() })
  if (end.delivery === 'failed') throw new HttpError(502, `Testmeldingen kunne ikke sendes: ${end.answer}`)
  return { id: mail.id, delivery: end.delivery, answer: end.answer }
}
