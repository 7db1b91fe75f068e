import { and, count, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, oneRow } from '../../platform/database/rows.ts'
import type { PublishedKey } from '../../platform/signing/id-token.ts'
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
) =>
  firstRow(
    db
      .update(agreementCodes)
      .set({ attempts: sql`${agreementCodes.attempts} + 1` })
      .where(
        and(
          eq(
            agreementCodes.id,
            db
              .select({ id: agreementCodes.id })
              .from(agreementCodes)
              .where(eq(agreementCodes.agreementId, agreementId))
              .orderBy(desc(agreementCodes.createdAt), desc(agreementCodes.id))
              .limit(1),
          ),
          isNull(agreementCodes.usedAt),
          gt(agreementCodes.expiresAt, now),
          lt(agreementCodes.attempts, attempts),
        ),
      )
      .returning({ id: agreementCodes.id, sentTo: agreementCodes.sentTo }),
  )

/** Marks a code as used; false if it already was. */
export const useCode = (tx: Queryable, id: string, usedAt: string): Promise<boolean> =>
  hasRows(
    tx
      .update(agreementCodes)
      .set({ usedAt })
      .where(and(eq(agreementCodes.id, id), isNull(agreementCodes.usedAt)))
      .returning({ id: agreementCodes.id }),
  )

export const insertIdentification = async (
  db: Queryable,
  identification: typeof agreementIdentifications.$inferInsert,
): Promise<void> => {
  await db.insert(agreementIdentifications).values(identification)
}

interface BrowserState {
  readonly stateHash: string
  readonly browserHash: string
  readonly now: string
}

/** Finds an identification that this browser began and that has not expired. */
const findOfBrowser = (db: Queryable, { stateHash, browserHash, now }: BrowserState, also: SQL | undefined) =>
  firstRow(
    db
      .select()
      .from(agreementIdentifications)
      .where(
        and(
          eq(agreementIdentifications.stateHash, stateHash),
          eq(agreementIdentifications.browserHash, browserHash),
          gt(agreementIdentifications.expiresAt, now),
          also,
        ),
      ),
  )

/** Finds an identification that this browser began, if it is neither completed nor expired. */
export const findBegunIdentification = (db: Queryable, state: BrowserState) =>
  findOfBrowser(db, state, isNull(agreementIdentifications.identifiedAt))

/** Stores the identity that the provider reported, once; returns false if one is already stored. */
export const completeIdentification = (
  db: Queryable,
  stateHash: string,
  identity: {
    readonly issuer: string
    readonly subject: string
    readonly name: string | null
    readonly idToken: string
    readonly key: PublishedKey
    readonly identifiedAt: string
    /** SHA-256, in hex, of the cookie that the browser gets with the redirect. */
    readonly browserHash: string
  },
): Promise<boolean> =>
  hasRows(
    db
      .update(agreementIdentifications)
      .set(identity)
      .where(and(eq(agreementIdentifications.stateHash, stateHash), isNull(agreementIdentifications.identifiedAt)))
      .returning({ stateHash: agreementIdentifications.stateHash }),
  )

/** Finds this browser's completed identification for an agreement, if it is unused and has not expired. */
export const findIdentification = (db: Queryable, agreementId: string, state: BrowserState) => {
  const { agreementId: of, identifiedAt, usedAt } = agreementIdentifications
  return findOfBrowser(db, state, and(eq(of, agreementId), isNotNull(identifiedAt), isNull(usedAt)))
}

/** Marks an identification as used; false if it already was. */
export const useIdentification = (tx: Queryable, stateHash: string, usedAt: string): Promise<boolean> =>
  hasRows(
    tx
      .update(agreementIdentifications)
      .set({ usedAt })
      .where(and(eq(agreementIdentifications.stateHash, stateHash), isNull(agreementIdentifications.usedAt)))
      .returning({ stateHash: agreementIdentifications.stateHash }),
  )

/** Deletes codes and identifications from before an instant, of one agreement or of all. */
export const deleteProofsBefore = async (tx: Queryable, before: string, agreementId?: string): Promise<void> => {
  for (const table of [agreementCodes, agreementIdentifications]) {
    const ofAgreement = agreementId === undefined ? undefined : eq(table.agreementId, agreementId)
    await tx.delete(table).where(and(ofAgreement, lt(table.createdAt, before)))
  }
}

/** Deletes an agreement's codes and identifications, which are valid only for the link that they were made for. */
export const voidProofs = async (tx: Queryable, agreementId: string): Promise<void> => {
  await tx.delete(agreementCodes).where(eq(agreementCodes.agreementId, agreementId))
  await tx.delete(agreementIdentifications).where(eq(agreementIdentifications.agreementId, agreementId))
}

/** Finds an answer's number among all answers by its evidence hash. */
export const findNumber = (db: Queryable, evidence: string) =>
  firstRow(
    db
      .select({ number: agreementEvidence.number })
      .from(agreementEvidence)
      .where(eq(agreementEvidence.evidence, evidence))
      .limit(1),
  )
