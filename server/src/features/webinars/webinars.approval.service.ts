import type { Deps } from '../../platform/deps.ts'
import { orThrow } from '../../platform/errors/http-error.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { queueMails } from '../emails/emails.service.ts'
import { isUpcoming, remindedNow } from './webinars.news.service.ts'
import { findRegistration, lockWebinar } from './webinars.queries.ts'
import { clearSuspicion, countSeats } from './webinars.seats.queries.ts'
import { registrationNotFound } from './webinars.seats.service.ts'
import { confirmationsOf } from './webinars.service.ts'

/**
 * Approves a suspect registration: it gets a seat, or a place on the waiting list if the webinar is full. Queues its confirmation unless
 * the webinar has begun. A second call changes nothing. @throws HttpError 404
 */
export const approveRegistration = (deps: Deps, id: string) =>
  deps.database.db.transaction(async (tx) => {
    const found = await orThrow(findRegistration(tx, id), registrationNotFound)
    const webinar = await orThrow(lockWebinar(tx, found.webinarId, 'no key update'), registrationNotFound)
    const isFull = webinar.capacity !== null && (await countSeats(tx, webinar)) >= webinar.capacity
    const upcoming = isUpcoming(deps, webinar)
    const approved = await clearSuspicion(tx, id, {
      state: upcoming && isFull ? 'waiting' : 'registered',
      remindedOf: upcoming ? remindedNow(deps, webinar) : null,
    })
    if (approved && upcoming) {
      const stored = { ...approved, alreadyRegistered: false }
      const settings = await readEmailSettings(tx)
      const confirmed = { webinar, stored, language: approved.language }
      await queueMails(tx, deps, settings, await confirmationsOf(tx, deps, settings, confirmed))
    }
    return orThrow(findRegistration(tx, id), registrationNotFound)
  })
