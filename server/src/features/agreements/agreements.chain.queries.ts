import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows } from '../../platform/database/rows.ts'
import {
  agreementEvidence,
  agreementIdTokens,
  agreementSealedPdfs,
  agreementSendings,
  agreementTimestamps,
} from './agreements.evidence.table.ts'
import { agreementAnswers } from './agreements.table.ts'

export type LinkRow = typeof agreementEvidence.$inferSelect

/** The chain's last link; undefined before the first. */
export const findNewestLink = (db: Queryable): Promise<LinkRow | undefined> =>
  firstRow(db.select().from(agreementEvidence).orderBy(desc(agreementEvidence.number)).limit(1))

export const findLink = (db: Queryable, number: number): Promise<LinkRow | undefined> =>
  firstRow(db.select().from(agreementEvidence).where(eq(agreementEvidence.number, number)))

/** The chain's last link; null before the first. Until the transaction ends, all other answers wait here. */
export const lockChain = async (tx: Queryable): Promise<LinkRow | null> => {
  await waitForLock(tx, 'agreement-evidence')
  return (await findNewestLink(tx)) ?? null
}

export const insertLink = async (tx: Queryable, link: typeof agreementEvidence.$inferInsert): Promise<void> => {
  await tx.insert(agreementEvidence).values(link)
}

/** All links, in order. */
export const listLinks = (db: Queryable): Promise<LinkRow[]> =>
  db.select().from(agreementEvidence).orderBy(asc(agreementEvidence.number))

export const findLinkOfAnswer = (db: Queryable, answerId: string): Promise<LinkRow | undefined> =>
  firstRow(db.select().from(agreementEvidence).where(eq(agreementEvidence.answerId, answerId)))

export const findLinkByEvidence = (db: Queryable, evidence: string): Promise<LinkRow | undefined> =>
  firstRow(db.select().from(agreementEvidence).where(eq(agreementEvidence.evidence, evidence)).limit(1))

/** The oldest links without a timestamp. */
export const listLinksWithoutTimestamp = (db: Queryable, limit: number): Promise<LinkRow[]> =>
  db
    .select({ link: agreementEvidence })
    .from(agreementEvidence)
    .leftJoin(agreementTimestamps, eq(agreementTimestamps.number, agreementEvidence.number))
    .where(isNull(agreementTimestamps.number))
    .orderBy(asc(agreementEvidence.number))
    .limit(limit)
    .then((rows) => rows.map(({ link }) => link))

export const findTimestamp = (db: Queryable, number: number) =>
  firstRow(db.select().from(agreementTimestamps).where(eq(agreementTimestamps.number, number)))

/** Keeps the first of two timestamps of the same evidence. */
export const insertTimestamp = async (db: Queryable, number: number, token: Buffer): Promise<void> => {
  await db.insert(agreementTimestamps).values({ number, token }).onConflictDoNothing()
}

export const insertIdToken = async (tx: Queryable, token: typeof agreementIdTokens.$inferInsert): Promise<void> => {
  await tx.insert(agreementIdTokens).values(token)
}

export const findIdToken = (db: Queryable, answerId: string) =>
  firstRow(db.select().from(agreementIdTokens).where(eq(agreementIdTokens.answerId, answerId)))

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

export const insertSending = async (tx: Queryable, sending: typeof agreementSendings.$inferInsert): Promise<void> => {
  await tx.insert(agreementSendings).values(sending)
}

/** The mails that took a link to somebody, oldest first. */
export const listSendings = (db: Queryable, linkHash: string) =>
  db
    .select({ to: agreementSendings.sentTo, cc: agreementSendings.cc, at: agreementSendings.sentAt })
    .from(agreementSendings)
    .where(eq(agreementSendings.linkHash, linkHash))
    .orderBy(asc(agreementSendings.id))
