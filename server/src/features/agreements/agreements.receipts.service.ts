import { readEvidenceKeys } from '@kontor/contract/agreements/agreements.endpoints'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { readCompany } from '../company/company.queries.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { type NewMail, queueMails } from '../emails/emails.service.ts'
import type { LinkReach } from './agreements.chain.ts'
import type { Proof } from './agreements.document.ts'
import { listSnapshots } from './agreements.evidence.queries.ts'
import { parseSnapshot } from './agreements.evidence.ts'
import { receiptMail } from './agreements.mails.ts'
import { answerNoticeMail } from './agreements.notices.mails.ts'
import { noticeAbout } from './agreements.notices.service.ts'
import { type AgreementRow, setDerivedFields } from './agreements.queries.ts'
import { answerPdf, attachPdf, findText, linkOf } from './agreements.sending.service.ts'

/** The key that signs now, and where it is published. */
const signingKey = ({ config, signing: { key } }: Deps): NonNullable<Proof['signedBy']> => ({
  id: key.id,
  publicKey: key.publicKeys.at(-1)?.publicKey ?? '',
  url: `${config.publicUrl}${readEvidenceKeys.path}`,
})

interface ReceivedAnswer extends Proof {
  readonly id: string
  readonly reach: LinkReach
  readonly storedAddress: string | null
}

/** Who has probably answered: the recipient of the code, else the link's only recipient. */
const answererOf = ({ channel, verification, reach }: ReceivedAnswer): string | null => {
  if (verification?.method === 'code') return verification.sentTo
  return channel === 'link' && reach.to.length === 1 && reach.cc.length === 0 ? (reach.to[0] ?? null) : null
}

/** Everyone who was shown a text or got the link, and whom the office names as contact person: each address once. */
const addressesOf = async (
  tx: Queryable,
  { id }: Pick<AgreementRow, 'id'>,
  { reach, storedAddress }: ReceivedAnswer,
): Promise<string[]> => {
  const shown = await listSnapshots(tx, id)
  const persons = shown.map(({ content }) => parseSnapshot(content).contactPerson?.email)
  const addresses = [...reach.to, ...reach.cc, storedAddress, ...persons].flatMap((address) => address || [])
  return [...new Map(addresses.toReversed().map((address) => [address.toLowerCase(), address])).values()].toReversed()
}

/**
 * Queues an answer's receipts, with the agreement and the evidence as a PDF: to everyone it concerns, so that an answer in another's
 * place is noticed, and to the company. Only mails to those who already have the link show it.
 */
export const queueReceipts = async (
  tx: Queryable,
  deps: Deps,
  agreement: AgreementRow,
  received: ReceivedAnswer,
): Promise<void> => {
  const answer = { ...received, signedBy: signingKey(deps) }
  const { snapshot } = await findText(tx, agreement.id)
  const attachments = attachPdf(snapshot, agreement.reference, { maker: answerPdf, of: answer.id })
  const notice = await noticeAbout(tx, deps, agreement, (noted) => answerNoticeMail(noted, answer))
  const company = await readCompany(tx)
  const answerer = answererOf(received)?.toLowerCase()
  const hasLink = new Set([...received.reach.to, ...received.reach.cc].map((address) => address?.toLowerCase()))
  const receipts = (await addressesOf(tx, agreement, received)).map((to): NewMail => {
    const link = hasLink.has(to.toLowerCase()) ? linkOf(deps, agreement) : null
    const mail = receiptMail({ snapshot, company, answer, link, isAnswerer: to.toLowerCase() === answerer })
    return { ...mail, attachments, to, type: 'agreement', relatedId: agreement.id }
  })
  const mails = [...receipts, { ...notice, attachments }]
  const [firstId] = await queueMails(tx, deps, await readEmailSettings(tx), mails)
  if (receipts.length > 0) await setDerivedFields(tx, agreement.id, { lastMailId: firstId })
}
