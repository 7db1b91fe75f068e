import { maxListRows } from '@kontor/contract/shared/paging'
import type { registrationUpdateSchema } from '@kontor/contract/webinars/webinars.schema'
import { and, asc, count, desc, eq, getTableColumns, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { hasAddress } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, isUnchanged, oneRow } from '../../platform/database/rows.ts'
import type { TrashKind } from '../../platform/trash/trash.ts'
import { webinarRegistrations, webinars } from './webinars.table.ts'

export type Webinar = typeof webinars.$inferSelect
export type RegistrationRow = typeof webinarRegistrations.$inferSelect
export type NewRegistration = typeof webinarRegistrations.$inferInsert
type NewWebinar = Pick<
  typeof webinars.$inferInsert,
  'name' | 'date' | 'isActive' | 'durationMinutes' | 'joinLink' | 'capacity' | 'language' | 'description'
>
type Changes<Fields> = { [Field in keyof Fields]?: Fields[Field] | undefined }

const hasSameAddress = ({ webinarId, email }: NewRegistration) =>
  and(eq(webinarRegistrations.webinarId, webinarId), hasAddress(webinarRegistrations.email, email))

/** Limits the public list; higher than any realistic number of webinars. */
const maxUpcomingWebinars = 1_000

/** Condition: the registration takes a seat. A suspect one takes none. */
export const hasSeat = and(eq(webinarRegistrations.state, 'registered'), eq(webinarRegistrations.suspect, false))

/** Lists active webinars that begin at `now` or later, soonest first. */
export const listActiveWebinars = async (db: Queryable, now: string) => {
  const { id, name, date, durationMinutes, language, description, capacity } = webinars
  const rows = await db
    .select({ id, name, date, durationMinutes, language, description, capacity, taken: count(webinarRegistrations.id) })
    .from(webinars)
    .leftJoin(webinarRegistrations, and(eq(webinarRegistrations.webinarId, id), isNotNull(capacity), hasSeat))
    .where(and(eq(webinars.isActive, true), gte(date, now)))
    .groupBy(id)
    .orderBy(asc(date), asc(id))
    .limit(maxUpcomingWebinars)
  return rows.map(({ capacity: seats, taken, ...webinar }) => ({
    ...withoutEmptyOptions(webinar),
    seatsLeft: seats === null ? undefined : Math.max(0, seats - taken),
  }))
}

type Options = Pick<Webinar, 'durationMinutes' | 'language' | 'description'>

/** Omits empty options: a webinar with only a name and a date is returned with just those. */
const withoutEmptyOptions = <Row extends Options>({ durationMinutes, language, description, ...webinar }: Row) => ({
  ...webinar,
  durationMinutes: durationMinutes ?? undefined,
  language: language ?? undefined,
  description: description ?? undefined,
})

/**
 * Reads and locks a webinar until the transaction ends; undefined if it doesn't exist. A change that takes or frees a seat must lock with
 * `no key update`, so that such changes run one at a time. Both `no key update` and `update` wait for transactions that lock with `share`.
 */
export const lockWebinar = (tx: Queryable, id: string, strength: 'share' | 'no key update' | 'update') =>
  firstRow(tx.select().from(webinars).where(eq(webinars.id, id)).for(strength))

/** Inserts a registration; returns undefined if the address already has one for the webinar. */
export const insertRegistration = (tx: Queryable, registration: NewRegistration) =>
  firstRow(tx.insert(webinarRegistrations).values(registration).onConflictDoNothing().returning())

/** Replaces a suspect or cancelled registration with the same address, as if it were new. */
export const replaceRegistration = (tx: Queryable, id: string, registration: NewRegistration) =>
  firstRow(
    tx
      .update(webinarRegistrations)
      .set({ ...registration, version: sql`${webinarRegistrations.version} + 1`, createdAt: sql`now()` })
      .where(eq(webinarRegistrations.id, id))
      .returning(),
  )

/** Reads the registration with the same address and locks it until the transaction ends. */
export const lockRegistration = (tx: Queryable, registration: NewRegistration) =>
  firstRow(tx.select().from(webinarRegistrations).where(hasSameAddress(registration)).for('update'))

const { sequence, ...listColumns } = getTableColumns(webinars)

/** Lists webinars with their numbers of registrations, in one query. */
const selectWebinars = async (db: Queryable, condition?: SQL) => {
  const { id, webinarId, suspect, state } = webinarRegistrations
  const countIn = (counted: 'waiting' | 'cancelled') =>
    sql`count(*) FILTER (WHERE NOT ${suspect} AND ${state} = ${counted})`.mapWith(Number)
  const rows = await db
    .select({
      ...listColumns,
      registrationCount: count(id),
      suspectCount: sql`count(*) FILTER (WHERE ${suspect})`.mapWith(Number),
      waitingCount: countIn('waiting'),
      cancelledCount: countIn('cancelled'),
    })
    .from(webinars)
    .leftJoin(webinarRegistrations, eq(webinarId, webinars.id))
    .where(condition)
    .groupBy(webinars.id)
    .orderBy(desc(webinars.date), desc(webinars.id))
  return rows.map(toListedWebinar)
}

type ListedRow = Omit<Webinar, 'sequence'> & { readonly waitingCount?: number; readonly cancelledCount?: number }

const toListedWebinar = <Row extends ListedRow>({
  joinLink,
  capacity,
  waitingCount,
  cancelledCount,
  ...webinar
}: Row) => ({
  ...withoutEmptyOptions(webinar),
  joinLink: joinLink ?? undefined,
  capacity: capacity ?? undefined,
  waitingCount: waitingCount || undefined,
  cancelledCount: cancelledCount || undefined,
})

/** Lists webinars by date, latest first. */
export const listWebinars = (db: Queryable) => {
  const { id, date } = webinars
  const latest = db.select({ id }).from(webinars).orderBy(desc(date), desc(id)).limit(maxListRows)
  return selectWebinars(db, inArray(id, latest))
}

export const findWebinar = (db: Queryable, id: string) => firstRow(selectWebinars(db, eq(webinars.id, id)))

export const insertWebinar = async (db: Queryable, webinar: NewWebinar) => {
  const inserted = await oneRow(db.insert(webinars).values(webinar).returning(listColumns))
  return { ...toListedWebinar(inserted), registrationCount: 0, suspectCount: 0 }
}

/** Changes the given fields of a locked webinar. */
export const updateWebinar = (tx: Queryable, id: string, changes: Changes<NewWebinar>) =>
  oneRow(
    tx
      .update(webinars)
      .set({ ...changes, version: sql`${webinars.version} + 1` })
      .where(eq(webinars.id, id))
      .returning(),
  )

/** Increments a locked webinar's calendar sequence; returns the new one. */
export const increaseSequence = async (tx: Queryable, id: string, by: number): Promise<number> => {
  const increased = tx
    .update(webinars)
    .set({ sequence: sql`${webinars.sequence} + ${by}` })
    .where(eq(webinars.id, id))
  return (await oneRow(increased.returning({ sequence: webinars.sequence }))).sequence
}

export const webinarTrash: TrashKind = { kind: 'webinars', table: webinars, title: ({ name }) => String(name) }

export const registrationTrash: TrashKind = {
  kind: 'registrations',
  table: webinarRegistrations,
  title: ({ name }) => String(name),
}

/** Deletes a webinar with its registrations. */
export const deleteWebinar = async (tx: Queryable, id: string): Promise<void> => {
  await tx.delete(webinars).where(eq(webinars.id, id))
}

const { language, submissionKey, sealedToken, tokenHash, remindedOf, heldUntil, ...registrationColumns } =
  getTableColumns(webinarRegistrations)

type ListedRegistration = Pick<RegistrationRow, keyof typeof registrationColumns>

/** Omits the default state, `registered`. */
const toListedRegistration = ({ state, ...registration }: ListedRegistration) => ({
  ...registration,
  state: state === 'registered' ? undefined : state,
})

/** Lists a webinar's registrations, newest first. */
export const listRegistrations = async (db: Queryable, webinarId: string) => {
  const rows = await db
    .select(registrationColumns)
    .from(webinarRegistrations)
    .where(eq(webinarRegistrations.webinarId, webinarId))
    .orderBy(desc(webinarRegistrations.createdAt), desc(webinarRegistrations.id))
    .limit(maxListRows)
  return rows.map(toListedRegistration)
}

export const findRegistration = async (db: Queryable, id: string) => {
  const rows = await db.select(registrationColumns).from(webinarRegistrations).where(eq(webinarRegistrations.id, id))
  return rows.map(toListedRegistration)[0]
}

/** Changes the given fields of a registration; undefined when it is gone or `version` is stale. */
export const updateRegistration = async (
  db: Queryable,
  id: string,
  { version, ...changes }: z.output<typeof registrationUpdateSchema>,
) => {
  const rows = await db
    .update(webinarRegistrations)
    .set({ ...changes, version: sql`${webinarRegistrations.version} + 1` })
    .where(isUnchanged(webinarRegistrations, id, version))
    .returning(registrationColumns)
  return rows.map(toListedRegistration)[0]
}
