import type { contactCreateSchema } from '@kontor/contract/contacts/contacts.schema'
import { isSuspect } from '@kontor/contract/shared/public-form'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { submissionKey } from '../../platform/http/submission-key.ts'
import { deleteStoredMails } from '../../platform/mail/file-mailer.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { mayConfirm, type NewMail, queueMails } from '../emails/emails.service.ts'
import { findActiveTemplate } from '../emails/emails.templates.queries.ts'
import { confirmationMail, type Enquiry, noticeMail } from './contacts.mails.ts'
import { deleteContacts, emptyContactMails, insertContact } from './contacts.queries.ts'

type Submission = z.output<typeof contactCreateSchema>

/**
 * Stores an enquiry and its mails in one transaction. Dedupes repeated submissions; a suspect one is stored without mails. The
 * response is the same in every case.
 */
export const receiveEnquiry = async (deps: Deps, submission: Submission): Promise<void> => {
  const { name, email, company, subject, message } = submission
  const enquiry: Enquiry = { name, email, company, subject, message }
  const suspect = isSuspect(submission)
  await deps.database.db.transaction(async (tx) => {
    const key = submissionKey(submission.submissionId, enquiry)
    const id = await insertContact(tx, { ...enquiry, suspect, submissionKey: key })
    if (id === undefined || suspect) return
    await queueEnquiryMails(tx, deps, { id, enquiry, language: submission.language ?? 'no' })
  })
}

const queueEnquiryMails = async (
  tx: Queryable,
  deps: Deps,
  { id, enquiry, language }: { id: string; enquiry: Enquiry; language: 'no' | 'en' },
): Promise<void> => {
  const { config } = deps
  const settings = await readEmailSettings(tx)
  const template = await findActiveTemplate(tx, 'contact')
  const notice: NewMail = {
    ...noticeMail(enquiry, `${config.publicUrl}/admin`),
    to: config.notifyEmail ?? settings.fromEmail,
    replyTo: enquiry.email,
    type: 'contact',
    relatedId: id,
  }
  const confirmation: NewMail = {
    ...confirmationMail(enquiry, language, { subject: settings.contactSubject, template }),
    to: enquiry.email,
    type: 'contact',
    relatedId: id,
  }
  const confirms = await mayConfirm(tx, enquiry.email, 'contact')
  await queueMails(tx, deps, settings, confirms ? [notice, confirmation] : [notice])
}

/** The result of deleting enquiries; the caller deletes the mails' files after the commit. */
export interface RemovedEnquiries {
  readonly enquiries: number
  readonly mailIds: readonly string[]
}

/**
 * Deletes enquiries and the copies of their texts in the mail log. Mails still in delivery keep their text until the following
 * night. The caller deletes the mails' files after the commit, since a rollback could not restore them.
 */
export const removeEnquiries = async (tx: Queryable, ids: readonly string[]): Promise<RemovedEnquiries> => {
  const deleted = await deleteContacts(tx, ids)
  return { enquiries: deleted.length, mailIds: await emptyContactMails(tx, deleted) }
}

/** Deletes one enquiry with its mails; returns false when it does not exist. */
export const removeEnquiry = async ({ database, config }: Deps, id: string): Promise<boolean> => {
  const { enquiries, mailIds } = await database.db.transaction((tx) => removeEnquiries(tx, [id]))
  await deleteStoredMails(config.dataDir, mailIds)
  return enquiries > 0
}
