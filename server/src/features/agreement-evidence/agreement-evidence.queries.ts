import { and, asc, count, eq, isNull, like, max, not, type SQL, sql } from 'drizzle-orm'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, oneRow } from '../../platform/database/rows.ts'
import { serverKeys } from '../../platform/database/servers.table.ts'
import { agreementSnapshots } from '../agreements/agreements.table.ts'
import {
  agreementAnswers,
  agreementEvidence,
  agreementIdTokens,
  agreementSealedPdfs,
  agreementTimestamps,
} from './agreement-evidence.table.ts'

/** The number of the next answer. Until the transaction ends, all other answers wait here. */
export const takeNumber = async (tx: Queryable): Promise<number> => {
  await waitForLock(tx, 'agreement-evidence')
  const { last } = await countNumbers(tx)
  return last + 1
}

/** Counts the numbered answers, with the last number, and those whose agreements were deleted. */
export const countNumbers = async (db: Queryable) => {
  const { last, numbers, answers } = await oneRow(
    db
      .select({ last: max(agreementEvidence.number), numbers: count(), answers: count(agreementAnswers.id) })
      .from(agreementEvidence)
      .leftJoin(agreementAnswers, eq(agreementAnswers.id, agreementEvidence.answerId)),
  )
  return { last: last ?? 0, numbers, deleted: numbers - answers }
}

/** Waiting for a lock, and the clocks of two servers. */
const tolerance = sql`interval '5 minutes'`

/** The first answer whose time is before that of a lower number. Answers of the older form were numbered later. */
export const findEarly = (db: Queryable) => {
  const times = db
    .select({
      number: agreementEvidence.number,
      at: agreementAnswers.answeredAt,
      latest: sql`max(${agreementAnswers.answeredAt}) OVER (ORDER BY ${agreementEvidence.number})`.as('latest'),
    })
    .from(agreementEvidence)
    .innerJoin(agreementAnswers, eq(agreementAnswers.id, agreementEvidence.answerId))
    .where(not(like(agreementAnswers.record, '%"earlier":{%')))
    .as('times')
  const isEarly = sql`${times.at} < ${times.latest} - ${tolerance}`
  return firstRow(db.select({ number: times.number }).from(times).where(isEarly).orderBy(asc(times.number)).limit(1))
}

export const insertEvidence = async (
  tx: Queryable,
  answer: typeof agreementAnswers.$inferInsert,
  signed: Omit<typeof agreementEvidence.$inferInsert, 'answerId' | 'evidence'>,
  idToken?: Omit<typeof agreementIdTokens.$inferInsert, 'answerId'>,
): Promise<string> => {
  const { id } = await oneRow(tx.insert(agreementAnswers).values(answer).returning({ id: agreementAnswers.id }))
  await tx.insert(agreementEvidence).values({ ...signed, answerId: id, evidence: answer.evidence })
  if (idToken) await tx.insert(agreementIdTokens).values({ ...idToken, answerId: id })
  return id
}

export type StoredAnswer = Awaited<ReturnType<typeof listAnswers>>[number]

const stored = (db: Queryable, where: SQL) =>
  db
    .select({
      answer: agreementAnswers,
      content: agreementSnapshots.content,
      signed: agreementEvidence,
      publicKey: serverKeys.publicKey,
      timestamp: agreementTimestamps.token,
      idToken: { token: agreementIdTokens.token, key: agreementIdTokens.key },
    })
    .from(agreementAnswers)
    .innerJoin(agreementSnapshots, eq(agreementSnapshots.id, agreementAnswers.snapshotId))
    .leftJoin(agreementEvidence, eq(agreementEvidence.answerId, agreementAnswers.id))
    .leftJoin(serverKeys, eq(serverKeys.id, agreementEvidence.keyId))
    .leftJoin(agreementTimestamps, eq(agreementTimestamps.number, agreementEvidence.number))
    .leftJoin(agreementIdTokens, eq(agreementIdTokens.answerId, agreementAnswers.id))
    .where(where)
    .orderBy(asc(agreementAnswers.answeredAt), asc(agreementSnapshots.number))

/** Answers to an agreement with what proves them, oldest first. */
export const listAnswers = async (db: Queryable, agreementId: string) =>
  stored(db, eq(agreementAnswers.agreementId, agreementId))

/** One answer, or none. */
export const listAnswer = async (db: Queryable, id: string) => stored(db, eq(agreementAnswers.id, id))

export const findNumber = (db: Queryable, evidence: string) =>
  firstRow(
    db
      .select({ number: agreementEvidence.number })
      .from(agreementEvidence)
      .where(eq(agreementEvidence.evidence, evidence))
      .limit(1),
  )

/** The oldest signatures without a timestamp. */
export const listWithoutTimestamp = (db: Queryable, limit: number) =>
  db
    .select({ number: agreementEvidence.number, signature: agreementEvidence.signature })
    .from(agreementEvidence)
    .leftJoin(agreementTimestamps, eq(agreementTimestamps.number, agreementEvidence.number))
    .where(isNull(agreementTimestamps.number))
    .orderBy(asc(agreementEvidence.number))
    .limit(limit)

/** Keeps the first of two timestamps of the same signature. */
export const insertTimestamp = async (db: Queryable, number: number, token: Buffer): Promise<void> => {
  await db.insert(agreementTimestamps).values({ number, token }).onConflictDoNothing()
}

export const findSealedPdf = (db: Queryable, answerId: string) =>
  firstRow(db.select().from(agreementSealedPdfs).where(eq(agreementSealedPdfs.answerId, answerId)))

/**
 * Keeps the first of two sealed files of the same answer, and none that shows an origin which was erased while it was made: false when
 * this one was not kept.
 */
export const insertSealedPdf = async (
  tx: Queryable,
  { id, originSalt }: { readonly id: string; readonly originSalt: string | null },
  content: Buffer,
): Promise<boolean> => {
  // Erasures take it, too (`erase_person_from_agreement_events`).
  await waitForLock(tx, 'agreement-erasure')
  const hasSameOrigin = sql`${agreementAnswers.originSalt} IS NOT DISTINCT FROM ${originSalt}`
  const answer = and(eq(agreementAnswers.id, id), hasSameOrigin)
  if (!(await hasRows(tx.select({ id: agreementAnswers.id }).from(agreementAnswers).where(answer)))) return false
  return hasRows(
    tx
      .insert(agreementSealedPdfs)
      .values({ answerId: id, content })
      .onConflictDoNothing()
      .returning({ id: agreementSealedPdfs.answerId }),
  )
}
