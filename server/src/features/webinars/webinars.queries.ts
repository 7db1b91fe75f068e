import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, count, desc, eq, gte, inArray, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { webinarRegistrations, webinars } from './webinars.table.ts'

export type Webinar = Pick<typeof webinars.$inferSelect, 'id' | 'name' | 'date' | 'isActive' | 'sequence'>
export type NewRegistration = typeof webinarRegistrations.$inferInsert
type NewWebinar = Pick<typeof webinars.$inferInsert, 'name' | 'date' | 'isActive'>
type Changes<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

const place = {
  id: webinarRegistrations.id,
  name: webinarRegistrations.name,
  email: webinarRegistrations.email,
  company: webinarRegistrations.company,
  phone: webinarRegistrations.phone,
  submissionKey: webinarRegistrations.submissionKey,
}

const ofSameAddress = ({ webinarId, email }: NewRegistration) =>
  and(
    eq(webinarRegistrations.webinarId, webinarId),
    eq(sql`lower(${webinarRegistrations.email})`, sql`lower(${email})`),
  )

/** More than anybody plans: anybody may read this list. */
const maxUpcomingWebinars = 1_000

/** Active and not past at `now`, soonest first. */
export const listActiveWebinars = (db: Queryable, now: string) =>
  db
    .select({ id: webinars.id, name: webinars.name, date: webinars.date })
    .from(webinars)
    .where(and(eq(webinars.isActive, true), gte(webinars.date, now)))
    .orderBy(asc(webinars.date), asc(webinars.id))
    .limit(maxUpcomingWebinars)

/**
 * Reads a webinar, which nobody changes before the transaction has ended; undefined when there is none. Registrations are
 * made under `share`, many at a time; under `update` none comes in between.
 */
export const holdWebinar = async (
  tx: Queryable,
  id: string,
  strength: 'share' | 'update',
): Promise<(Webinar & { version: number }) | undefined> => {
  const { name, date, isActive, sequence, version } = webinars
  const [held] = await tx
    .select({ id: webinars.id, name, date, isActive, sequence, version })
    .from(webinars)
    .where(eq(webinars.id, id))
    .for(strength)
  return held
}

/** Undefined when the address is registered for the webinar already. */
export const insertRegistration = async (tx: Queryable, registration: NewRegistration) => {
  const [inserted] = await tx.insert(webinarRegistrations).values(registration).onConflictDoNothing().returning(place)
  return inserted
}

/** Puts a registration in the place of a suspect one of the same address; undefined when there is none. */
export const replaceSuspect = async (tx: Queryable, registration: NewRegistration) => {
  const [replaced] = await tx
    .update(webinarRegistrations)
    .set({ ...registration, version: sql`${webinarRegistrations.version} + 1`, createdAt: sql`now()` })
    .where(and(ofSameAddress(registration), eq(webinarRegistrations.suspect, true)))
    .returning(place)
  return replaced
}

/** Reads the registration of the same address, which nobody else holds or changes before the transaction has ended. */
export const holdRegistration = async (tx: Queryable, registration: NewRegistration) => {
  const [held] = await tx.select(place).from(webinarRegistrations).where(ofSameAddress(registration)).for('update')
  return held
}

const listed = {
  id: webinars.id,
  name: webinars.name,
  date: webinars.date,
  isActive: webinars.isActive,
  version: webinars.version,
  createdAt: webinars.createdAt,
}

/** With the number of registrations, all in one query. */
const selectWebinars = (db: Queryable, which?: SQL) =>
  db
    .select({
      ...listed,
      registrationCount: count(webinarRegistrations.id),
      suspectCount: sql`count(*) FILTER (WHERE ${webinarRegistrations.suspect})`.mapWith(Number),
    })
    .from(webinars)
    .leftJoin(webinarRegistrations, eq(webinarRegistrations.webinarId, webinars.id))
    .where(which)
    .groupBy(webinars.id)
    .orderBy(desc(webinars.date), desc(webinars.id))

/** The latest first. */
export const listWebinars = (db: Queryable) => {
  const { id, date } = webinars
  const latest = db.select({ id }).from(webinars).orderBy(desc(date), desc(id)).limit(maxListRows)
  return selectWebinars(db, inArray(id, latest))
}

export const findWebinar = async (db: Queryable, id: string) => {
  const [found] = await selectWebinars(db, eq(webinars.id, id))
  return found
}

export const insertWebinar = async (db: Queryable, webinar: NewWebinar) => {
  const [inserted] = await db.insert(webinars).values(webinar).returning(listed)
  if (!inserted) throw new Error('The webinar was not inserted')
  return { ...inserted, registrationCount: 0, suspectCount: 0 }
}

/** Changes the given fields of a webinar that is held; one that is `moved` becomes a newer entry in calendars. */
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

/** Who hears of what happens to a webinar: those that the spam checks held back do not. */
export const listRecipients = (tx: Queryable, webinarId: string) => {
  const { id, name, email, language } = webinarRegistrations
  return tx
    .select({ id, name, email, language })
    .from(webinarRegistrations)
    .where(and(eq(webinarRegistrations.webinarId, webinarId), eq(webinarRegistrations.suspect, false)))
    .orderBy(asc(webinarRegistrations.createdAt), asc(id))
}

const listedRegistration = {
  id: webinarRegistrations.id,
  webinarId: webinarRegistrations.webinarId,
  name: webinarRegistrations.name,
  email: webinarRegistrations.email,
  company: webinarRegistrations.company,
  phone: webinarRegistrations.phone,
  suspect: webinarRegistrations.suspect,
  version: webinarRegistrations.version,
  createdAt: webinarRegistrations.createdAt,
}

/** Newest first. */
export const listRegistrations = (db: Queryable, webinarId: string) =>
  db
    .select(listedRegistration)
    .from(webinarRegistrations)
    .where(eq(webinarRegistrations.webinarId, webinarId))
    .orderBy(desc(webinarRegistrations.createdAt), desc(webinarRegistrations.id))
    .limit(maxListRows)

export const findRegistration = async (db: Queryable, id: string) => {
  const [found] = await db.select(listedRegistration).from(webinarRegistrations).where(eq(webinarRegistrations.id, id))
  return found
}

type EditableRegistration = Pick<NewRegistration, 'name' | 'email' | 'company' | 'phone'>

/** Changes the given fields of a registration; undefined when it is gone or, with a `version`, has another one by now. */
export const updateRegistration = async (
  db: Queryable,
  id: string,
  { version, ...changes }: Changes<EditableRegistration> & { version?: number | undefined },
) => {
  const [updated] = await db
    .update(webinarRegistrations)
    .set({ ...changes, version: sql`${webinarRegistrations.version} + 1` })
    .where(
      and(
        eq(webinarRegistrations.id, id),
        version === undefined ? undefined : eq(webinarRegistrations.version, version),
      ),
    )
    .returning(listedRegistration)
  return updated
}

/** False when there is no such registration. */
export const deleteRegistration = async (db: Queryable, id: string): Promise<boolean> => {
  const deleted = await db
    .delete(webinarRegistrations)
    .where(eq(webinarRegistrations.id, id))
    .returning({ id: webinarRegistrations.id })
  return deleted.length > 0
}
