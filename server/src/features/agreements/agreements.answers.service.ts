import type {
  answerSchema,
  PublicAgreement,
  phoneAnswerSchema,
} from '@kontor/contract/agreements/agreements.answers.schema'
import {
  type AnswerAction,
  type AnswerChannel,
  agreementSentences,
  expiresWithAgreement,
  isExpired,
  statusAfter,
} from '@kontor/contract/agreements/agreements.rules'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { osloDay } from '@kontor/contract/shared/time'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import { type AnswererProof, checkProof, proofByOffice, useProof } from './agreements.answerer.service.ts'
import { findLinkByEvidence } from './agreements.chain.queries.ts'
import { addToChain } from './agreements.chain.service.ts'
import { answeredByText } from './agreements.chain.ts'
import { findNewestSnapshot, insertEvent, wasOpened } from './agreements.evidence.queries.ts'
import { matchesTag, parseSnapshot, type Snapshot, viewTag } from './agreements.evidence.ts'
import { noteOpening } from './agreements.notices.service.ts'
import * as queries from './agreements.queries.ts'
import { queueReceipts } from './agreements.receipts.service.ts'
import { getAgreement } from './agreements.service.ts'
import { hasEid } from './agreements.settings.service.ts'

export interface Origin {
  readonly address: string
  readonly userAgent: string | null
}

export interface View {
  readonly view: PublicAgreement
  readonly tag: string
}

/** The same for every invalid token, so that nobody learns whether it was ever valid. */
const linkNotFound = () => notFound(agreementSentences.notFound)

/** The snapshot that the customer was shown last; null for a draft, which no customer has seen. */
const findShownSnapshot = async (db: Queryable, { id, status }: queries.AgreementRow): Promise<Snapshot | null> => {
  if (status === 'draft') return null
  const newest = await findNewestSnapshot(db, id)
  if (!newest) throw new Error('An agreement that was sent has no snapshot')
  return parseSnapshot(newest.content)
}

const sellerOf = ({ seller: { phone, responsible, ...seller } }: Snapshot): PublicAgreement['seller'] => ({
  ...seller,
  phone: phone ?? null,
  responsible: responsible ?? null,
})

interface Shown {
  readonly snapshot: Snapshot | null
  /** The number of the evidence in the chain. */
  readonly evidenceNumber: number | null
}

/** What the link shows of an agreement. */
const readShown = async (db: Queryable, agreement: queries.AgreementRow): Promise<Shown> => ({
  snapshot: await findShownSnapshot(db, agreement),
  evidenceNumber:
    agreement.evidence === null ? null : ((await findLinkByEvidence(db, agreement.evidence))?.number ?? null),
})

const viewOf = (
  { config, clock }: Pick<Deps, 'config' | 'clock'>,
  agreement: queries.AgreementRow,
  { snapshot, evidenceNumber }: Shown,
): View => {
  const { status, evidence, reference, language, verification, sentAt } = agreement
  const title = snapshot?.title ?? agreement.title
  const validUntil = snapshot?.validUntil ?? null
  return {
    tag: viewTag(status, { snapshot, title, evidence }),
    view: {
      agreement: {
        title,
        reference,
        language: snapshot?.language ?? language,
        verification,
        sentAt,
        status,
        validUntil,
        evidence,
        description: snapshot?.description ?? null,
        totalAmount: snapshot?.totalAmount ?? null,
        vatAmount: snapshot?.vatAmount ?? null,
        expired: isExpired(validUntil, clock.now().toISOString()),
        respondedAt: agreement.respondedAt,
        customerResponse: agreement.customerResponse,
        respondedBy: agreement.respondedBy,
        answerChannel: agreement.answerChannel,
        evidenceNumber,
        linkSentTo: agreement.recipientEmail,
        eid: hasEid({ config }),
      },
      seller: snapshot && sellerOf(snapshot),
      customer: snapshot?.customer ?? null,
      contactPerson: snapshot?.contactPerson ?? null,
      products: snapshot?.products ?? [],
      conditions: snapshot?.conditions ?? [],
    },
  }
}

export const readByToken = async (deps: Deps, token: string): Promise<View> => {
  const { db } = deps.database
  const agreement = await orThrow(queries.findAgreementByToken(db, token), linkNotFound)
  return viewOf(deps, agreement, await readShown(db, agreement))
}

interface AnswerInput {
  readonly action: AnswerAction
  readonly message: string | null
  readonly name: string | null
  readonly channel: AnswerChannel
  readonly ifMatch?: string | undefined
  readonly version?: number | undefined
  readonly origin: Origin | null
  readonly proof: AnswererProof
}

/** Replaces lone surrogates, which the database would store differently from what was hashed. */
const toWellFormed = (text: string | null): string | null => text?.toWellFormed() ?? null

/**
 * Decides an agreement, by link or by phone: a guarded UPDATE, the evidence, the timeline and the receipts in one transaction.
 * Returns undefined when the agreement was not open for this answer.
 * @throws TextChanged when `ifMatch` is not the tag of the current text.
 */
const decide = async (
  tx: Queryable,
  deps: Deps,
  key: queries.AgreementKey,
  input: AnswerInput,
): Promise<queries.AgreementRow | undefined> => {
  const { action, channel, origin } = input
  const status = statusAfter('sent', action)
  if (!status) throw new Error(`Not an answer: ${action}`)
  const answeredAt = deps.clock.now().toISOString()
  const [message, name] = [toWellFormed(input.message), toWellFormed(input.name)]
  const decided = await queries.decideAgreement(tx, key, {
    action,
    status,
    version: input.version,
    respondedAt: answeredAt,
    customerResponse: message,
    answerChannel: channel,
    day: expiresWithAgreement(action) ? osloDay(answeredAt) : null,
  })
  if (!decided) return undefined
  const snapshot = await findNewestSnapshot(tx, decided.id)
  if (!snapshot) throw new Error('An agreement that was sent has no snapshot')
  const text = parseSnapshot(snapshot.content)
  checkTextUnchanged(input.ifMatch, text)
  await useProof(tx, decided, { action, proof: input.proof, at: answeredAt })
  const answer = { action, channel, message, name, answeredAt }
  const linked = await addToChain(tx, deps, {
    agreement: decided,
    snapshot,
    answer,
    origin,
    verification: input.proof.verification,
    idToken: input.proof.idToken,
  })
  const { evidence, reach } = linked
  const { verification } = input.proof
  const respondedBy = answeredByText({ name, channel, reach, verification }, decided.language)
  await queries.setDerivedFields(tx, decided.id, { evidence, respondedBy })
  await insertEvent(tx, {
    agreementId: decided.id,
    kind: 'answered',
    at: answeredAt,
    action,
    channel,
    detail: message,
    actor: channel === 'phone' ? 'admin' : 'customer',
    recipientName: respondedBy,
    address: origin?.address ?? null,
    userAgent: origin?.userAgent ?? null,
  })
  await queueReceipts(tx, deps, decided, { ...answer, ...linked, verification, answeredBy: respondedBy })
  return { ...decided, evidence, respondedBy }
}

/** Thrown inside the transaction to roll the decision back. */
class TextChanged extends Error {}

const checkTextUnchanged = (ifMatch: string | undefined, snapshot: Snapshot): void => {
  if (ifMatch === undefined) return
  const tag = viewTag('sent', { snapshot, title: snapshot.title, evidence: null })
  if (!matchesTag(ifMatch, tag)) throw new TextChanged()
}

const refusalReason = (
  { status, validUntil }: Pick<queries.AgreementRow, 'status' | 'validUntil'>,
  action: AnswerAction,
  now: string,
) => {
  if (status === 'draft') return agreementSentences.notOpen
  if (status !== 'sent') return agreementSentences.answered
  if (expiresWithAgreement(action) && isExpired(validUntil, now)) return agreementSentences.expired
  return agreementSentences.changed
}

/**
 * Records an answer by link.
 * @throws HttpError 403 when it isn't proven who answers; 404; 409 with the current view when the agreement is answered, changed, expired or not open.
 */
export const answerByToken = async (
  deps: Deps,
  token: string,
  body: z.output<typeof answerSchema>,
  { browser, ...request }: { readonly ifMatch: string | undefined; readonly origin: Origin; readonly browser: string },
): Promise<View> => {
  const { db } = deps.database
  const { action, message, name } = body
  const agreement = await orThrow(queries.findAgreementByToken(db, token), linkNotFound)
  const proof = await checkProof(deps, agreement, { ...body, browser })
  const input: AnswerInput = { action, message, name, channel: 'link', proof, ...request }
  const decided = await db
    .transaction((tx) => decide(tx, deps, { token }, input))
    .catch((error: unknown) => {
      if (error instanceof TextChanged) return 'changed' as const
      throw error
    })
  if (decided && decided !== 'changed') return viewOf(deps, decided, await readShown(db, decided))
  const current = await orThrow(queries.findAgreementByToken(db, token), linkNotFound)
  const { view } = viewOf(deps, current, await readShown(db, current))
  const now = deps.clock.now().toISOString()
  const sentence = decided === 'changed' ? agreementSentences.changed : refusalReason(current, action, now)
  throw new HttpError(409, sentence, { current: view })
}

/**
 * Records an answer that the customer gave by phone.
 * @throws HttpError 404; 409 with the current agreement when it is answered, expired, not sent or changed since it was read.
 */
export const recordPhoneAnswer = async (
  deps: Deps,
  id: string,
  { action, message, name, version }: z.output<typeof phoneAnswerSchema>,
): Promise<Agreement> => {
  const { db } = deps.database
  const decided = await db.transaction((tx) =>
    decide(tx, deps, { id }, { action, message, name, version, channel: 'phone', origin: null, proof: proofByOffice }),
  )
  const current = await getAgreement(db, id)
  if (decided) return current
  const reason = refusalReason(current, action, deps.clock.now().toISOString())
  throw reason === agreementSentences.changed ? staleVersion(current) : new HttpError(409, reason, { current })
}

/** Records that the page was opened: once per day and address, and never for a draft. Notifies the company the first time. */
export const recordOpened = (deps: Deps, token: string, { address, userAgent }: Origin): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    // Locked, so that two concurrent requests are recorded once.
    const agreement = await orThrow(queries.lockAgreementByToken(tx, token), linkNotFound)
    if (agreement.status === 'draft') return
    const at = deps.clock.now().toISOString()
    const { id: agreementId } = agreement
    await noteOpening(tx, deps, agreement, at)
    if (await wasOpened(tx, { agreementId, address, day: osloDay(at) })) return
    await insertEvent(tx, { agreementId, kind: 'opened', actor: 'customer', at, address, userAgent })
  })
