import { addMinutes } from '@kontor/contract/shared/time'
import { webinarMinutes } from '@kontor/contract/webinars/webinars.rules'
import type { OwnRegistration } from '@kontor/contract/webinars/webinars.schema'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound } from '../../platform/errors/http-error.ts'
import { doEach } from '../../platform/jobs/do-each.ts'
import { lockForDeletion, type RequestedDeletion } from '../../platform/trash/deletion.ts'
import { moveToTrash } from '../../platform/trash/trash.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { webinarCalendarFile } from './webinars.mails.ts'
import { isUpcoming, queueNews, remindedNow } from './webinars.news.service.ts'
import {
  findRegistration,
  increaseSequence,
  lockWebinar,
  type RegistrationRow,
  registrationTrash,
  type Webinar,
} from './webinars.queries.ts'
import {
  cancelRegistration,
  confirmHeld,
  countSeats,
  deleteRegistrations,
  findRegistrationByToken,
  findWebinarById,
  listLapsed,
  listWebinarsOf,
  listWebinarsWithLapsed,
  moveUp,
  putOnWaitingList,
  type Recipient,
} from './webinars.seats.queries.ts'

/** Responds alike to every invalid link, so that nobody learns whether it was ever valid. */
export const registrationNotFound = () => notFound('Påmeldingen finnes ikke.')

/** Gives an upcoming webinar's free seats to its waiting list, and mails those who get one. The caller has locked the webinar. */
export const fillSeats = async (tx: Queryable, deps: Deps, webinar: Webinar): Promise<void> => {
  if (!isUpcoming(deps, webinar)) return
  const seats = webinar.capacity === null ? null : webinar.capacity - (await countSeats(tx, webinar))
  if (seats !== null && seats <= 0) return
  const recipients = await moveUp(tx, webinar, { seats, reminded: remindedNow(deps, webinar) })
  await queueNews(tx, deps, { kind: 'promoted', webinar, before: webinar.date, recipients })
}

/** Deletes registrations in the caller's transaction, and gives their seats to the waiting lists. Returns the deleted ids. */
export const removeRegistrations = async (tx: Queryable, deps: Deps, ids: readonly string[]): Promise<string[]> => {
  const webinars: Webinar[] = []
  // Locks webinars in the same order everywhere, and before registrations, so that two deletions can't deadlock.
  for (const id of await listWebinarsOf(tx, ids)) {
    const webinar = await lockWebinar(tx, id, 'no key update')
    if (webinar) webinars.push(webinar)
  }
  const deleted = await deleteRegistrations(tx, ids)
  for (const webinar of webinars) await fillSeats(tx, deps, webinar)
  return deleted
}

/** Moves a registration to the trash. @throws HttpError 404 if it doesn't exist, 409 when the version is stale */
export const removeRegistration = (deps: Deps, id: string, deletion: RequestedDeletion): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const entity = { id, find: () => findRegistration(tx, id), missing: registrationNotFound }
    // Locks the webinar before the registration, as every change that takes or frees a seat does.
    for (const webinarId of await listWebinarsOf(tx, [id])) await lockWebinar(tx, webinarId, 'no key update')
    await lockForDeletion(tx, registrationTrash, entity, deletion.version)
    await moveToTrash(tx, registrationTrash, [id], deletion)
    await removeRegistrations(tx, deps, [id])
  })

/**
 * Calls `restore` to restore a registration. If no seat is free, puts it on the waiting list and returns a sentence about that; otherwise
 * returns null. The webinar with `webinarId` may have been deleted.
 */
export const restoreRegistration = async (
  tx: Queryable,
  { id, webinarId }: { readonly id: string; readonly webinarId: string },
  restore: () => Promise<void>,
): Promise<string | null> => {
  const webinar = await lockWebinar(tx, webinarId, 'no key update')
  await restore()
  // The office restored it on purpose, so the registrant needn't confirm it any more.
  await confirmHeld(tx, id)
  if (!webinar || webinar.capacity === null || (await countSeats(tx, webinar)) <= webinar.capacity) return null
  const waits = await putOnWaitingList(tx, id)
  return waits ? 'Webinaret er fullt nå. Påmeldingen står på ventelisten.' : null
}

/** Returns true if the registration has a seat and needs no confirmation. */
const hasSeat = ({ state, heldUntil }: Pick<RegistrationRow, 'state' | 'heldUntil'>): boolean =>
  state === 'registered' && heldUntil === null

/** Returns the join link until the webinar ends, only for a registration with a seat that needs no confirmation. */
const joinLinkOf = (
  { clock }: Pick<Deps, 'clock'>,
  { date, durationMinutes, joinLink }: Webinar,
  registration: Pick<RegistrationRow, 'state' | 'heldUntil'>,
): string | undefined => {
  const isOver = addMinutes(date, durationMinutes ?? webinarMinutes) < clock.now().toISOString()
  return hasSeat(registration) && !isOver ? (joinLink ?? undefined) : undefined
}

const toOwnRegistration = (
  deps: Deps,
  { language, state, heldUntil }: Pick<RegistrationRow, 'language' | 'state' | 'heldUntil'>,
  webinar: Webinar,
): OwnRegistration => ({
  language,
  state,
  heldUntil: heldUntil ?? undefined,
  webinar: {
    name: webinar.name,
    date: webinar.date,
    durationMinutes: webinar.durationMinutes ?? undefined,
    language: webinar.language ?? undefined,
    joinLink: joinLinkOf(deps, webinar, { state, heldUntil }),
  },
  open: isUpcoming(deps, webinar),
})

const readOwn = async (db: Queryable, token: string) => {
  const registration = await findRegistrationByToken(db, token)
  const webinar = registration && (await findWebinarById(db, registration.webinarId))
  if (!webinar) throw registrationNotFound()
  return { registration, webinar }
}

/** Reads a registration by its personal link. @throws HttpError 404 for an invalid link. */
export const readOwnRegistration = async (deps: Deps, token: string): Promise<OwnRegistration> => {
  const { registration, webinar } = await readOwn(deps.database.db, token)
  return toOwnRegistration(deps, registration, webinar)
}

/** Returns the calendar file of a registration's webinar. @throws HttpError 404 for an invalid link, and without a seat */
export const readOwnCalendar = async (deps: Deps, token: string): Promise<string> => {
  const { db } = deps.database
  const { registration, webinar } = await readOwn(db, token)
  if (!hasSeat(registration)) throw registrationNotFound()
  const context = {
    settings: await readEmailSettings(db),
    url: deps.config.publicUrl,
    now: deps.clock.now().toISOString(),
  }
  return webinarCalendarFile(webinar, registration.language, context).content
}

/** Cancels a registration and queues the mail about it; its seat goes to the waiting list. The caller has locked the webinar. */
const cancelIn = async (
  tx: Queryable,
  deps: Deps,
  webinar: Webinar,
  { id, state }: Pick<RegistrationRow, 'id' | 'state'>,
  kind: 'unregistered' | 'lapsed' = 'unregistered',
): Promise<Recipient> => {
  const cancelled = await cancelRegistration(tx, id)
  if (!cancelled) throw registrationNotFound()
  const news = { before: webinar.date, recipients: [cancelled] }
  if (state === 'registered') {
    // Uses two sequence numbers: the first removes the calendar entry, the second may add it again after another registration.
    const sequence = await increaseSequence(tx, webinar.id, 2)
    await queueNews(tx, deps, { ...news, kind, webinar: { ...webinar, sequence: sequence - 1 } })
    await fillSeats(tx, deps, { ...webinar, sequence })
  } else {
    await queueNews(tx, deps, { ...news, kind: 'offList', webinar })
  }
  return cancelled
}

/** Confirms a held registration by its personal link. Without confirmation, it would lapse. @throws HttpError 404 for an invalid link */
export const confirmOwnRegistration = (deps: Deps, token: string): Promise<OwnRegistration> =>
  deps.database.db.transaction(async (tx) => {
    const { registration, webinar } = await lockOwn(tx, token)
    await confirmHeld(tx, registration.id)
    return toOwnRegistration(deps, { ...registration, heldUntil: null }, webinar)
  })

/**
 * Cancels registrations that were held and not confirmed in time. Can be interrupted, repeated and run by several instances at once. A
 * failure doesn't stop the other webinars.
 * @throws AggregateError
 */
export const releaseHeldSeats = async (deps: Deps): Promise<void> => {
  const { db } = deps.database
  const now = deps.clock.now().toISOString()
  const release = (id: string) =>
    db.transaction(async (tx) => {
      const webinar = await lockWebinar(tx, id, 'no key update')
      if (!webinar) return
      for (const lapsed of await listLapsed(tx, webinar, now)) await cancelIn(tx, deps, webinar, lapsed, 'lapsed')
    })
  await doEach(
    await listWebinarsWithLapsed(db, now),
    release,
    (count) => `The held seats of ${count} webinars were not released`,
  )
}

/** Locks a personal link's webinar, then reads the registration again, since it may have changed meanwhile. @throws HttpError 404 */
const lockOwn = async (tx: Queryable, token: string) => {
  const found = await findRegistrationByToken(tx, token)
  const webinar = found && (await lockWebinar(tx, found.webinarId, 'no key update'))
  const registration = webinar && (await findRegistrationByToken(tx, token))
  if (!registration) throw registrationNotFound()
  return { registration, webinar }
}

/**
 * Cancels a registration by its personal link: the seat goes to the waiting list, and the registrant gets a mail. A second call changes
 * nothing.
 * @throws HttpError 404 for an invalid link, 409 when the webinar has begun.
 */
export const cancelOwnRegistration = (deps: Deps, token: string): Promise<OwnRegistration> =>
  deps.database.db.transaction(async (tx) => {
    const { registration, webinar } = await lockOwn(tx, token)
    if (registration.state === 'cancelled') return toOwnRegistration(deps, registration, webinar)
    if (!isUpcoming(deps, webinar)) throw new HttpError(409, 'Webinaret har begynt, så det er for sent å melde seg av.')
    const cancelled = await cancelIn(tx, deps, webinar, registration)
    return toOwnRegistration(deps, cancelled, webinar)
  })
