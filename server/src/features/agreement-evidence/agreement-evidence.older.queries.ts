import { and, eq, like, not, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { agreements } from '../agreements/agreements.table.ts'
import { type StoredAnswer, stored } from './agreement-evidence.queries.ts'
import * as tables from './agreement-evidence.table.ts'

export const listOlderAnswers = (tx: Queryable): Promise<StoredAnswer[]> =>
  stored(tx, not(like(tables.agreementAnswers.record, '%"format":"kontor-answer-1"%')))

const guarded = ['agreement_answers', 'agreement_evidence', 'agreement_sealed_pdfs', 'agreement_timestamps']

/** Disables or enables the triggers that keep even the tables' owner from changing evidence. */
export const guardEvidence = async (tx: Queryable, how: 'ENABLE' | 'DISABLE'): Promise<void> => {
  for (const table of guarded) await tx.execute(sql.raw(`ALTER TABLE ${table} ${how} TRIGGER USER`))
}

/** Replaces an answer's record and signature, and the hash in its agreement. Deletes its PDF and timestamp, which are made again. */
export const replaceEvidence = async (
  tx: Queryable,
  { id, agreementId, evidence: older }: StoredAnswer['answer'],
  record: string,
  signed: Omit<typeof tables.agreementEvidence.$inferInsert, 'answerId'>,
): Promise<void> => {
  const { agreementAnswers, agreementEvidence, agreementSealedPdfs, agreementTimestamps } = tables
  const { evidence, number } = signed
  await tx.delete(agreementSealedPdfs).where(eq(agreementSealedPdfs.answerId, id))
  await tx.delete(agreementTimestamps).where(eq(agreementTimestamps.number, number))
  await tx.update(agreementAnswers).set({ record, evidence }).where(eq(agreementAnswers.id, id))
  await tx
    .insert(agreementEvidence)
    .values({ ...signed, answerId: id })
    .onConflictDoUpdate({ target: agreementEvidence.answerId, set: signed })
  await tx
    .update(agreements)
    .set({ evidence, updatedAt: sql`${agreements.updatedAt}` })
    .where(and(eq(agreements.id, agreementId), eq(agreements.evidence, older)))
}
