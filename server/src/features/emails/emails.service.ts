import { randomUUID } from 'node:crypto'
import type { CompanyFacts } from '@kontor/contract/company/company.rules'
import type { EmailType } from '@kontor/contract/emails/emails.rules'
import type { EmailSettings, TestEmailResult, testEmailSchema } from '@kontor/contract/emails/emails.schema'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow } from '../../platform/errors/http-error.ts'
import { countFormPost } from '../../platform/http/form-posts.queries.ts'
import type { SecretToMake, StoredAttachment } from '../../platform/mail/mail-hooks.ts'
import { type MailFile, MailRefused, type OutgoingMail } from '../../platform/mail/mailer.ts'
import { plainText } from '../../platform/mail/plain-text.ts'
import { readCompany } from '../company/company.queries.ts'
import { limitMail, type MailText, testMail } from './emails.mails.ts'
import * as queries from './emails.queries.ts'

/** The delivery queue; a job contains the id of a row in the mail log. */
export const mailQueue = 'mail'

export const mailNotFound = () => notFound('E-posten finnes ikke.')

export interface MailJob {
  readonly mailId: string
}

/** A mail to send: bare addresses, and a complete HTML document in the company's letterhead. */
export interface NewMail {
  readonly to: string
  /** Bare addresses that get a visible copy. */
  readonly cc?: readonly string[]
  readonly replyTo?: string
  readonly subject: string
  readonly html: MailText['html']
  readonly attachments?: readonly StoredAttachment[]
  /** Fills `secretPlaceholder` at delivery. */
  readonly secret?: SecretToMake
  readonly type: EmailType
  /** The author; absent for automatic mails. */
  readonly author?: string
  /** The Message-IDs of the conversation that this mail continues, oldest first. */
  readonly thread?: readonly string[]
  /** The id of the entity that the mail is about. */
  readonly relatedId: string | null
}

/** The address where the company gets its notices. */
export const officeAddress = (
  { config }: Pick<Deps, 'config'>,
  { fromEmail, noticesTo }: Pick<EmailSettings, 'fromEmail' | 'noticesTo'>,
): string => config.notifyEmail ?? noticesTo ?? fromEmail

/** Maximum confirmations of one type per mailbox and hour. More may be an attempt to flood a stranger's mailbox through our forms. */
const confirmationsPerHour = 5

/**
 * Maximum confirmations per mailbox and hour that repeat the visitor's own text, as the office's template may do. This limit is lower,
 * since strangers then choose both text and recipient.
 */
const repeatingPerHour = 2

/** Maximum confirmations to all visitors per hour. More may be abuse of our forms to mail strangers. */
const allConfirmationsPerHour = 200

/** The `relatedId` of the notice that `allConfirmationsPerHour` was reached. */
const limitNotice = 'confirmation-limit'

interface Confirmation {
  readonly to: string
  readonly type: EmailType
  /** True if the mail contains a text that the visitor wrote. */
  readonly repeatsText?: boolean
}

/** Returns true if a visitor may get a confirmation. Notifies the company if the limit for all visitors is reached. */
export const mayConfirm = async (
  tx: Queryable,
  deps: Pick<Deps, 'jobs' | 'config'>,
  { to, type, repeatsText = false }: Confirmation,
): Promise<boolean> => {
  if ((await queries.countRecentMails(tx)) >= allConfirmationsPerHour) {
    await noticeLimit(tx, deps)
    return false
  }
  const limit = repeatsText ? repeatingPerHour : confirmationsPerHour
  return (await queries.countRecentMails(tx, { address: to, type })) < limit
}

/** Maximum notices per hour about suspect enquiries and registrations: a flood mustn't fill the company's mailbox. */
const suspectNoticesPerHour = 5

/** Counts a suspect submission; returns true if the company gets a notice of it. */
export const mayNoticeSuspect = async (tx: Queryable, { clock }: Pick<Deps, 'clock'>): Promise<boolean> => {
  const { posts } = await countFormPost(tx, 'suspect submissions', 60 * 60_000, clock.now())
  return posts <= suspectNoticesPerHour
}

/** Warns the company of the limit, at most once an hour. */
const noticeLimit = async (tx: Queryable, deps: Pick<Deps, 'jobs' | 'config'>): Promise<void> => {
  if (await queries.hasRecentMail(tx, limitNotice)) return
  const settings = await queries.readEmailSettings(tx)
  const to = officeAddress(deps, settings)
  await queueMails(tx, deps, settings, [
    { ...limitMail(allConfirmationsPerHour), to, type: 'other', relatedId: limitNotice },
  ])
}

/**
 * Queues mails in the transaction of the change that causes them: they are sent if and only if the transaction commits. The mail log is
 * the outbox. Returns the ids of the rows, in the order of the mails.
 */
export const queueMails = async (
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  sender: Pick<queries.MailSettings, 'fromEmail' | 'fromName'>,
  mails: readonly NewMail[],
): Promise<string[]> => {
  if (mails.length === 0) return []
  const company = await readCompany(tx)
  const rows = mails.map((mail) => outboxRow(sender, company, mail))
  await queries.insertEmailLogs(tx, rows)
  const ids = rows.map(({ id }) => id)
  await queueJobs(tx, jobs, ids)
  return ids
}

/**
 * Queues a new job for every pending mail and resets its attempts, for a database restored without its queue. If the old jobs still exist,
 * a mail may be sent twice.
 */
export const requeuePendingMails = async (tx: Queryable, { jobs }: Pick<Deps, 'jobs'>): Promise<number> => {
  const ids = await queries.resetPendingMails(tx)
  await queueJobs(tx, jobs, ids)
  return ids.length
}

export const queueJobs = (tx: Queryable, jobs: Deps['jobs'], ids: readonly string[]): Promise<void> =>
  jobs.send<MailJob>(
    tx,
    mailQueue,
    ids.map((mailId) => ({ mailId })),
  )

type Sender = Pick<queries.MailSettings, 'fromEmail' | 'fromName'>

const envelope = ({ fromEmail, fromName }: Sender) => {
  const id = randomUUID()
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1)
  // The Message-ID is the same for every try, so that receivers can dedupe a mail that arrives twice.
  return { id, from: fromEmail, fromName, messageId: `${id}@${domain}` }
}

const outboxRow = (
  sender: Sender,
  company: CompanyFacts,
  { to, cc, replyTo, subject, html, attachments, secret, type, author, thread, relatedId }: NewMail,
) => {
  const htmlContent = html(company)
  return {
    ...envelope(sender),
    to,
    cc: [...(cc ?? [])],
    replyTo: replyTo ?? null,
    subject,
    htmlContent,
    textContent: plainText(htmlContent),
    attachments: attachments ?? null,
    secret: secret ?? null,
    type,
    author: author ?? null,
    thread: [...(thread ?? [])],
    relatedId,
  }
}

type Deliverable = Pick<
  queries.EmailLogRow,
  | 'messageId'
  | 'from'
  | 'fromName'
  | 'to'
  | 'cc'
  | 'replyTo'
  | 'subject'
  | 'htmlContent'
  | 'textContent'
  | 'type'
  | 'author'
  | 'thread'
>

/** Converts a mail of the log, with its files, for the mailer. @throws MailRefused if the mail's content was deleted */
export const toOutgoing = (mail: Deliverable, attachments: readonly MailFile[] = []): OutgoingMail => {
  if (mail.htmlContent === null) throw new MailRefused('Innholdet i e-posten er slettet')
  return {
    messageId: mail.messageId,
    from: { name: mail.fromName, address: mail.from },
    to: mail.to,
    cc: mail.cc,
    replyTo: mail.replyTo,
    subject: mail.subject,
    html: mail.htmlContent,
    text: mail.textContent ?? '',
    attachments,
    thread: mail.thread,
    autoSubmitted: autoSubmittedValue(mail),
  }
}

/** Returns the header Auto-Submitted for a mail caused by a form. Confirmations to visitors have no Reply-To; notices to the company have one. */
const autoSubmittedValue = ({ type, replyTo, author }: Deliverable): OutgoingMail['autoSubmitted'] => {
  if (author !== null || (type !== 'contact' && type !== 'webinar')) return null
  return replyTo === null ? 'auto-replied' : 'auto-generated'
}

/** A second click on "send again" within this time is ignored. Seconds. */
const doubleClickSeconds = 10

/** Queues a copy of a mail. On a double click, or while an earlier copy is pending, returns the earlier copy. @throws HttpError 404, 409 */
export const resendMail = async ({ database, jobs }: Deps, id: string) =>
  database.db.transaction(async (tx) => {
    // Locks the mail, so that the second of two clicks finds the copy that the first queued.
    const mail = await orThrow(queries.lockMail(tx, id), mailNotFound)
    if (mail.delivery === 'queued' || mail.delivery === 'retrying') {
      throw new HttpError(409, 'E-posten er fortsatt på vei. Vent til den er sendt eller har feilet.')
    }
    if (mail.htmlContent === null) {
      throw new HttpError(409, 'Innholdet i e-posten er slettet, så den kan ikke sendes på nytt.')
    }
    const newId = (await queries.findFreshResend(tx, id, doubleClickSeconds)) ?? (await queueCopy(tx, jobs, mail))
    const queued = await queries.findEmailLog(tx, newId)
    if (!queued) throw new Error('The queued mail is missing')
    return queued
  })

const queueCopy = async (tx: Queryable, jobs: Deps['jobs'], mail: queries.EmailLogRow): Promise<string> => {
  const { to, cc, replyTo, subject, htmlContent, textContent, attachments, secret, type, author, thread, relatedId } =
    mail
  const content = { to, cc, replyTo, subject, htmlContent, textContent, attachments, secret, type, relatedId }
  const copy = { ...content, author, thread, ...envelope(await queries.readEmailSettings(tx)), resendOf: mail.id }
  await queries.insertEmailLogs(tx, [copy])
  await queueJobs(tx, jobs, [copy.id])
  return copy.id
}

/** Sends a test mail with the stored settings or with the caller's unsaved settings. @throws HttpError 502 with the mail server's response */
export const sendTestMail = async (
  { database: { db }, mailer, clock }: Deps,
  { to, ...unsaved }: z.output<typeof testEmailSchema>,
): Promise<TestEmailResult> => {
  const stored = await queries.readEmailSettings(db)
  const settings: queries.MailSettings = {
    contactSubject: unsaved.contactSubject ?? stored.contactSubject,
    webinarSubject: unsaved.webinarSubject ?? stored.webinarSubject,
    fromEmail: unsaved.fromEmail ?? stored.fromEmail,
    fromName: unsaved.fromName ?? stored.fromName,
  }
  const mail = outboxRow(settings, await readCompany(db), {
    ...testMail(settings),
    to,
    type: 'test',
    relatedId: null,
  })
  // No job delivers a test mail. It is logged as failed first, in case this process dies before the mail server responds.
  await queries.insertEmailLogs(db, [
    { ...mail, delivery: 'failed', attempts: 1, errorMessage: 'Avbrutt før svaret kom' },
  ])
  const outcome = await mailer.deliver(toOutgoing(mail)).catch((error: unknown) => ({
    delivery: 'failed' as const,
    answer: error instanceof Error ? error.message : String(error),
  }))
  await queries.recordDelivery(db, mail.id, { ...outcome, at: clock.now().toISOString() })
  if (outcome.delivery === 'failed') throw new HttpError(502, `Testmeldingen kunne ikke sendes: ${outcome.answer}`)
  return { id: mail.id, delivery: outcome.delivery, answer: outcome.answer }
}
