import { createHash } from 'node:crypto'
import { minimumFormMs } from '@kontor/contract/contacts/contacts.rules'
import type { contactCreateSchema } from '@kontor/contract/contacts/contacts.schema'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { countRecentMails, readMailSettings } from '../emails/emails.queries.ts'
import { type NewMail, queueMails } from '../emails/emails.service.ts'
import { confirmationMail, type Enquiry, noticeMail } from './contacts.mails.ts'
import { insertContact } from './contacts.queries.ts'

type Submission = z.output<typeof contactCreateSchema>

/** Confirmations to one address in an hour: beyond it somebody may be using our form to flood somebody else's mailbox. */
const confirmationsPerHour = 5

/**
 * Stores an enquiry together with its mails, or none of it. The same submission twice is stored once; a suspect one is
 * stored without mails. The visitor cannot tell any of that from the answer.
 */
export const receiveEnquiry = async (deps: Deps, submission: Submission): Promise<void> => {
  const { name, email, company, subject, message } = submission
  const enquiry: Enquiry = { name, email, company, subject, message }
  const suspect = isSuspect(submission)
  await deps.database.db.transaction(async (tx) => {
    const id = await insertContact(tx, { ...enquiry, suspect, submissionKey: submissionKey(submission, enquiry) })
    if (id === undefined || suspect) return
    await queueEnquiryMails(tx, deps, { id, enquiry, language: submission.language ?? 'no' })
  })
}

/** A person sees no honeypot and needs a moment to write. */
const isSuspect = ({ website, elapsedMs }: Submission): boolean =>
  Boolean(website) || (typeof elapsedMs === 'number' && elapsedMs < minimumFormMs)

/** The texts count too: whoever corrects the message after an error and sends again has written something new. */
const submissionKey = ({ submissionId }: Submission, enquiry: Enquiry): string | null =>
  submissionId
    ? createHash('sha256')
        .update(JSON.stringify([submissionId, enquiry]))
        .digest('hex')
    : null

const queueEnquiryMails = async (
  tx: Queryable,
  deps: Deps,
  { id, enquiry, language }: { id: string; enquiry: Enquiry; language: 'no' | 'en' },
): Promise<void> => {
  const { config } = deps
  const settings = await readMailSettings(tx)
  const notice: NewMail = {
    ...noticeMail(enquiry, `${config.publicUrl}/admin`),
    to: config.notifyEmail ?? settings.fromEmail,
    replyTo: enquiry.email,
    type: 'contact',
    relatedId: id,
  }
  const confirmation: NewMail = {
    ...confirmationMail(enquiry, language, settings.contactSubject),
    to: enquiry.email,
    type: 'contact',
    relatedId: id,
  }
  const recent = await countRecentMails(tx, { to: enquiry.email, type: 'contact', seconds: 60 * 60 })
  await queueMails(tx, deps, settings, recent < confirmationsPerHour ? [notice, confirmation] : [notice])
}
