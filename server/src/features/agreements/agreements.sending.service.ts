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
import { readMailSettings } from '../emails/emails.queries.ts'
import { type NewMail, queueMails } from '../emails/emails.service.ts'
import { insertEvent, listAnswers } from './agreements.evidence.queries.ts'
import { agreementMail, answerNoticeMail, receiptMail, type ToldAnswer } from './agreements.mails.ts'
import {
  type AgreementRow,
  holdContactPerson,
  noteOnAgreement,
  readAgreement,
  readContactPerson,
  readCustomer,
  takeReminder,
  updateAgreement,
} from './agreements.queries.ts'
import { checkVersion, existing, hold, misfit } from './agreements.service.ts'
import { renewSnapshot } from './agreements.snapshots.service.ts'

/** The maker, known to the delivery of mails, of the PDF that goes with an answer. */
export const answerPdf = 'agreement-answer'

/** The page on which the holder of the link reads and answers. */
const linkOf = ({ config }: Pick<Deps, 'config'>, { responseToken }: Pick<AgreementRow, 'responseToken'>): string =>
  `${config.publicUrl}/agreement-response/${responseToken}`

const attachedAnswer = (answerId: string): NonNullable<NewMail['attachments']> => [
  { filename: 'avtale.pdf', contentType: 'application/pdf', maker: answerPdf, of: answerId },
]

const eventKinds = { agreement: 'sent', reminder: 'reminded', copy: 'copy_sent' } as const

interface Recipient {
  readonly email: string
  readonly name: string
}

/** Queues the mail that brings an agreement to its customer, and notes it on the card and in the timeline. */
const bringToCustomer = async (
  tx: Queryable,
  deps: Deps,
  agreement: Pick<AgreementRow, 'id' | 'customerId' | 'title' | 'validUntil' | 'responseToken'>,
  { kind, to, actor }: { kind: AgreementMailKind; to: Recipient; actor: 'admin' | 'system' },
): Promise<void> => {
  const { id, title, validUntil } = agreement
  const link = linkOf(deps, agreement)
  const customerName = (await readCustomer(tx, agreement.customerId))?.name ?? ''
  const accepted = kind === 'copy' ? (await listAnswers(tx, id)).at(-1) : undefined
  const [mailId] = await queueMails(tx, deps, await readMailSettings(tx), [
    {
      ...agreementMail(kind, { title, validUntil, customerName, recipientName: to.name, link }),
      ...(accepted && { attachments: attachedAnswer(accepted.answer.id) }),
      to: to.email,
      type: 'agreement',
      relatedId: id,
    },
  ])
  await noteOnAgreement(tx, id, { lastMailId: mailId })
  const at = deps.clock.now().toISOString()
  const recipient = { recipientName: to.name, recipientEmail: to.email }
  await insertEvent(tx, { agreementId: id, kind: eventKinds[kind], actor, at, ...recipient })
}

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/**
 * Sends an agreement to a contact person of its customer: a reminder when it is out already, a copy when it is accepted. The
 * new status, the frozen text and the mail are stored together, or none of it.
 * @throws HttpError 404, 409 when it is rejected or somebody else has changed it, 400 without a fitting recipient.
 */
export const sendAgreement = (deps: Deps, id: string, body: z.output<typeof agreementSendSchema>): Promise<Agreement> =>
  deps.database.db.transaction(async (tx) => {
    const held = await hold(tx, id)
    await checkVersion(tx, held, body.version)
    const status = statusAfter(held.status, 'send')
    if (!status) throw new HttpError(409, 'Avtalen er avslått og kan ikke sendes på nytt. Kopier den i stedet.')
    const person = await holdContactPerson(tx, body.contactPersonId, held.customerId)
    if (!person) throw misfit('contactPersonId', 'Kontaktpersonen hører ikke til kunden')
    const to = { email: body.recipientEmail ?? person.email, name: body.recipientName ?? fullName(person) }
    if (!to.email) throw misfit('recipientEmail', agreementSentences.noRecipient)
    const kind = mailKindOf(held.status)
    const recipient = { recipientEmail: to.email, recipientName: to.name }
    if (isFrozen(held.status)) await updateAgreement(tx, id, recipient)
    else {
      await updateAgreement(tx, id, {
        ...recipient,
        ...asSent(deps, status),
        ...reminded(deps, kind),
        contactPersonId: person.id,
      })
      await renewSnapshot(tx, id)
    }
    await bringToCustomer(tx, deps, held, { kind, to, actor: 'admin' })
    return existing(tx, id)
  })

/** Out, and without an answer: an earlier one stays in the timeline. */
const asSent = ({ clock }: Deps, status: AgreementRow['status']) => ({
  status,
  sentAt: clock.now().toISOString(),
  respondedAt: null,
  customerResponse: null,
  respondedBy: null,
  answerChannel: null,
  evidence: null,
})

/** A reminder by hand stands for the one by the clock. */
const reminded = ({ clock }: Deps, kind: AgreementMailKind) =>
  kind === 'reminder' ? { remindedOn: osloDay(clock.now().toISOString()) } : { remindedOn: null }

/** Reminds the customer of an agreement, unless that is not due on this day (any more). */
export const remindCustomer = (deps: Deps, id: string, day: string): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const due = await takeReminder(tx, id, day)
    if (!due?.recipientEmail) return
    const to = { email: due.recipientEmail, name: due.recipientName ?? '' }
    await bringToCustomer(tx, deps, due, { kind: 'reminder', to, actor: 'system' })
  })

/** Queues the receipts of an answer to both parties, each with the agreement and the evidence as a PDF. */
export const queueReceipts = async (
  tx: Queryable,
  deps: Deps,
  agreement: AgreementRow,
  answer: ToldAnswer & { readonly id: string },
): Promise<void> => {
  const settings = await readMailSettings(tx)
  const customer = await readCustomer(tx, agreement.customerId)
  const told = { title: agreement.title, validUntil: agreement.validUntil, customerName: customer?.name ?? '' }
  const common = { attachments: attachedAnswer(answer.id), type: 'agreement', relatedId: agreement.id } as const
  const { recipientEmail } = agreement
  const notice: NewMail = {
    ...answerNoticeMail(told, answer, `${deps.config.publicUrl}/admin`),
    ...common,
    to: deps.config.notifyEmail ?? settings.fromEmail,
    replyTo: recipientEmail ?? settings.fromEmail,
  }
  if (!recipientEmail) {
    await queueMails(tx, deps, settings, [notice])
    return
  }
  const receipt: NewMail = { ...receiptMail(told, answer, linkOf(deps, agreement)), ...common, to: recipientEmail }
  const [receiptId] = await queueMails(tx, deps, settings, [receipt, notice])
  await noteOnAgreement(tx, agreement.id, { lastMailId: receiptId })
}

/** The mail that sending an agreement now would queue, with a link that leads nowhere. */
export const previewMail = async (db: Queryable, id: string, contactPersonId: number | undefined): Promise<string> => {
  const agreement = await readAgreement(db, id)
  const customer = agreement && (await readCustomer(db, agreement.customerId))
  if (!customer || agreement.archivedAt) throw notFound('Avtalen finnes ikke.')
  const chosen = contactPersonId ?? agreement.contactPersonId
  const person = chosen === null ? undefined : await readContactPerson(db, chosen, customer.id)
  const { title, validUntil } = agreement
  return agreementMail(mailKindOf(agreement.status), {
    title,
    validUntil,
    customerName: customer.name,
    recipientName: person ? fullName(person) : '',
    link: '#',
  }).html
}
