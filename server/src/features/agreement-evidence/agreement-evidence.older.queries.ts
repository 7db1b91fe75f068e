import { eq, like, not, sql } from 'drizzle-orm'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { agreementSnapshots, agreements } from '../agreements/agreements.table.ts'
import {
  agreementAnswers,
  agreementEvidence,
  agreementSealedPdfs,
  agreementTimestamps,
} from './agreement-evidence.table.ts'

const isOlder = not(like(agreementAnswers.record, '%"format":"kontor-answer-1"%'))

/** Answers of the older form, in their order. Until the transaction ends, all other answers wait. */
export const lockOlderAnswers = async (tx: Queryable) => {
  await waitForLock(tx, 'agreement-evidence')
  return tx
    .select({
      answer: agreementAnswers,
      content: agreementSnapshots.content,
      frozenAt: agreementSnapshots.createdAt,
      signed: agreementEvidence,
      timestamp: agreementTimestamps.token,
    })
    .from(agreementAnswers)
    .innerJoin(agreementSnapshots, eq(agreementSnapshots.id, agreementAnswers.snapshotId))
    .leftJoin(agreementEvidence, eq(agreementEvidence.answerId, agreementAnswers.id))
    .leftJoin(agreementTimestamps, eq(agreementTimestamps.number, agreementEvidence.number))
    .where(isOlder)
    .orderBy(sql`${agreementEvidence.number} NULLS LAST`, agreementAnswers.answeredAt)
}

const guarded = ['agreement_answers', 'agreement_evidence', 'agreement_sealed_pdfs', 'agreement_timestamps']

/** Lets the owner of the tables change evidence in this transaction, or no longer. */
export const guardEvidence = async (tx: Queryable, how: 'ENABLE' | 'DISABLE'): Promise<void> => {
  for (const table of guarded) await tx.execute(sql.raw(`ALTER TABLE ${table} ${how} TRIGGER USER`))
}

/** Replaces an answer's record, its signature and what the office shows of it; its PDF and timestamp are made again. */
export const replaceEvidence = async (
  tx: Queryable,
  answerId: string,
  { record, ...signed }: { record: string; evidence: string; number: number; signature: string; keyId: string },
): Promise<void> => {
  const [older] = await tx
    .select({ evidence: agreementAnswers.evidence, agreementId: agreementAnswers.agreementId })
    .from(agreementAnswers)
    .where(eq(agreementAnswers.id, answerId))
  const { evidence, number } = signed
  await tx.delete(agreementSealedPdfs).where(eq(agreementSealedPdfs.answerId, answerId))
  await tx.delete(agreementTimestamps).where(eq(agreementTimestamps.number, number))
  await tx.update(agreementAnswers).set({ record, evidence }).where(eq(agreementAnswers.id, answerId))
  await tx
    .insert(agreementEvidence)
    .values({ ...signed, answerId })
    .onConflictDoUpdate({ target: agreementEvidence.answerId, set: signed })
  await tx
    .update(agreements)
    .set({ evidence, updatedAt: sql`${agreements.updatedAt}` })
    .where(sql`${agreements.id} = ${older?.agreementId} AND ${agreements.evidence} = ${older?.evidence}`)
}
