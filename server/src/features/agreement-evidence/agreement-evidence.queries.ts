import { and, asc, eq, isNull, max, type SQL, sql } from 'drizzle-orm'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, oneRow } from '../../platform/database/rows.ts'
import { serverKeys } from '../../platform/signing/servers.table.ts'
import { agreementSnapshots } from '../agreements/agreements.table.ts'
import {
  agreementAnswers,
  agreementEvidence,
  agreementIdTokens,
  agreementSealedPdfs,
  agreementTimestamps,
} from './agreement-evidence.table.ts'

/** Blocks all other answers until the transaction ends. */
export const lockNumbers = (tx: Queryable): Promise<void> => waitForLock(tx, 'agreement-evidence')

/** Returns the next answer's number. Other answers wait until the transaction ends. */
export const claimNumber = async (tx: Queryable): Promise<number> => {
  await lockNumbers(tx)
  const { last } = await oneRow(tx.select({ last: max(agreementEvidence.number) }).from(agreementEvidence))
  return (last ?? 0) + 1
}

/** Lists all numbers in order, with the time of each answer. The time is null once the agreement is deleted. */
export const listNumbers = (db: Queryable) =>
  db
    .select({
      number: agreementEvidence.number,
      answeredAt: agreementAnswers.answeredAt,
      isRenewed: sql<boolean>`${agreementAnswers.record} LIKE '%"earlier":{%'`,
    })
    .from(agreementEvidence)
    .leftJoin(agreementAnswers, eq(agreementAnswers.id, agreementEvidence.answerId))
    .orderBy(asc(agreementEvidence.number))

export const insertEvidence = async (
  tx: Queryable,
  answer: typeof agreementAnswers.$inferInsert,
  signed: Omit<typeof agreementEvidence.$inferInsert, 'answerId'>,
  idToken?: Omit<typeof agreementIdTokens.$inferInsert, 'answerId'>,
): Promise<string> => {
  const { id: answerId } = await oneRow(
    tx.insert(agreementAnswers).values(answer).returning({ id: agreementAnswers.id }),
  )
  await tx.insert(agreementEvidence).values({ ...signed, answerId })
  if (idToken) await tx.insert(agreementIdTokens).values({ ...idToken, answerId })
  return answerId
}

export type StoredAnswer = Awaited<ReturnType<typeof stored>>[number]

/** Lists answers with their evidence, oldest first. */
export const stored = async (db: Queryable, where: SQL) =>
  db
    .select({
      answer: agreementAnswers,
      content: agreementSnapshots.content,
      frozenAt: agreementSnapshots.createdAt,
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

export const listAnswers = (db: Queryable, agreementId: string) =>
  stored(db, eq(agreementAnswers.agreementId, agreementId))

/** Lists the answer with this id, or none. */
export const listAnswer = (db: Queryable, id: string) => stored(db, eq(agreementAnswers.id, id))

/** Lists the oldest signatures without a timestamp. */
export const listWithoutTimestamp = (db: Queryable, limit: number) =>
  db
    .select({ number: agreementEvidence.number, signature: agreementEvidence.signature })
    .from(agreementEvidence)
    .leftJoin(agreementTimestamps, eq(agreementTimestamps.number, agreementEvidence.number))
    .where(isNull(agreementTimestamps.number))
    .orderBy(asc(agreementEvidence.number))
    .limit(limit)

/** Stores a timestamp unless the signature already has one. */
export const insertTimestamp = async (db: Queryable, number: number, token: Buffer): Promise<void> => {
  await db.insert(agreementTimestamps).values({ number, token }).onConflictDoNothing()
}

export const findSealedPdf = (db: Queryable, answerId: string) =>
  firstRow(db.select().from(agreementSealedPdfs).where(eq(agreementSealedPdfs.answerId, answerId)))

/**
 * Stores a sealed PDF unless the answer already has one, or the origin that it shows was erased while the PDF was made. Returns true if it
 * was stored.
 */
export const insertSealedPdf = async (
  tx: Queryable,
  { id, originSalt }: { readonly id: string; readonly originSalt: string | null },
  content: Buffer,
): Promise<boolean> => {
  // Erasures take this lock, too (`erase_person_from_agreement_events`).
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
