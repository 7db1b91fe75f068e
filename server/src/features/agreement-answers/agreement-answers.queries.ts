import { and, count, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, oneRow } from '../../platform/database/rows.ts'
import { agreementEvidence } from '../agreement-evidence/agreement-evidence.table.ts'
import { agreementCodes, agreementIdentifications } from './agreement-answers.table.ts'

export const insertCode = (tx: Queryable, code: typeof agreementCodes.$inferInsert) =>
  oneRow(tx.insert(agreementCodes).values(code).returning({ id: agreementCodes.id }))

/** Returns the number of an agreement's codes since an instant, and the time of the oldest one. */
export const countCodes = (tx: Queryable, agreementId: string, since: string) =>
  oneRow(
    tx
      .select({
        codes: count(),
        oldest: sql`min(${agreementCodes.createdAt})`.mapWith(agreementCodes.createdAt),
      })
      .from(agreementCodes)
      .where(and(eq(agreementCodes.agreementId, agreementId), gt(agreementCodes.createdAt, since))),
  )

/**
 * Counts an attempt with the newest code of an agreement and returns the code; undefined when it is used, expired or was tried too often.
 * Concurrent attempts wait for each other, so that each is counted.
 */
export const tryNewestCode = (
  db: Queryable,
  agreementId: string,
  { now, attempts }: { readonly now: string; readonly attempts: number },
) => {
  const { id, sentTo, createdAt, usedAt, expiresAt, attempts: tried } = agreementCodes
  const ofAgreement = eq(agreementCodes.agreementId, agreementId)
  const newest = db.select({ id }).from(agreementCodes).where(ofAgreement).orderBy(desc(createdAt), desc(id)).limit(1)
  const isUsable = and(eq(id, newest), isNull(usedAt), gt(expiresAt, now), lt(tried, attempts))
  const counted = db
    .update(agreementCodes)
    .set({ attempts: sql`${tried} + 1` })
    .where(isUsable)
  return firstRow(counted.returning({ id, sentTo }))
}

/** Marks a code or an identification as used; false if it already was. */
const markUsed = (tx: Queryable, table: typeof agreementCodes | typeof agreementIdentifications, is: SQL, at: string) =>
  hasRows(
    tx
      .update(table)
      .set({ usedAt: at })
      .where(and(is, isNull(table.usedAt)))
      .returning({ usedAt: table.usedAt }),
  )

export const useCode = (tx: Queryable, id: string, usedAt: string): Promise<boolean> =>
  markUsed(tx, agreementCodes, eq(agreementCodes.id, id), usedAt)

export const useIdentification = (tx: Queryable, stateHash: string, usedAt: string): Promise<boolean> =>
  markUsed(tx, agreementIdentifications, eq(agreementIdentifications.stateHash, stateHash), usedAt)

type Identification = typeof agreementIdentifications.$inferInsert

export const insertIdentification = async (db: Queryable, identification: Identification): Promise<void> => {
  await db.insert(agreementIdentifications).values(identification)
}

interface BrowserState {
  readonly stateHash: string
  readonly browserHash: string
  readonly now: string
}

/** Finds an identification that this browser began and that has not expired. */
const findOfBrowser = (db: Queryable, { stateHash, browserHash, now }: BrowserState, also: SQL | undefined) => {
  const { stateHash: state, browserHash: browser, expiresAt } = agreementIdentifications
  const isOfBrowser = and(eq(state, stateHash), eq(browser, browserHash), gt(expiresAt, now), also)
  return firstRow(db.select().from(agreementIdentifications).where(isOfBrowser))
}

/** Finds an identification that this browser began, if it is neither completed nor expired. */
export const findBegunIdentification = (db: Queryable, state: BrowserState) =>
  findOfBrowser(db, state, isNull(agreementIdentifications.identifiedAt))

/** Stores the identity that the provider reported, unless one is already stored. From then on, it belongs to the new `browserHash`. */
export const completeIdentification = async (
  db: Queryable,
  stateHash: string,
  identity: Pick<Identification, 'issuer' | 'subject' | 'name' | 'idToken' | 'key' | 'identifiedAt' | 'browserHash'>,
): Promise<void> => {
  const { stateHash: state, identifiedAt } = agreementIdentifications
  await db
    .update(agreementIdentifications)
    .set(identity)
    .where(and(eq(state, stateHash), isNull(identifiedAt)))
}

/** Finds this browser's completed identification for an agreement, if it is unused and has not expired. */
export const findIdentification = (db: Queryable, agreementId: string, state: BrowserState) => {
  const { agreementId: of, identifiedAt, usedAt } = agreementIdentifications
  return findOfBrowser(db, state, and(eq(of, agreementId), isNotNull(identifiedAt), isNull(usedAt)))
}

/** Deletes codes and identifications: those of one agreement, those from before an instant, or those that are both. */
export const deleteProofs = async (
  tx: Queryable,
  {
    agreementId,
    before,
  }: Readonly<{ agreementId: string; before?: string } | { agreementId?: string; before: string }>,
): Promise<void> => {
  for (const table of [agreementCodes, agreementIdentifications]) {
    const ofAgreement = agreementId === undefined ? undefined : eq(table.agreementId, agreementId)
    const isOld = before === undefined ? undefined : lt(table.createdAt, before)
    await tx.delete(table).where(and(ofAgreement, isOld))
  }
}

/** Finds an answer's number among all answers by its evidence hash. */
export const findNumber = (db: Queryable, evidence: string) => {
  const { number } = agreementEvidence
  return firstRow(
    db.select({ number }).from(agreementEvidence).where(eq(agreementEvidence.evidence, evidence)).limit(1),
  )
}
