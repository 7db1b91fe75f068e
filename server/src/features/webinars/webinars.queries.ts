import { and, asc, eq, gte, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { webinarRegistrations, webinars } from './webinars.table.ts'

export type Webinar = Pick<typeof webinars.$inferSelect, 'id' | 'name' | 'date' | 'isActive' | 'sequence'>
export type NewRegistration = typeof webinarRegistrations.$inferInsert

const place = {
  id: webinarRegistrations.id,
  name: webinarRegistrations.name,
  email: webinarRegistrations.email,
  submissionKey: webinarRegistrations.submissionKey,
}

const ofSameAddress = ({ webinarId, email }: NewRegistration) =>
  and(
    eq(webinarRegistrations.webinarId, webinarId),
    eq(sql`lower(${webinarRegistrations.email})`, sql`lower(${email})`),
  )

/** Active and not past at `now`, soonest first. */
export const listActiveWebinars = (db: Queryable, now: string) =>
  db
    .select({ id: webinars.id, name: webinars.name, date: webinars.date })
    .from(webinars)
    .where(and(eq(webinars.isActive, true), gte(webinars.date, now)))
    .orderBy(asc(webinars.date), asc(webinars.id))

/** Reads a webinar, which nobody changes before the transaction has ended; undefined when there is none. */
export const holdWebinar = async (tx: Queryable, id: string): Promise<Webinar | undefined> => {
  const { name, date, isActive, sequence } = webinars
  const [held] = await tx
    .select({ id: webinars.id, name, date, isActive, sequence })
    .from(webinars)
    .where(eq(webinars.id, id))
    .for('share')
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
