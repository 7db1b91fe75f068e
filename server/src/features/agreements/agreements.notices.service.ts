import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { hashOf } from '../../platform/mail/link-tokens.queries.ts'
import type { MailText } from '../emails/emails.mails.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { type NewMail, officeAddress, queueMails } from '../emails/emails.service.ts'
import {
  expiryNoticeMail,
  type NoticeData,
  openedNoticeMail,
  withheldReminderMail,
} from './agreements.notices.mails.ts'
import * as queries from './agreements.queries.ts'
import { linkText, reachOf } from './agreements.reach.ts'
import { hasEventSince, insertEvent, listSendings } from './agreements.timeline.queries.ts'

/** Composes a mail to the company and the responsible person about an agreement; replies go to the customer. */
export const noticeAbout = async (
  tx: Queryable,
  { config }: Pick<Deps, 'config'>,
  agreement: queries.AgreementRow,
  compose: (noted: NoticeData) => MailText,
): Promise<NewMail> => {
  const { id, reference, title, totalAmount, vatAmount, recipientEmail, responsibleEmail } = agreement
  const settings = await readEmailSettings(tx)
  const customerName = (await queries.readCustomer(tx, agreement.customerId))?.name ?? ''
  const url = `${config.publicUrl}/admin/avtaler/${id}`
  const to = officeAddress({ config }, settings)
  const isOther = responsibleEmail !== null && !isSameAddress(responsibleEmail, to)
  return {
    ...compose({ reference, title, customerName, totalAmount, vatAmount, url }),
    to,
    ...(isOther && { cc: [responsibleEmail] }),
    replyTo: recipientEmail ?? settings.fromEmail,
    type: 'agreement',
    relatedId: id,
  }
}

/** Notifies the company when the current link is opened for the first time. The caller has locked the agreement. */
export const notifyFirstOpening = async (
  tx: Queryable,
  deps: Deps,
  agreement: queries.AgreementRow,
  openedAt: string,
): Promise<void> => {
  if (agreement.openedAt !== null) return
  await queries.setDerivedFields(tx, agreement.id, { openedAt })
  // No notice for an agreement that is already answered.
  if (agreement.status !== 'sent') return
  const link = linkText(reachOf(await listSendings(tx, hashOf(agreement))), 'no')
  const notice = await noticeAbout(tx, deps, agreement, (noted) => openedNoticeMail(noted, { openedAt, link }))
  await queueMails(tx, deps, await readEmailSettings(tx), [notice])
}

/** Records, once per sending, that a reminder was withheld because eID isn't set up, and notifies the company. */
export const noteWithheldReminder = (deps: Deps, id: string): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const agreement = await queries.lockAgreement(tx, id)
    if (agreement?.status !== 'sent' || !agreement.sentAt) return
    const kind = 'reminder_withheld'
    if (await hasEventSince(tx, { agreementId: id, kind, since: agreement.sentAt })) return
    const at = deps.clock.now().toISOString()
    await insertEvent(tx, { agreementId: id, kind, actor: 'system', at, detail: agreementSentences.noEid })
    await queueMails(tx, deps, await readEmailSettings(tx), [
      await noticeAbout(tx, deps, agreement, withheldReminderMail),
    ])
  })

/** Notifies the company, once, that an agreement expired unanswered. */
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
