import { asc, desc, eq, isNull } from 'drizzle-orm'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow } from '../../platform/database/rows.ts'
import { agreementEvidence, agreementSealedPdfs, agreementTimestamps } from './agreements.evidence.table.ts'

export type LinkRow = typeof agreementEvidence.$inferSelect

/** The chain's last link; null before the first. Until the transaction ends, all other answers wait here. */
export const lockChain = async (tx: Queryable): Promise<Pick<LinkRow, 'number' | 'evidence'> | null> => {
  await waitForLock(tx, 'agreement-evidence')
  const last = await firstRow(
    tx
      .select({ number: agreementEvidence.number, evidence: agreementEvidence.evidence })
      .from(agreementEvidence)
      .orderBy(desc(agreementEvidence.number))
      .limit(1),
  )
  return last ?? null
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

export const findSealedPdf = (db: Queryable, answerId: string) =>
  firstRow(db.select().from(agreementSealedPdfs).where(eq(agreementSealedPdfs.answerId, answerId)))

/** Keeps the first of two sealed files of the same answer; undefined when this one was the second. */
export const insertSealedPdf = (db: Queryable, answerId: string, content: Buffer) =>
  firstRow(db.insert(agreementSealedPdfs).values({ answerId, content }).onConflictDoNothing().returning())
