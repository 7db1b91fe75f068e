import type { answerSchema, phoneAnswerSchema } from '@kontor/contract/agreements/agreements.answers.schema'
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
import { HttpError, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import { hashOf } from '../../platform/mail/link-tokens.queries.ts'
import type { Client } from '../../platform/session/sessions.ts'
import { answeredByText } from '../agreement-evidence/agreement-evidence.record.ts'
import { proveAnswer } from '../agreement-evidence/agreement-evidence.service.ts'
import { notifyFirstOpening } from '../agreements/agreements.notices.service.ts'
import * as queries from '../agreements/agreements.queries.ts'
import { reachOf } from '../agreements/agreements.reach.ts'
import { findText } from '../agreements/agreements.sending.service.ts'
import { getAgreement } from '../agreements/agreements.service.ts'
import type { Snapshot } from '../agreements/agreements.snapshot.ts'
import { insertEvent, listSendings, wasOpened } from '../agreements/agreements.timeline.queries.ts'
import { type AnswererProof, checkProof, proofByOffice, useProof } from './agreement-answers.proof.service.ts'
import { queueReceipts } from './agreement-answers.receipts.service.ts'
import { linkNotFound, matchesTag, readShown, type View, viewOf, viewTag } from './agreement-answers.view.service.ts'

interface AnswerInput {
  readonly action: AnswerAction
  readonly message: string | null
  readonly name: string | null
  readonly channel: AnswerChannel
  readonly ifMatch?: string | undefined
  readonly version?: number | undefined
  readonly origin: Client | null
  readonly proof: AnswererProof
}

/** Replaces lone surrogates: the database would store a different text from the one that is hashed. */
const toWellFormed = (text: string | null): string | null => text?.toWellFormed() ?? null

/**
 * Stores an answer by link or by phone, in the caller's transaction: the decision, the evidence, the timeline and the receipts.
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
  const text = await findText(tx, decided.id)
  checkTextUnchanged(input.ifMatch, text.snapshot)
  await useProof(tx, decided, { action, text: text.snapshot, proof: input.proof, at: answeredAt })
  const proven = await proveAnswer(tx, deps, {
    agreement: decided,
    text,
    // Without `If-Match`, or with `*`, the newest text is answered.
    read: input.ifMatch === undefined || input.ifMatch.trim() === '*' ? 'newest' : 'named',
    answer: { action, channel, message, name },
    answeredAt,
    sendings: await listSendings(tx, hashOf(decided)),
    origin,
    verification: input.proof.verification,
    idToken: input.proof.idToken,
  })
  const { evidence, record } = proven
  const answeredBy = answeredByText(record, reachOf(record.link.sendings), decided.language)
  await queries.setDerivedFields(tx, decided.id, { evidence, respondedBy: answeredBy })
  await insertEvent(tx, {
    agreementId: decided.id,
    kind: 'answered',
    at: answeredAt,
    action,
    channel,
    detail: message,
    actor: channel === 'phone' ? 'admin' : 'customer',
    recipientName: answeredBy,
    address: origin?.address ?? null,
    userAgent: origin?.userAgent ?? null,
  })
  await queueReceipts(tx, deps, decided, { ...proven, answeredBy })
  return { ...decided, evidence, respondedBy: answeredBy }
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
 * @throws HttpError 403 when the identity isn't proven; 404; 409 with the current view when the agreement is answered, changed, expired or
 * not open.
 */
export const answerByToken = async (
  deps: Deps,
  token: string,
  body: z.output<typeof answerSchema>,
  { browser, ...request }: { readonly ifMatch: string | undefined; readonly origin: Client; readonly browser: string },
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
  const current = await getAgreement(db, deps, id)
  if (decided) return current
  const reason = refusalReason(current, action, deps.clock.now().toISOString())
  throw reason === agreementSentences.changed ? staleVersion(current) : new HttpError(409, reason, { current })
}

/** Records that the page was opened: once per day and IP address, and never for a draft. Notifies the company the first time. */
export const recordOpened = (deps: Deps, token: string, { address, userAgent }: Client): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    // Locked, so that two concurrent requests are recorded once.
    const agreement = await orThrow(queries.lockAgreementByToken(tx, token), linkNotFound)
    if (agreement.status === 'draft') return
    const at = deps.clock.now().toISOString()
    const { id: agreementId } = agreement
    await notifyFirstOpening(tx, deps, agreement, at)
    if (await wasOpened(tx, { agreementId, address, day: osloDay(at) })) return
    await insertEvent(tx, { agreementId, kind: 'opened', actor: 'customer', at, address, userAgent })
  })
