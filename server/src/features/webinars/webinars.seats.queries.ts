import { and, asc, desc, eq, gt, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, idsOf } from '../../platform/database/rows.ts'
import { hasToken } from '../../platform/mail/link-tokens.queries.ts'
import { hasSeat, type RegistrationRow, type Webinar } from './webinars.queries.ts'
import { webinarRegistrations, webinars } from './webinars.table.ts'

const { id, webinarId, name, email, language, state, heldUntil, sealedToken, tokenHash, createdAt } =
  webinarRegistrations

const recipientColumns = { id, name, email, language, state, heldUntil, sealedToken, tokenHash }

/** The recipient of a mail about a registration. */
export type Recipient = Pick<RegistrationRow, keyof typeof recipientColumns>

const isWaiting = and(eq(state, 'waiting'), eq(webinarRegistrations.suspect, false))

/** Counts the registrations that take a seat. */
export const countSeats = (tx: Queryable, webinar: Webinar): Promise<number> =>
  tx.$count(webinarRegistrations, and(eq(webinarId, webinar.id), hasSeat))

/** Lists the registrants with a seat, or those on the waiting list, in order of registration. */
export const listRecipients = (
  tx: Queryable,
  webinar: Webinar,
  which: 'registered' | 'waiting',
): Promise<Recipient[]> =>
  tx
    .select(recipientColumns)
    .from(webinarRegistrations)
    .where(and(eq(webinarId, webinar.id), which === 'registered' ? hasSeat : isWaiting))
    .orderBy(asc(createdAt), asc(id))

/** Gives a seat to the first `seats` registrants on the waiting list, or to all if `seats` is null. The caller has locked the webinar. */
export const moveUp = async (
  tx: Queryable,
  webinar: Webinar,
  { seats, reminded }: { readonly seats: number | null; readonly reminded: string | null },
): Promise<Recipient[]> => {
  const waiting = tx
    .select({ id })
    .from(webinarRegistrations)
    .where(and(eq(webinarId, webinar.id), isWaiting))
    .orderBy(asc(createdAt), asc(id))
    .for('update')
    .$dynamic()
  const first = await idsOf(seats === null ? waiting : waiting.limit(seats))
  return tx
    .update(webinarRegistrations)
    .set({ state: 'registered', remindedOf: reminded, version: sql`${webinarRegistrations.version} + 1` })
    .where(inArray(id, first))
    .returning(recipientColumns)
}

export const findRegistrationByToken = (db: Queryable, wanted: string): Promise<RegistrationRow | undefined> =>
  firstRow(db.select().from(webinarRegistrations).where(hasToken(webinarRegistrations, wanted)))

export const findWebinarById = (db: Queryable, wanted: string): Promise<Webinar | undefined> =>
  firstRow(db.select().from(webinars).where(eq(webinars.id, wanted)))

/** Cancels a registration; undefined if it is already cancelled or doesn't exist. */
export const cancelRegistration = (tx: Queryable, wanted: string): Promise<Recipient | undefined> =>
  firstRow(
    tx
      .update(webinarRegistrations)
      .set({ state: 'cancelled', heldUntil: null, version: sql`${webinarRegistrations.version} + 1` })
      .where(and(eq(id, wanted), sql`${state} <> 'cancelled'`))
      .returning(recipientColumns),
  )

/** Confirms a held registration; does nothing to others. */
export const confirmHeld = async (tx: Queryable, wanted: string): Promise<void> => {
  await tx
    .update(webinarRegistrations)
    .set({ heldUntil: null, version: sql`${webinarRegistrations.version} + 1` })
    .where(and(eq(id, wanted), isNotNull(heldUntil)))
}

/** Lists webinars after `now` with registrations whose confirmation is overdue, soonest first. */
export const listWebinarsWithLapsed = (db: Queryable, now: string): Promise<string[]> =>
  idsOf(
    db
      .select({ id: webinars.id })
      .from(webinars)
      .innerJoin(webinarRegistrations, eq(webinarId, webinars.id))
      .where(and(gt(webinars.date, now), lte(heldUntil, now)))
      .groupBy(webinars.id)
      .orderBy(asc(webinars.date), asc(webinars.id)),
  )

/** Lists registrations whose confirmation is overdue. Those on the waiting list come first, so that they are cancelled before seats are released. */
export const listLapsed = (tx: Queryable, webinar: Webinar, now: string): Promise<Recipient[]> =>
  tx
    .select(recipientColumns)
    .from(webinarRegistrations)
    .where(and(eq(webinarId, webinar.id), lte(heldUntil, now)))
    .orderBy(desc(state), asc(createdAt), asc(id))

/** Marks a suspect registration as approved; undefined if it isn't suspect or doesn't exist. */
export const clearSuspicion = (
  tx: Queryable,
  wanted: string,
  changes: Pick<RegistrationRow, 'state' | 'remindedOf'>,
): Promise<RegistrationRow | undefined> =>
  firstRow(
    tx
      .update(webinarRegistrations)
      .set({ ...changes, suspect: false, version: sql`${webinarRegistrations.version} + 1` })
      .where(and(eq(id, wanted), eq(webinarRegistrations.suspect, true)))
      .returning(),
  )

/** Puts a registration with a seat on the waiting list; returns false if it has no seat. */
export const putOnWaitingList = (tx: Queryable, wanted: string): Promise<boolean> =>
  hasRows(
    tx
      .update(webinarRegistrations)
      .set({ state: 'waiting', heldUntil: null, version: sql`${webinarRegistrations.version} + 1` })
      .where(and(eq(id, wanted), hasSeat))
      .returning({ id }),
  )

/** Lists the webinars of these registrations, sorted by id, so that callers lock them in the same order. */
export const listWebinarsOf = (tx: Queryable, ids: readonly string[]): Promise<string[]> =>
  idsOf(
    tx
      .selectDistinct({ id: webinarId })
      .from(webinarRegistrations)
      .where(inArray(id, [...ids]))
      .orderBy(asc(webinarId)),
  )

/** Deletes registrations; returns the ids of those that existed. */
export const deleteRegistrations = (tx: Queryable, ids: readonly string[]): Promise<string[]> =>
  idsOf(
    tx
      .delete(webinarRegistrations)
      .where(inArray(id, [...ids]))
      .returning({ id }),
  )

/** Condition: the registrant has a seat, and was not reminded of the webinar's present start. */
const isUnreminded = and(hasSeat, sql`${webinarRegistrations.remindedOf} IS DISTINCT FROM ${webinars.date}`)

/** Lists webinars after `from` and up to `to` with registrants to remind, soonest first. */
export const listWebinarsToRemind = (db: Queryable, from: string, to: string): Promise<string[]> =>
  idsOf(
    db
      .select({ id: webinars.id })
      .from(webinars)
      .innerJoin(webinarRegistrations, eq(webinarId, webinars.id))
      .where(and(gt(webinars.date, from), lte(webinars.date, to), isUnreminded))
      .groupBy(webinars.id)
      .orderBy(asc(webinars.date), asc(webinars.id)),
  )

/** Marks up to `limit` registrants as reminded and returns them; skips those that another instance is claiming. */
export const claimReminders = async (tx: Queryable, webinar: Webinar, limit: number): Promise<Recipient[]> => {
  const due = await idsOf(
    tx
      .select({ id })
      .from(webinarRegistrations)
      .innerJoin(webinars, eq(webinars.id, webinarId))
      .where(and(eq(webinarId, webinar.id), isUnreminded))
      .orderBy(asc(createdAt), asc(id))
      .limit(limit)
      .for('update', { of: webinarRegistrations, skipLocked: true }),
  )
  return tx
    .update(webinarRegistrations)
    .set({ remindedOf: webinar.date })
    .where(inArray(id, due))
    .returning(recipientColumns)
}

/** Marks everybody with a seat as reminded of the webinar's time. */
export const markReminded = async (tx: Queryable, webinar: Webinar): Promise<void> => {
  await tx
    .update(webinarRegistrations)
    .set({ remindedOf: webinar.date })
    .where(and(eq(webinarId, webinar.id), hasSeat))
}
