import { distinctAddresses, isSameAddress } from '@kontor/contract/shared/email-addresses'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { tokenInMail } from '../../platform/mail/link-tokens.queries.ts'
import { noticeAbout } from '../agreements/agreements.notices.service.ts'
import { type AgreementRow, setDerivedFields } from '../agreements/agreements.queries.ts'
import { reachOf } from '../agreements/agreements.reach.ts'
import { answerPdf, attachPdf, linkIn } from '../agreements/agreements.sending.service.ts'
import { parseSnapshot } from '../agreements/agreements.snapshot.ts'
import { listSnapshots } from '../agreements/agreements.timeline.queries.ts'
import { readCompany } from '../company/company.queries.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { type NewMail, queueMails } from '../emails/emails.service.ts'
import { type Answered, answerNoticeMail, receiptMail } from './agreement-answers.mails.ts'

/** Returns the recipient who probably answered: the code's, or the link's if it was sent to only one person; otherwise null. */
const answererOf = ({ answer, verification, link }: Answered['record']): string | null => {
  if (verification.method === 'code') return verification.sentTo
  const { to, cc } = reachOf(link.sendings)
  return answer.channel === 'link' && to.length === 1 && cc.length === 0 ? (to[0] ?? null) : null
}

/** Lists the addresses that got the link, and those of all contact persons in the agreement's texts and in the record; each address once. */
const addressesOf = async (tx: Queryable, id: string, { link }: Answered['record']): Promise<string[]> => {
  const shown = await listSnapshots(tx, id)
  const persons = shown.map(({ content }) => parseSnapshot(content).contactPerson?.email)
  const { to, cc } = reachOf(link.sendings)
  const addresses = [...to, ...cc, link.storedAddress, ...persons].flatMap((address) => address || [])
  return distinctAddresses(addresses)
}

/**
 * Queues an answer's receipts, with the agreement and the evidence as a PDF. Everyone concerned and the company get one, so that they notice
 * an answer in someone else's name. Only mails to people who already have the link contain it.
 */
export const queueReceipts = async (
  tx: Queryable,
  deps: Deps,
  agreement: AgreementRow,
  answer: Answered,
): Promise<void> => {
  const { record } = answer
  const attachments = attachPdf(record.agreement, agreement.reference, { maker: answerPdf, of: answer.id })
  const notice = await noticeAbout(tx, deps, agreement, (noted) => answerNoticeMail(noted, answer))
  const company = await readCompany(tx)
  const answerer = answererOf(record)
  const { to: sentTo, cc } = reachOf(record.link.sendings)
  const withLink = [...sentTo, ...cc]
  const receipts = (await addressesOf(tx, agreement.id, record)).map((to): NewMail => {
    const link = withLink.some((address) => isSameAddress(address, to)) ? linkIn(deps) : null
    const mail = receiptMail({ company, answer, link, isAnswerer: isSameAddress(to, answerer) })
    const secret = link ? { secret: tokenInMail(deps.signing.secrets, agreement) } : {}
    return { ...mail, ...secret, attachments, to, type: 'agreement', relatedId: agreement.id }
  })
  const mails = [...receipts, { ...notice, attachments }]
  const [firstId] = await queueMails(tx, deps, await readEmailSettings(tx), mails)
  if (receipts.length > 0) await setDerivedFields(tx, agreement.id, { lastMailId: firstId })
}
