import type { contactCreateSchema } from '@kontor/contract/contacts/contacts.schema'
import { isSuspect } from '@kontor/contract/shared/public-form'
import type { z } from 'zod'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/errors/http-error.ts'
import { submissionKey } from '../../platform/http/submission-key.ts'
import { deleteStoredMails } from '../../platform/mail/file-mailer.ts'
import { deleteToTrash, type RequestedDeletion } from '../../platform/trash/deletion.ts'
import { type MailSettings, readEmailSettings } from '../emails/emails.queries.ts'
import { mayConfirm, mayNoticeSuspect, type NewMail, officeAddress, queueMails } from '../emails/emails.service.ts'
import { findActiveTemplate } from '../emails/emails.templates.queries.ts'
import { confirmationMail, type Enquiry, noticeMail, repeatsMessage } from './contacts.mails.ts'
import {
  contactMails,
  deleteContacts,
  emptyContactMails,
  enquiryTrash,
  findContact,
  insertContact,
  isSubmitted,
} from './contacts.queries.ts'

type Submission = z.output<typeof contactCreateSchema>

/**
 * Stores an enquiry and its mails in one transaction. Does nothing if the same texts were stored before, under the submission's id or one of
 * `repeats`. A suspect enquiry is mailed only to the company. Callers can't tell these cases apart.
 */
export const receiveEnquiry = async (
  deps: Deps,
  submission: Submission,
  repeats: readonly string[] = [],
): Promise<void> => {
  const { name, email, company, subject, message } = submission
  const enquiry: Enquiry = { name, email, company, subject, message }
  const suspect = isSuspect(submission)
  await deps.database.db.transaction(async (tx) => {
    const key = submissionKey(submission.submissionId, enquiry)
    const language = submission.language ?? 'no'
    if (repeats.length > 0) {
      // One lock per address, since the two requests of a double click may have different ids.
      await waitForLock(tx, `enquiry ${email}`)
      const keys = repeats.flatMap((repeated) => submissionKey(repeated, enquiry) ?? [])
      if (await isSubmitted(tx, keys)) return
    }
    const id = await insertContact(tx, { ...enquiry, language, suspect, submissionKey: key })
    if (id === undefined || (suspect && !(await mayNoticeSuspect(tx, deps)))) return
    const settings = await readEmailSettings(tx)
    const notice: NewMail = {
      ...noticeMail(enquiry, `${deps.config.publicUrl}/admin/kontakter/${id}`, suspect),
      to: officeAddress(deps, settings),
      replyTo: email,
      type: 'contact',
      relatedId: id,
    }
    const confirmations = suspect ? [] : await confirmationsOf(tx, deps, settings, { ...enquiry, id, language })
    await queueMails(tx, deps, settings, [notice, ...confirmations])
  })
}

/** Returns the confirmation to the visitor, or no mail once the rate limits are exceeded. */
export const confirmationsOf = async (
  tx: Queryable,
  deps: Deps,
  { contactSubject: subject }: MailSettings,
  { id, language, ...enquiry }: Enquiry & { readonly id: string; readonly language: 'no' | 'en' },
): Promise<NewMail[]> => {
  const template = await findActiveTemplate(tx, 'contact', language)
  const mail = confirmationMail(enquiry, language, { subject, template })
  const repeatsText = template !== undefined && repeatsMessage(template)
  const confirms = await mayConfirm(tx, deps, { to: enquiry.email, type: 'contact', repeatsText })
  return confirms ? [{ ...mail, to: enquiry.email, type: 'contact', relatedId: id }] : []
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

export const contactNotFound = () => notFound('Henvendelsen finnes ikke.')

/** Moves one enquiry with the texts of its mails to the trash. @throws HttpError 404, 409 when the version is stale */
export const removeEnquiry = async (
  { database, config }: Deps,
  id: string,
  deletion: RequestedDeletion,
): Promise<void> => {
  const mailIds: string[] = []
  await deleteToTrash(
    database.db,
    enquiryTrash,
    { id, find: (tx) => findContact(tx, id), missing: contactNotFound },
    deletion,
    async (tx) => mailIds.push(...(await removeEnquiries(tx, [id])).mailIds),
    [contactMails(id)],
  )
  await deleteStoredMails(config.dataDir, mailIds)
}
