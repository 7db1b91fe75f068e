import { maxListRows } from '@kontor/contract/shared/paging'
import type { registrationUpdateSchema } from '@kontor/contract/webinars/webinars.schema'
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, isUnchanged, oneRow } from '../../platform/database/rows.ts'
import { webinarRegistrations, webinars } from './webinars.table.ts'

export type Webinar = Pick<typeof webinars.$inferSelect, 'id' | 'name' | 'date' | 'isActive' | 'sequence'>
export type RegistrationRow = typeof webinarRegistrations.$inferSelect
export type NewRegistration = typeof webinarRegistrations.$inferInsert
type NewWebinar = Pick<typeof webinars.$inferInsert, 'name' | 'date' | 'isActive'>
type Changes<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

const hasSameAddress = ({ webinarId, email }: NewRegistration) =>
  and(
    eq(webinarRegistrations.webinarId, webinarId),
    eq(sql`lower(${webinarRegistrations.email})`, sql`lower(${email})`),
  )

/** A limit for this public list, higher than any realistic number. */
const maxUpcomingWebinars = 1_000

/** Active webinars that are not past at `now`, soonest first. */
export const listActiveWebinars = (db: Queryable, now: string) =>
  db
    .select({ id: webinars.id, name: webinars.name, date: webinars.date })
    .from(webinars)
    .where(and(eq(webinars.isActive, true), gte(webinars.date, now)))
    .orderBy(asc(webinars.date), asc(webinars.id))
    .limit(maxUpcomingWebinars)

/**
 * Reads and locks a webinar until the transaction ends; undefined when there is none. Registrations lock with `share`, so that they
 * can run concurrently; `update` blocks them.
 */
export const lockWebinar = (tx: Queryable, id: string, strength: 'share' | 'update') =>
  firstRow(tx.select().from(webinars).where(eq(webinars.id, id)).for(strength))

/** Returns undefined when the address is already registered for the webinar. */
export const insertRegistration = (tx: Queryable, registration: NewRegistration) =>
  firstRow(tx.insert(webinarRegistrations).values(registration).onConflictDoNothing().returning())

/** Replaces a suspect registration with the same address; undefined when there is none. */
export const replaceSuspect = (tx: Queryable, registration: NewRegistration) =>
  firstRow(
    tx
      .update(webinarRegistrations)
      .set({ ...registration, version: sql`${webinarRegistrations.version} + 1`, createdAt: sql`now()` })
      .where(and(hasSameAddress(registration), eq(webinarRegistrations.suspect, true)))
      .returning(),
  )

/** Reads the registration with the same address and locks it until the transaction ends. */
export const lockRegistration = (tx: Queryable, registration: NewRegistration) =>
  firstRow(tx.select().from(webinarRegistrations).where(hasSameAddress(registration)).for('update'))

const { sequence, ...listColumns } = getTableColumns(webinars)

/** Webinars with their numbers of registrations, in one query. */
const selectWebinars = (db: Queryable, condition?: SQL) =>
  db
    .select({
      ...listColumns,
      registrationCount: count(webinarRegistrations.id),
      suspectCount: sql`count(*) FILTER (WHERE ${webinarRegistrations.suspect})`.mapWith(Number),
    })
    .from(webinars)
    .leftJoin(webinarRegistrations, eq(webinarRegistrations.webinarId, webinars.id))
    .where(condition)
    .groupBy(webinars.id)
    .orderBy(desc(webinars.date), desc(webinars.id))

/** Sorted by date, latest first. */
export const listWebinars = (db: Queryable) => {
  const { id, date } = webinars
  const latest = db.select({ id }).from(webinars).orderBy(desc(date), desc(id)).limit(maxListRows)
  return selectWebinars(db, inArray(id, latest))
}

export const findWebinar = (db: Queryable, id: string) => firstRow(selectWebinars(db, eq(webinars.id, id)))

export const insertWebinar = async (db: Queryable, webinar: NewWebinar) => {
  const inserted = await oneRow(db.insert(webinars).values(webinar).returning(listColumns))
  return { ...inserted, registrationCount: 0, suspectCount: 0 }
}

/** Changes the given fields of a locked webinar; `moved` increments its calendar sequence. */
export const updateWebinar = async (
  tx: Queryable,
  id: string,
  { changes, moved }: { changes: Changes<NewWebinar>; moved: boolean },
): Promise<void> => {
  await tx
    .update(webinars)
    .set({
      ...changes,
      version: sql`${webinars.version} + 1`,
      ...(moved && { sequence: sql`${webinars.sequence} + 1` }),
    })
    .where(eq(webinars.id, id))
}

/** Deletes a webinar with its registrations. */
export const deleteWebinar = async (tx: Queryable, id: string): Promise<void> => {
  await tx.delete(webinars).where(eq(webinars.id, id))
}

/** The registered people to notify of changes, without suspect registrations. */
export const listRecipients = (tx: Queryable, webinarId: string) => {
  const { id, name, email, language } = webinarRegistrations
  return tx
    .select({ id, name, email, language })
    .from(webinarRegistrations)
    .where(and(eq(webinarRegistrations.webinarId, webinarId), eq(webinarRegistrations.suspect, false)))
    .orderBy(asc(webinarRegistrations.createdAt), asc(id))
}

const { language, submissionKey, ...registrationColumns } = getTableColumns(webinarRegistrations)

/** Newest first. */
export const listRegistrations = (db: Queryable, webinarId: string) =>
  db
    .select(registrationColumns)
    .from(webinarRegistrations)
    .where(eq(webinarRegistrations.webinarId, webinarId))
    .orderBy(desc(webinarRegistrations.createdAt), desc(webinarRegistrations.id))
    .limit(maxListRows)

export const findRegistration = (db: Queryable, id: string) =>
  firstRow(db.select(registrationColumns).from(webinarRegistrations).where(eq(webinarRegistrations.id, id)))

/** Changes the given fields of a registration; undefined when it is gone or `version` is stale. */
export const updateRegistration = (
  db: Queryable,
  id: string,
  { version, ...changes }: z.output<typeof registrationUpdateSchema>,
) =>
  firstRow(
    db
      .update(webinarRegistrations)
      .set({ ...changes, version: sql`${webinarRegistrations.version} + 1` })
      .where(isUnchanged(webinarRegistrations, id, version))
      .returning(registrationColumns),
  )

export const deleteRegistration = (db: Queryable, id: string) => deleteRow(db, webinarRegistrations, id)
