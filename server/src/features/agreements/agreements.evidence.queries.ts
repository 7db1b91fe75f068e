import type { AgreementEventKind } from '@kontor/contract/agreements/agreements.rules'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, desc, eq, gte, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { currentOrigin } from '../../platform/database/origin.ts'
import { firstRow, hasRows, oneRow } from '../../platform/database/rows.ts'
import { agreementAnswers, agreementEvents, agreementSnapshots } from './agreements.table.ts'

export type NewEvent = typeof agreementEvents.$inferInsert
export type AnswerRow = typeof agreementAnswers.$inferSelect

/** The newest text that the customer was shown. It is also the answered one: an answered agreement gets no newer snapshot. */
export const findNewestSnapshot = (db: Queryable, agreementId: string) =>
  firstRow(
    db
      .select()
      .from(agreementSnapshots)
      .where(eq(agreementSnapshots.agreementId, agreementId))
      .orderBy(desc(agreementSnapshots.number))
      .limit(1),
  )

export const findSnapshot = (db: Queryable, id: string) =>
  firstRow(db.select().from(agreementSnapshots).where(eq(agreementSnapshots.id, id)))

/** All texts that the customer was shown, oldest first. */
export const listSnapshots = (db: Queryable, agreementId: string) =>
  db
    .select()
    .from(agreementSnapshots)
    .where(eq(agreementSnapshots.agreementId, agreementId))
    .orderBy(asc(agreementSnapshots.number))

export const insertSnapshot = async (
  tx: Queryable,
  snapshot: { agreementId: string; number: number; content: string },
): Promise<void> => {
  await tx.insert(agreementSnapshots).values(snapshot)
}

export const insertAnswer = (tx: Queryable, answer: typeof agreementAnswers.$inferInsert) =>
  oneRow(tx.insert(agreementAnswers).values(answer).returning({ id: agreementAnswers.id }))

/** The evidence of all answers from before the chain. */
export const listUnsignedEvidence = async (db: Queryable): Promise<string[]> => {
  const rows = await db
    .select({ evidence: agreementAnswers.evidence })
    .from(agreementAnswers)
    .where(isNull(agreementAnswers.record))
    .orderBy(asc(agreementAnswers.evidence))
  return rows.map(({ evidence }) => evidence)
}

const withSnapshot = (db: Queryable) =>
  db
    .select({
      answer: agreementAnswers,
      content: agreementSnapshots.content,
      shownAt: agreementSnapshots.createdAt,
    })
    .from(agreementAnswers)
    .innerJoin(agreementSnapshots, eq(agreementSnapshots.id, agreementAnswers.snapshotId))

/** Answers to an agreement, each with the snapshot it answered, oldest first. */
export const listAnswers = (db: Queryable, agreementId: string) =>
  withSnapshot(db)
    .where(eq(agreementAnswers.agreementId, agreementId))
    .orderBy(asc(agreementAnswers.answeredAt), asc(agreementSnapshots.number))

export const findAnswer = (db: Queryable, id: string) => firstRow(withSnapshot(db).where(eq(agreementAnswers.id, id)))

/** What the office does is recorded under the name of the administrator whose request it is, if they have one. */
export const insertEvent = async (tx: Queryable, event: NewEvent): Promise<void> => {
  const origin = currentOrigin()
  const author = event.actor === 'admin' && origin && origin.actorId !== null ? origin.actor : null
  await tx.insert(agreementEvents).values({ ...event, author })
}

/** The newest timeline entries, in chronological order. */
export const listEvents = async (db: Queryable, agreementId: string) => {
  const newestFirst = await db
    .select()
    .from(agreementEvents)
    .where(eq(agreementEvents.agreementId, agreementId))
    .orderBy(desc(agreementEvents.at), desc(agreementEvents.id))
    .limit(maxListRows)
  return newestFirst.reverse()
}

const hasEvent = (tx: Queryable, agreementId: string, kind: AgreementEventKind, also: SQL | undefined) =>
  hasRows(
    tx
      .select({ id: agreementEvents.id })
      .from(agreementEvents)
      .where(and(eq(agreementEvents.agreementId, agreementId), eq(agreementEvents.kind, kind), also))
      .limit(1),
  )

/** Whether the timeline has an entry of a kind since a moment. */
export const hasEventSince = (
  tx: Queryable,
  { agreementId, kind, since }: { agreementId: string; kind: AgreementEventKind; since: string },
): Promise<boolean> => hasEvent(tx, agreementId, kind, gte(agreementEvents.at, since))

/** Whether the timeline already has an opening from this address on this day in Norway. */
export const wasOpened = (
  tx: Queryable,
  { agreementId, address, day }: { agreementId: string; address: string; day: string },
): Promise<boolean> => {
  const isOnDay = eq(sql`(${agreementEvents.at} AT TIME ZONE 'Europe/Oslo')::date`, sql`${day}::date`)
  return hasEvent(tx, agreementId, 'opened', and(eq(agreementEvents.address, address), isOnDay))
}
