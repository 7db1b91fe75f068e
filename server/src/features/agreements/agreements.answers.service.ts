import {
  type AnswerAction,
  type AnswerChannel,
  agreementSentences,
  expiresWithAgreement,
  isExpired,
  statusAfter,
} from '@kontor/contract/agreements/agreements.rules'
import type {
  Agreement,
  answerSchema,
  PublicAgreement,
  phoneAnswerSchema,
} from '@kontor/contract/agreements/agreements.schema'
import { osloDay } from '@kontor/contract/shared/time'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, staleVersion } from '../../platform/errors/http-error.ts'
import { findNewestSnapshot, insertAnswer, insertEvent, wasOpened } from './agreements.evidence.queries.ts'
import { answeredBy, evidenceOf, matchesTag, parseSnapshot, type Snapshot, viewTag } from './agreements.evidence.ts'
import {
  type AgreementKey,
  type AgreementRow,
  decideAgreement,
  findAgreement,
  findAgreementByToken,
  holdAgreementByToken,
  noteOnAgreement,
} from './agreements.queries.ts'
import { queueReceipts } from './agreements.sending.service.ts'
import { existing } from './agreements.service.ts'

/** Where a request of the customer came from. */
export interface Origin {
  readonly address: string
  readonly userAgent: string | null
}

/** What the holder of a link sees, and the ETag of it. */
export interface View {
  readonly view: PublicAgreement
  readonly tag: string
}

/** The same for every token that is none: nobody learns whether it ever was one. */
const unknownLink = () => notFound(agreementSentences.notFound)

/** What the customer was shown last; null for a draft, which was shown to nobody. */
const shownText = async (db: Queryable, { id, status }: AgreementRow): Promise<Snapshot | null> => {
  if (status === 'draft') return null
  const newest = await findNewestSnapshot(db, id)
  if (!newest) throw new Error('An agreement that was sent has no snapshot')
  return parseSnapshot(newest.content)
}

const viewOf = (agreement: AgreementRow, snapshot: Snapshot | null, now: string): View => {
  const { status, evidence } = agreement
  const title = snapshot?.title ?? agreement.title
  const validUntil = snapshot?.validUntil ?? null
  return {
    tag: viewTag(status, { snapshot, title, evidence }),
    view: {
      agreement: {
        title,
        status,
        validUntil,
        evidence,
        description: snapshot?.description ?? null,
        totalAmount: snapshot?.totalAmount ?? null,
        vatAmount: snapshot?.vatAmount ?? null,
        expired: isExpired(validUntil, now),
        respondedAt: agreement.respondedAt,
        customerResponse: agreement.customerResponse,
        respondedBy: agreement.respondedBy,
        answerChannel: agreement.answerChannel,
      },
      customer: snapshot?.customer ?? null,
      contactPerson: snapshot?.contactPerson ?? null,
      products: snapshot?.products ?? [],
      conditions: snapshot?.conditions ?? [],
    },
  }
}

/** What the holder of a link sees. @throws HttpError 404 */
export const readByToken = async ({ database, clock }: Deps, token: string): Promise<View> => {
  const agreement = await findAgreementByToken(database.db, token)
  if (!agreement) throw unknownLink()
  return viewOf(agreement, await shownText(database.db, agreement), clock.now().toISOString())
}

interface Given {
  readonly action: AnswerAction
  readonly message: string | null
  readonly name: string | null
  readonly channel: AnswerChannel
  readonly ifMatch?: string | undefined
  readonly version?: number | undefined
  readonly origin: Origin | null
}

/** What the database would store as another text (half a character) must not be hashed as it came. */
const wellFormed = (text: string | null): string | null => text?.toWellFormed() ?? null

/**
 * Decides an agreement, whoever brings the answer: one guarded UPDATE, and with it, or not at all, the evidence, the timeline
 * and the receipts. Undefined when it was not open for this answer.
 * @throws HttpError 409 when the text is not the one that was read.
 */
const decide = async (
  tx: Queryable,
  deps: Deps,
  key: AgreementKey,
  given: Given,
): Promise<AgreementRow | undefined> => {
  const { action, channel, origin } = given
  const status = statusAfter('sent', action)
  if (!status) throw new Error(`No answer: ${action}`)
  const answeredAt = deps.clock.now().toISOString()
  const [message, name] = [wellFormed(given.message), wellFormed(given.name)]
  const decided = await decideAgreement(tx, key, {
    action,
    status,
    version: given.version,
    respondedAt: answeredAt,
    customerResponse: message,
    answerChannel: channel,
    day: expiresWithAgreement(action) ? osloDay(answeredAt) : null,
  })
  if (!decided) return undefined
  const snapshot = await findNewestSnapshot(tx, decided.id)
  if (!snapshot) throw new Error('An agreement that was sent has no snapshot')
  const text = parseSnapshot(snapshot.content)
  checkRead(given.ifMatch, text)
  const evidence = evidenceOf(text, { action, channel, message, name, answeredAt })
  const answer = { action, channel, message, name, answeredAt, evidence }
  const id = await insertAnswer(tx, { ...answer, agreementId: decided.id, snapshotId: snapshot.id })
  const respondedBy = answeredBy(name, text)
  await noteOnAgreement(tx, decided.id, { evidence, respondedBy })
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
  await queueReceipts(tx, deps, decided, { ...answer, id, answeredBy: respondedBy })
  return { ...decided, evidence, respondedBy }
}

/** Thrown inside the transaction, which then undoes the decision. */
class TextChanged extends Error {}

const checkRead = (ifMatch: string | undefined, snapshot: Snapshot): void => {
  if (ifMatch === undefined) return
  const tag = viewTag('sent', { snapshot, title: snapshot.title, evidence: null })
  if (!matchesTag(ifMatch, tag)) throw new TextChanged()
}

/** Why an agreement could not be decided. */
const refusal = (
  { status, validUntil }: Pick<AgreementRow, 'status' | 'validUntil'>,
  action: AnswerAction,
  now: string,
) => {
  if (status === 'draft') return agreementSentences.notOpen
  if (status !== 'sent') return agreementSentences.answered
  if (expiresWithAgreement(action) && isExpired(validUntil, now)) return agreementSentences.expired
  return agreementSentences.changed
}

/**
 * The customer answers by the link.
 * @throws HttpError 404; 409 with the view as it is now when it is answered, changed, expired or not open.
 */
export const answerByToken = async (
  deps: Deps,
  token: string,
  { action, message, name }: z.output<typeof answerSchema>,
  request: { readonly ifMatch: string | undefined; readonly origin: Origin },
): Promise<View> => {
  const { db } = deps.database
  const given: Given = { action, message, name, channel: 'link', ...request }
  const decided = await db
    .transaction((tx) => decide(tx, deps, { token }, given))
    .catch((error: unknown) => {
      if (error instanceof TextChanged) return 'changed' as const
      throw error
    })
  const now = deps.clock.now().toISOString()
  if (decided && decided !== 'changed') return viewOf(decided, await shownText(db, decided), now)
  const current = await findAgreementByToken(db, token)
  if (!current) throw unknownLink()
  const { view } = viewOf(current, await shownText(db, current), now)
  const sentence = decided === 'changed' ? agreementSentences.changed : refusal(current, action, now)
  throw new HttpError(409, sentence, { current: view })
}

/**
 * Writes down an answer that the customer gave by phone.
 * @throws HttpError 404; 409 with the agreement as it is now when it is answered, expired, not sent or changed meanwhile.
 */
export const recordPhoneAnswer = async (
  deps: Deps,
  id: string,
  { action, message, name, version }: z.output<typeof phoneAnswerSchema>,
): Promise<Agreement> => {
  const { db } = deps.database
  const decided = await db.transaction((tx) =>
    decide(tx, deps, { id }, { action, message, name, version, channel: 'phone', origin: null }),
  )
  if (decided) return existing(db, id)
  const current = await findAgreement(db, id)
  if (!current) return existing(db, id)
  const now = deps.clock.now().toISOString()
  const open = current.status === 'sent' && !(expiresWithAgreement(action) && isExpired(current.validUntil, now))
  if (open) throw staleVersion(current)
  throw new HttpError(409, refusal(current, action, now), { current })
}

/** Notes that a person has opened the page: once a day and address, and not for a draft, which shows nothing. */
export const noteOpened = ({ database, clock }: Deps, token: string, { address, userAgent }: Origin): Promise<void> =>
  database.db.transaction(async (tx) => {
    // Held, so that two at once are noted once.
    const agreement = await holdAgreementByToken(tx, token)
    if (!agreement) throw unknownLink()
    if (agreement.status === 'draft') return
    const at = clock.now().toISOString()
    const { id: agreementId } = agreement
    if (await wasOpened(tx, { agreementId, address, day: osloDay(at) })) return
    await insertEvent(tx, { agreementId, kind: 'opened', actor: 'customer', at, address, userAgent })
  })
