import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { MailText } from '../emails/emails.mails.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { type NewMail, queueMails } from '../emails/emails.service.ts'
import { expiryNoticeMail, type NotedAgreement, openedNoticeMail } from './agreements.notices.mails.ts'
import * as queries from './agreements.queries.ts'

/** A mail to the company about an agreement; an answer to it goes to the customer. */
export const noticeAbout = async (
  tx: Queryable,
  { config }: Pick<Deps, 'config'>,
  agreement: queries.AgreementRow,
  compose: (noted: NotedAgreement) => MailText,
): Promise<NewMail> => {
  const { id, reference, title, totalAmount, vatAmount, recipientEmail } = agreement
  const { fromEmail } = await readEmailSettings(tx)
  const customerName = (await queries.readCustomer(tx, agreement.customerId))?.name ?? ''
  const url = `${config.publicUrl}/admin/avtaler/${id}`
  return {
    ...compose({ reference, title, customerName, totalAmount, vatAmount, url }),
    to: config.notifyEmail ?? fromEmail,
    replyTo: recipientEmail ?? fromEmail,
    type: 'agreement',
    relatedId: id,
  }
}

/** Notifies the company when the link that is valid now is opened for the first time. The caller has locked the agreement. */
export const noteOpening = async (
  tx: Queryable,
  deps: Deps,
  agreement: queries.AgreementRow,
  openedAt: string,
): Promise<void> => {
  if (agreement.openedAt !== null) return
  await queries.setDerivedFields(tx, agreement.id, { openedAt })
  // Who has answered has read it.
  if (agreement.status !== 'sent') return
  const recipient = agreement.recipientEmail ?? ''
  const notice = await noticeAbout(tx, deps, agreement, (noted) => openedNoticeMail(noted, { openedAt, recipient }))
  await queueMails(tx, deps, await readEmailSettings(tx), [notice])
}

/** Notifies the company of an agreement that expired unanswered, once. */
export const noteExpiry = (deps: Deps, id: string, day: string): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const expired = await queries.claimExpiry(tx, id, { day, at: deps.clock.now().toISOString() })
    if (!expired?.validUntil) return
    const { validUntil, recipientEmail } = expired
    const notice = await noticeAbout(tx, deps, expired, (noted) =>
      expiryNoticeMail(noted, { validUntil, recipient: recipientEmail ?? '' }),
    )
    await queueMails(tx, deps, await readEmailSettings(tx), [notice])
  })
