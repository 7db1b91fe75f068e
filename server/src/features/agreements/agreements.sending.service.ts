import {
  type AgreementMailKind,
  agreementSentences,
  isFrozen,
  mailKindOf,
  statusAfter,
} from '@kontor/contract/agreements/agreements.rules'
import type { Agreement, agreementSendSchema, mailPreviewSchema } from '@kontor/contract/agreements/agreements.schema'
import { distinctAddresses, isSameAddress } from '@kontor/contract/shared/email-addresses'
import { osloDay } from '@kontor/contract/shared/time'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound } from '../../platform/errors/http-error.ts'
import { hashOf, type LinkToken, tokenInMail } from '../../platform/mail/link-tokens.queries.ts'
import { secretPlaceholder } from '../../platform/mail/mail-hooks.ts'
import { readCompany } from '../company/company.queries.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { type NewMail, queueMails } from '../emails/emails.service.ts'
import { agreementFileName } from './agreements.document.ts'
import { agreementMail } from './agreements.mails.ts'
import * as queries from './agreements.queries.ts'
import {
  checkVersion,
  fieldError,
  getAgreement,
  getAgreementForUpdate,
  recordChangedFields,
} from './agreements.service.ts'
import { checkVerification } from './agreements.settings.service.ts'
import { parseSnapshot, type Snapshot } from './agreements.snapshot.ts'
import { buildSnapshot, renewSnapshot } from './agreements.snapshots.service.ts'
import { findNewestSnapshot, insertEvent, insertSending } from './agreements.timeline.queries.ts'

/** The key in `mailHooks.makers` of the function that makes the PDF attached to receipts. */
export const answerPdf = 'agreement-answer'

/** The key in `mailHooks.makers` of the function that makes the PDF attached to a copy of an accepted agreement. */
export const copyPdf = 'agreement-copy'

/** The key in `mailHooks.makers` of the function that makes the PDF attached to an agreement or a reminder. */
export const sentPdf = 'agreement-text'

/** The address of the page where the customer reads and answers. Delivery replaces the placeholder with the token. */
export const linkIn = ({ config }: Pick<Deps, 'config'>): string =>
  `${config.publicUrl}/agreement-response/${secretPlaceholder}`

type Attachments = NonNullable<NewMail['attachments']>

export const attachPdf = (snapshot: Snapshot, reference: string, made: { maker: string; of: string }): Attachments => [
  { filename: agreementFileName(snapshot, reference), contentType: 'application/pdf', ...made },
]

const eventKinds = { agreement: 'sent', reminder: 'reminded', copy: 'copy_sent' } as const

interface Recipient {
  readonly email: string
  readonly name: string
}

interface CustomerMail {
  readonly kind: AgreementMailKind
  readonly to: Recipient
  readonly cc: readonly string[]
  readonly actor: 'admin' | 'system'
  readonly message?: string | null
  readonly attachPdf?: boolean
}

type SentAgreement = Pick<queries.AgreementRow, 'id' | 'reference' | keyof LinkToken>

/** Returns the newest text that the customer was shown. @throws Error if the customer was shown no text */
export const findText = async (tx: Queryable, id: string) => {
  const newest = await findNewestSnapshot(tx, id)
  if (!newest) throw new Error('An agreement that was sent has no snapshot')
  return { ...newest, snapshot: parseSnapshot(newest.content) }
}

export type SentText = Awaited<ReturnType<typeof findText>>

/** Returns a mail's attachments. A copy attaches the evidence; other mails attach the text if the sender wants that. */
const attachmentsOf = (
  { id, reference }: SentAgreement,
  text: SentText,
  { kind, attachPdf: wanted }: CustomerMail,
): Attachments => {
  if (kind === 'copy') return attachPdf(text.snapshot, reference, { maker: copyPdf, of: id })
  return wanted ? attachPdf(text.snapshot, reference, { maker: sentPdf, of: text.id }) : []
}

/** Queues a mail with the agreement to its customer. Stores it as the agreement's last mail, and adds an event to the timeline. */
const queueCustomerMail = async (
  tx: Queryable,
  deps: Deps,
  agreement: SentAgreement,
  mail: CustomerMail,
): Promise<void> => {
  const { id } = agreement
  const { kind, to, cc, actor, message } = mail
  const sent = await findText(tx, id)
  const attachments = attachmentsOf(agreement, sent, mail)
  const text = agreementMail({
    kind,
    snapshot: sent.snapshot,
    company: await readCompany(tx),
    recipientName: to.name,
    link: linkIn(deps),
    message,
    attached: attachments.length > 0,
  })
  const [mailId] = await queueMails(tx, deps, await readEmailSettings(tx), [
    {
      ...text,
      ...(attachments.length > 0 && { attachments }),
      secret: tokenInMail(deps.signing.secrets, agreement),
      to: to.email,
      cc,
      type: 'agreement',
      relatedId: id,
    },
  ])
  await queries.setDerivedFields(tx, id, { lastMailId: mailId })
  const at = deps.clock.now().toISOString()
  await insertSending(tx, { agreementId: id, linkHash: hashOf(agreement), sentTo: to.email, cc: [...cc], sentAt: at })
  const recipient = { recipientName: to.name, recipientEmail: to.email }
  await insertEvent(tx, { agreementId: id, kind: eventKinds[kind], actor, at, ...recipient })
}

/** Returns each address once, and leaves out the recipient. */
const copiesTo = (cc: readonly string[], recipient: string): string[] =>
  distinctAddresses(cc).filter((address) => !isSameAddress(address, recipient))

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/**
 * Sends an agreement to a contact person of its customer. If it is already sent, sends a reminder; if accepted, a copy. Stores the
 * new status, the snapshot and the mail in one transaction.
 * @throws HttpError 404, 409 when it is rejected or the version is stale, 400 without a valid recipient or with an eID that is not set up.
 */
export const sendAgreement = (deps: Deps, id: string, body: z.output<typeof agreementSendSchema>): Promise<Agreement> =>
  deps.database.db.transaction(async (tx) => {
    const agreement = await getAgreementForUpdate(tx, id)
    await checkVersion(tx, deps, agreement, body.version)
    const status = statusAfter(agreement.status, 'send')
    if (!status) throw new HttpError(409, 'Avtalen er avslått og kan ikke sendes på nytt. Kopier den i stedet.')
    const person = await queries.lockContactPerson(tx, body.contactPersonId, agreement.customerId)
    if (!person) throw fieldError('contactPersonId', 'Kontaktpersonen hører ikke til kunden')
    const to = { email: body.recipientEmail ?? person.email, name: body.recipientName ?? fullName(person) }
    if (!to.email) throw fieldError('recipientEmail', agreementSentences.noRecipient)
    const kind = mailKindOf(agreement.status)
    const { message, attachPdf } = body
    const cc = copiesTo(body.cc, to.email)
    const recipient = { recipientEmail: to.email, recipientName: to.name, cc }
    if (isFrozen(agreement.status)) await queries.updateAgreement(tx, id, recipient)
    else {
      checkVerification(deps, body.verification ?? agreement.verification)
      const changes = { verification: body.verification, language: body.language, validUntil: body.validUntil }
      await recordChangedFields(tx, deps, agreement, changes)
      await queries.updateAgreement(tx, id, {
        ...recipient,
        ...changes,
        ...(body.verification !== undefined && { verificationChosen: true }),
        ...sentFields(deps, status),
        remindersSent: kind === 'reminder' ? agreement.remindersSent + 1 : 0,
        // A manual reminder replaces today's scheduled reminder.
        remindedOn: kind === 'reminder' ? osloDay(deps.clock.now().toISOString()) : null,
        contactPersonId: person.id,
      })
      await renewSnapshot(tx, id)
    }
    await queueCustomerMail(tx, deps, agreement, { kind, to, cc, actor: 'admin', message, attachPdf })
    return getAgreement(tx, deps, id)
  })

/** Returns fields that mark the agreement as sent and clear the answer. Earlier answers stay in the timeline. */
const sentFields = ({ clock }: Deps, status: queries.AgreementRow['status']) => ({
  status,
  sentAt: clock.now().toISOString(),
  respondedAt: null,
  customerResponse: null,
  respondedBy: null,
  answerChannel: null,
  evidence: null,
  expiryNotedAt: null,
})

export const remindCustomer = (deps: Deps, id: string, day: string): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const due = await queries.claimReminder(tx, id, day)
    if (!due?.recipientEmail) return
    const to = { email: due.recipientEmail, name: due.recipientName ?? '' }
    await queueCustomerMail(tx, deps, due, { kind: 'reminder', to, cc: due.cc, actor: 'system' })
  })

/** Returns the text to send. For an accepted or rejected agreement, this is the stored text, which no longer changes. */
const textToSend = async (
  db: Queryable,
  { id, status }: queries.AgreementRow,
  { language, validUntil }: z.output<typeof mailPreviewSchema>,
): Promise<Snapshot> => {
  if (isFrozen(status)) return (await findText(db, id)).snapshot
  const changes = { ...(language && { language }), ...(validUntil !== undefined && { validUntil }) }
  return buildSnapshot(db, id, changes)
}

/** Returns the mail as it would be sent now, with a dead link. */
export const previewMail = async (
  db: Queryable,
  id: string,
  {
    contactPersonId,
    ...fields
  }: z.output<typeof mailPreviewSchema> & { readonly contactPersonId?: number | undefined },
): Promise<string> => {
  const agreement = await queries.readAgreement(db, id)
  if (!agreement || agreement.archivedAt) throw notFound('Avtalen finnes ikke.')
  const chosen = contactPersonId ?? agreement.contactPersonId
  const person = chosen === null ? undefined : await queries.readContactPerson(db, chosen, agreement.customerId)
  const company = await readCompany(db)
  return agreementMail({
    kind: mailKindOf(agreement.status),
    snapshot: await textToSend(db, agreement, fields),
    company,
    recipientName: fields.recipientName ?? (person ? fullName(person) : ''),
    link: '#',
    message: fields.message,
    attached: fields.attachPdf === 'true',
  }).html(company)
}
