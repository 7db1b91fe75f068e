import { readEvidenceKeys } from '@kontor/contract/agreements/agreements.endpoints'
import {
  type AgreementMailKind,
  agreementSentences,
  isFrozen,
  mailKindOf,
  statusAfter,
} from '@kontor/contract/agreements/agreements.rules'
import type { Agreement, agreementSendSchema } from '@kontor/contract/agreements/agreements.schema'
import { osloDay } from '@kontor/contract/shared/time'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound } from '../../platform/errors/http-error.ts'
import { readCompany } from '../company/company.queries.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { type NewMail, queueMails } from '../emails/emails.service.ts'
import type { Proof } from './agreements.document.ts'
import { insertEvent, listAnswers } from './agreements.evidence.queries.ts'
import { agreementMail, answerNoticeMail, receiptMail, type SigningKey } from './agreements.mails.ts'
import * as queries from './agreements.queries.ts'
import { checkVersion, fieldError, getAgreement, getAgreementForUpdate } from './agreements.service.ts'
import { renewSnapshot } from './agreements.snapshots.service.ts'

/** Name under which the maker of the receipts' PDF is registered with `mailHooks`. */
export const answerPdf = 'agreement-answer'

/** The page where the customer reads and answers. */
const linkOf = (
  { config }: Pick<Deps, 'config'>,
  { responseToken }: Pick<queries.AgreementRow, 'responseToken'>,
): string => `${config.publicUrl}/agreement-response/${responseToken}`

const answerAttachment = (answerId: string): NonNullable<NewMail['attachments']> => [
  { filename: 'avtale.pdf', contentType: 'application/pdf', maker: answerPdf, of: answerId },
]

const eventKinds = { agreement: 'sent', reminder: 'reminded', copy: 'copy_sent' } as const

interface Recipient {
  readonly email: string
  readonly name: string
}

/** Queues a mail with the agreement to its customer, and records it on the card and in the timeline. */
const queueCustomerMail = async (
  tx: Queryable,
  deps: Deps,
  agreement: Pick<queries.AgreementRow, 'id' | 'customerId' | 'title' | 'validUntil' | 'responseToken'>,
  { kind, to, actor }: { kind: AgreementMailKind; to: Recipient; actor: 'admin' | 'system' },
): Promise<void> => {
  const { id, title, validUntil } = agreement
  const link = linkOf(deps, agreement)
  const customerName = (await queries.readCustomer(tx, agreement.customerId))?.name ?? ''
  const accepted = kind === 'copy' ? (await listAnswers(tx, id)).at(-1) : undefined
  const { name: companyName } = await readCompany(tx)
  const [mailId] = await queueMails(tx, deps, await readEmailSettings(tx), [
    {
      ...agreementMail(kind, { title, validUntil, customerName, recipientName: to.name, link, companyName }),
      ...(accepted && { attachments: answerAttachment(accepted.answer.id) }),
      to: to.email,
      type: 'agreement',
      relatedId: id,
    },
  ])
  await queries.setDerivedFields(tx, id, { lastMailId: mailId })
  const at = deps.clock.now().toISOString()
  const recipient = { recipientName: to.name, recipientEmail: to.email }
  await insertEvent(tx, { agreementId: id, kind: eventKinds[kind], actor, at, ...recipient })
}

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/**
 * Sends an agreement to a contact person of its customer: a reminder when it is already sent, a copy when it is accepted. The
 * new status, the snapshot and the mail are stored in one transaction.
 * @throws HttpError 404, 409 when it is rejected or the version is stale, 400 without a valid recipient.
 */
export const sendAgreement = (deps: Deps, id: string, body: z.output<typeof agreementSendSchema>): Promise<Agreement> =>
  deps.database.db.transaction(async (tx) => {
    const agreement = await getAgreementForUpdate(tx, id)
    await checkVersion(tx, agreement, body.version)
    const status = statusAfter(agreement.status, 'send')
    if (!status) throw new HttpError(409, 'Avtalen er avslått og kan ikke sendes på nytt. Kopier den i stedet.')
    const person = await queries.lockContactPerson(tx, body.contactPersonId, agreement.customerId)
    if (!person) throw fieldError('contactPersonId', 'Kontaktpersonen hører ikke til kunden')
    const to = { email: body.recipientEmail ?? person.email, name: body.recipientName ?? fullName(person) }
    if (!to.email) throw fieldError('recipientEmail', agreementSentences.noRecipient)
    const kind = mailKindOf(agreement.status)
    const recipient = { recipientEmail: to.email, recipientName: to.name }
    if (isFrozen(agreement.status)) await queries.updateAgreement(tx, id, recipient)
    else {
      await queries.updateAgreement(tx, id, {
        ...recipient,
        ...sentFields(deps, status),
        // A manual reminder replaces the scheduled one.
        remindedOn: kind === 'reminder' ? osloDay(deps.clock.now().toISOString()) : null,
        contactPersonId: person.id,
      })
      await renewSnapshot(tx, id)
    }
    await queueCustomerMail(tx, deps, agreement, { kind, to, actor: 'admin' })
    return getAgreement(tx, id)
  })

/** Marks the agreement as sent and clears the answer; earlier answers stay in the timeline. */
const sentFields = ({ clock }: Deps, status: queries.AgreementRow['status']) => ({
  status,
  sentAt: clock.now().toISOString(),
  respondedAt: null,
  customerResponse: null,
  respondedBy: null,
  answerChannel: null,
  evidence: null,
})

export const remindCustomer = (deps: Deps, id: string, day: string): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const due = await queries.claimReminder(tx, id, day)
    if (!due?.recipientEmail) return
    const to = { email: due.recipientEmail, name: due.recipientName ?? '' }
    await queueCustomerMail(tx, deps, due, { kind: 'reminder', to, actor: 'system' })
  })

const signingKey = ({ signing: { key } }: Pick<Deps, 'signing'>): Pick<SigningKey, 'id' | 'publicKey'> => ({
  id: key.id,
  publicKey: key.publicKeys.at(-1)?.publicKey ?? '',
})

/**
 * Queues an answer's receipts, with the agreement and the evidence as a PDF: to the address that the link was sent to, to the one stored
 * for the contact person (so that a link sent elsewhere is noticed), and to the company.
 */
export const queueReceipts = async (
  tx: Queryable,
  deps: Deps,
  agreement: queries.AgreementRow,
  answer: Proof & { readonly id: string },
  storedAddress: string | null,
): Promise<void> => {
  const settings = await readEmailSettings(tx)
  const customer = await queries.readCustomer(tx, agreement.customerId)
  const summary = { title: agreement.title, validUntil: agreement.validUntil, customerName: customer?.name ?? '' }
  const common = { attachments: answerAttachment(answer.id), type: 'agreement', relatedId: agreement.id } as const
  const { recipientEmail } = agreement
  const key = { ...signingKey(deps), url: `${deps.config.publicUrl}${readEvidenceKeys.path}` }
  const notice: NewMail = {
    ...answerNoticeMail(summary, answer, { url: `${deps.config.publicUrl}/admin`, key }),
    ...common,
    to: deps.config.notifyEmail ?? settings.fromEmail,
    replyTo: recipientEmail ?? settings.fromEmail,
  }
  const receipt = { ...receiptMail(summary, answer, { url: linkOf(deps, agreement), key }), ...common }
  const addresses = [recipientEmail, storedAddress].filter((address) => address !== null)
  const distinct = [...new Map(addresses.map((address) => [address.toLowerCase(), address])).values()]
  const receipts = distinct.map((to): NewMail => ({ ...receipt, to }))
  const [firstId] = await queueMails(tx, deps, settings, [...receipts, notice])
  if (receipts.length > 0) await queries.setDerivedFields(tx, agreement.id, { lastMailId: firstId })
}

/** The mail that would be sent now, with a dead link. */
export const previewMail = async (db: Queryable, id: string, contactPersonId: number | undefined): Promise<string> => {
  const agreement = await queries.readAgreement(db, id)
  const customer = agreement && (await queries.readCustomer(db, agreement.customerId))
  if (!customer || agreement.archivedAt) throw notFound('Avtalen finnes ikke.')
  const chosen = contactPersonId ?? agreement.contactPersonId
  const person = chosen === null ? undefined : await queries.readContactPerson(db, chosen, customer.id)
  const { title, validUntil } = agreement
  const company = await readCompany(db)
  return agreementMail(mailKindOf(agreement.status), {
    title,
    validUntil,
    customerName: customer.name,
    recipientName: person ? fullName(person) : '',
    link: '#',
    companyName: company.name,
  }).html(company)
}
