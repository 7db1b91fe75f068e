import type { AgreementEventKind } from '@kontor/contract/agreements/agreements.rules'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { currentOrigin } from '../../platform/database/origin.ts'
import { firstRow, hasRows } from '../../platform/database/rows.ts'
import { agreementEvents, agreementSendings, agreementSnapshots } from './agreements.table.ts'

export type NewEvent = typeof agreementEvents.$inferInsert

/** Returns the newest text that the customer was shown. After an answer, this is the answered text until the agreement is sent again. */
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

/** Lists all texts that the customer was shown, oldest first. */
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

/** Adds an event to the timeline. If the office acted, stores the name of the acting administrator, unless it is the shared administrator. */
export const insertEvent = async (tx: Queryable, event: NewEvent): Promise<void> => {
  const origin = currentOrigin()
  const author = event.actor === 'admin' && origin && origin.actorId !== null ? origin.actor : null
  await tx.insert(agreementEvents).values({ ...event, author })
}

/** Lists the newest timeline entries, in chronological order. */
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

/** Returns true if the timeline has an entry of this kind at or after `since`. */
export const hasEventSince = (
  tx: Queryable,
  { agreementId, kind, since }: { agreementId: string; kind: AgreementEventKind; since: string },
): Promise<boolean> => hasEvent(tx, agreementId, kind, gte(agreementEvents.at, since))

/** Returns true if the timeline already has an opening from this IP address on this day in Norway. */
export const wasOpened = (
  tx: Queryable,
  { agreementId, address, day }: { agreementId: string; address: string; day: string },
): Promise<boolean> => {
  const isOnDay = eq(sql`(${agreementEvents.at} AT TIME ZONE 'Europe/Oslo')::date`, sql`${day}::date`)
  return hasEvent(tx, agreementId, 'opened', and(eq(agreementEvents.address, address), isOnDay))
}

export const insertSending = async (tx: Queryable, sending: typeof agreementSendings.$inferInsert): Promise<void> => {
  await tx.insert(agreementSendings).values(sending)
}

/** Lists the mails that contained a link, oldest first. */
export const listSendings = (db: Queryable, linkHash: string) =>
  db
    .select({ to: agreementSendings.sentTo, cc: agreementSendings.cc, at: agreementSendings.sentAt })
    .from(agreementSendings)
    .where(eq(agreementSendings.linkHash, linkHash))
    .orderBy(asc(agreementSendings.id))
