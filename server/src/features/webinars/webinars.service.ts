import { isSuspect } from '@kontor/contract/shared/public-form'
import { addMinutes } from '@kontor/contract/shared/time'
import { areFewLeft, heldSeatMinutes } from '@kontor/contract/webinars/webinars.rules'
import type {
  notifyQuerySchema,
  registrationCreateSchema,
  registrationUpdateSchema,
  webinarUpdateSchema,
} from '@kontor/contract/webinars/webinars.schema'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { rejectTaken } from '../../platform/database/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, rejectStale, staleVersion } from '../../platform/errors/http-error.ts'
import { submissionKey } from '../../platform/http/submission-key.ts'
import { newToken, tokenInMail } from '../../platform/mail/link-tokens.queries.ts'
import type { RequestedDeletion } from '../../platform/trash/deletion.ts'
import { moveToTrash } from '../../platform/trash/trash.ts'
import { type MailSettings, readEmailSettings } from '../emails/emails.queries.ts'
import { mayConfirm, mayNoticeSuspect, type NewMail, officeAddress, queueMails } from '../emails/emails.service.ts'
import { findActiveTemplate } from '../emails/emails.templates.queries.ts'
import { confirmationMail, noticeMail, type Registration, webinarCalendarFile } from './webinars.mails.ts'
import type { WebinarNews } from './webinars.news.mails.ts'
import { isUpcoming, ownUrlIn, queueNews, remindedNow } from './webinars.news.service.ts'
import {
  deleteWebinar,
  findRegistration,
  findWebinar,
  increaseSequence,
  insertRegistration,
  lockRegistration,
  lockWebinar,
  type NewRegistration,
  type RegistrationRow,
  replaceRegistration,
  updateRegistration,
  updateWebinar,
  type Webinar,
  webinarTrash,
} from './webinars.queries.ts'
import { countSeats, listRecipients, markReminded } from './webinars.seats.queries.ts'
import { fillSeats, registrationNotFound } from './webinars.seats.service.ts'

type Submission = z.output<typeof registrationCreateSchema>

/**
 * Stores a registration and its mails in one transaction. An address can register once per webinar: a second registration only sends a mail
 * to the address. A suspect registration is mailed only to the company, and a repeated submission is ignored. The response is the same in
 * every case.
 * @throws HttpError 404; 409 when the webinar is not open for registration, or is full and the visitor doesn't accept the waiting list.
 */
export const receiveRegistration = async (deps: Deps, webinarId: string, submission: Submission): Promise<void> => {
  const { name, email, company, phone, waitingList } = submission
  const registration: Registration = { name, email, company, phone }
  await deps.database.db.transaction(async (tx) => {
    const webinar = await lockOpenWebinar(tx, deps, webinarId)
    const language = submission.language ?? 'no'
    const suspect = isSuspect(submission)
    const stored = await storeRegistration(tx, webinar, waitingList, {
      ...registration,
      ...newToken(deps.signing.secrets),
      webinarId: webinar.id,
      language,
      suspect,
      submissionKey: submissionKey(submission.submissionId, registration),
      remindedOf: remindedNow(deps, webinar),
      heldUntil: addMinutes(deps.clock.now().toISOString(), heldSeatMinutes),
    })
    if (!stored || (suspect && stored.alreadyRegistered)) return
    const settings = await readEmailSettings(tx)
    const isNoticed = !stored.alreadyRegistered && (!suspect || (await mayNoticeSuspect(tx, deps)))
    const notice: NewMail = {
      ...noticeMail(webinar, stored, `${deps.config.publicUrl}/admin`),
      to: officeAddress(deps, settings),
      replyTo: email,
      type: 'webinar',
      relatedId: stored.id,
    }
    const confirmations = suspect ? [] : await confirmationsOf(tx, deps, settings, { webinar, stored, language })
    await queueMails(tx, deps, settings, isNoticed ? [notice, ...confirmations] : confirmations)
  })
}

/** Locks the webinar until the registration is stored, so that it can't be closed, moved or filled in between. */
const lockOpenWebinar = async (tx: Queryable, { clock }: Deps, id: string): Promise<Webinar> => {
  const webinar = await lockWebinar(tx, id, 'no key update')
  if (!webinar) throw webinarNotFound()
  if (!webinar.isActive) throw new HttpError(409, 'Webinaret er ikke åpent for påmelding.')
  if (webinar.date < clock.now().toISOString()) throw new HttpError(409, 'Webinaret har allerede vært.')
  return webinar
}

/** The stored registration of an address; with `alreadyRegistered`, it existed before this submission. */
type StoredRegistration = RegistrationRow & { readonly alreadyRegistered: boolean }

/**
 * Stores a registration with a seat or on the waiting list, unless the address is registered. Returns undefined for a repeated submission. If
 * few seats are left, the registration lapses at `heldUntil` unless it is confirmed: a stranger must not take all seats with other people's
 * addresses. A suspect registration needs no confirmation: it gets a seat only when the office approves it.
 * @throws HttpError 409 when no seat is free and waiting isn't accepted, even for a registered address: strangers mustn't learn who is registered.
 */
const storeRegistration = async (
  tx: Queryable,
  webinar: Webinar,
  acceptsWaiting: boolean,
  registration: NewRegistration,
): Promise<StoredRegistration | undefined> => {
  const earlier = await lockRegistration(tx, registration)
  const mayReplace = !earlier || canReplace(earlier, registration)
  if (!mayReplace && registration.submissionKey && registration.submissionKey === earlier.submissionKey) return
  const { capacity } = webinar
  const free = capacity === null ? null : capacity - (await countSeats(tx, webinar))
  const isFull = free !== null && free <= 0
  if (isFull && !acceptsWaiting) throw new HttpError(409, 'Webinaret er fullt.')
  if (!mayReplace) return { alreadyRegistered: true, ...earlier }
  const { suspect, heldUntil } = registration
  const isHeld = !suspect && capacity !== null && free !== null && areFewLeft(capacity, free)
  const state = isFull && !suspect ? ('waiting' as const) : ('registered' as const)
  const row = { ...registration, state, heldUntil: isHeld ? heldUntil : null }
  // A replaced registration keeps its token, so that its personal link stays valid.
  const { sealedToken, tokenHash } = earlier ?? row
  const stored = earlier
    ? await replaceRegistration(tx, earlier.id, { ...row, sealedToken, tokenHash })
    : await insertRegistration(tx, row)
  // Nothing was inserted: the office gave another registration this address after `earlier` was read. Try again.
  return stored ? { alreadyRegistered: false, ...stored } : storeRegistration(tx, webinar, acceptsWaiting, registration)
}

/**
 * Returns true if the new registration may replace the earlier one. A cancelled registration may be replaced. A suspect one may be replaced by
 * one that isn't suspect, so that a bot's registration can't keep a visitor out.
 */
const canReplace = (earlier: RegistrationRow, { suspect }: NewRegistration): boolean =>
  earlier.state === 'cancelled' || (earlier.suspect && !suspect)

interface Confirmed {
  readonly webinar: Webinar
  readonly stored: StoredRegistration
  /** The language of this form, not of an earlier registration. */
  readonly language: 'no' | 'en'
}

/** Returns the confirmation to the registrant, or no mail once the rate limits are exceeded. */
export const confirmationsOf = async (
  tx: Queryable,
  deps: Deps,
  settings: MailSettings,
  { webinar, stored, language }: Confirmed,
): Promise<NewMail[]> => {
  if (!(await mayConfirm(tx, deps, { to: stored.email, type: 'webinar' }))) return []
  const template = await findActiveTemplate(tx, 'webinar', language)
  const texts = { subject: settings.webinarSubject, template, ownUrl: ownUrlIn(deps) }
  const calendar = { settings, url: deps.config.publicUrl, now: deps.clock.now().toISOString() }
  return [
    {
      ...confirmationMail(webinar, stored, language, texts),
      secret: tokenInMail(deps.signing.secrets, stored),
      attachments: stored.state === 'waiting' ? [] : [webinarCalendarFile(webinar, language, calendar)],
      to: stored.email,
      type: 'webinar',
      relatedId: stored.id,
    },
  ]
}

export const webinarNotFound = () => notFound('Webinaret finnes ikke.')

/** With `notify`, the registrants get mails about the change. */
type NotifyQuery = z.output<typeof notifyQuerySchema>

/**
 * Changes a webinar. If it is moved to a future time or gets another join link and `notify` is set, queues mails to the registrants with a
 * seat. Gives new seats to the waiting list.
 * @throws HttpError 404 when there is no such webinar, 409 when the version is stale.
 */
export const changeWebinar = (
  deps: Deps,
  id: string,
  { notify }: NotifyQuery,
  { version, ...changes }: z.output<typeof webinarUpdateSchema>,
) =>
  deps.database.db.transaction(async (tx) => {
    const current = await lockWebinar(tx, id, 'update')
    if (!current) throw webinarNotFound()
    if (version !== undefined && version !== current.version) throw staleVersion(await findWebinar(tx, id))
    const updated = await updateWebinar(tx, id, changes)
    const isInCalendars = calendarFields.some((field) => updated[field] !== current[field])
    const sequence = isInCalendars ? await increaseSequence(tx, id, 1) : updated.sequence
    const webinar = { ...updated, sequence }
    if (isUpcoming(deps, webinar)) {
      const kind = newsOf(current, webinar)
      if (kind && notify) {
        const recipients = await listRecipients(tx, webinar, 'registered')
        await queueNews(tx, deps, { kind, webinar, before: current.date, recipients })
        if (remindedNow(deps, webinar)) await markReminded(tx, webinar)
      }
      await fillSeats(tx, deps, webinar)
    }
    const changed = await findWebinar(tx, id)
    if (!changed) throw webinarNotFound()
    return changed
  })

/** The fields that calendars show. If one changes, calendars must update their entries. */
const calendarFields = ['date', 'durationMinutes', 'joinLink'] as const

/** Finds the changes that registrants are notified of; null if there are none. */
const newsOf = (before: Webinar, { date, joinLink }: Webinar): WebinarNews | null => {
  if (date !== before.date) return 'moved'
  if (joinLink === before.joinLink) return null
  return joinLink === null ? 'linkGone' : 'link'
}

/**
 * Deletes a webinar with its registrations. If it is upcoming and `notify` is set, queues mails to the registrants with a seat and to those
 * on the waiting list. A concurrent registration either comes first and is notified, too, or gets a 404.
 * @throws HttpError 404 when there is no such webinar, 409 when the version is stale.
 */
export const removeWebinar = (
  deps: Deps,
  id: string,
  { notify }: NotifyQuery,
  deletion: RequestedDeletion,
): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const current = await lockWebinar(tx, id, 'update')
    if (!current) throw webinarNotFound()
    const { version } = deletion
    if (version !== undefined && version !== current.version) throw staleVersion(await findWebinar(tx, id))
    let notice: string | undefined
    if (notify && isUpcoming(deps, current)) {
      // The trash stores the webinar with the new sequence, so that calendars accept later mails if the webinar is restored.
      const sequence = await increaseSequence(tx, id, 1)
      const news = { webinar: { ...current, sequence }, before: current.date }
      const registered = await listRecipients(tx, current, 'registered')
      await queueNews(tx, deps, { ...news, kind: 'cancelled', recipients: registered })
      const waiting = await listRecipients(tx, current, 'waiting')
      await queueNews(tx, deps, { ...news, kind: 'cancelledWaiting', recipients: waiting })
      if (registered.length + waiting.length > 0) notice = cancellationSent
    }
    await moveToTrash(tx, webinarTrash, [id], { ...deletion, notice })
    await deleteWebinar(tx, id)
  })

const cancellationSent =
  'De påmeldte har fått e-post om at webinaret er avlyst. Gi dem beskjed om at det holdes likevel.'

/**
 * Changes a registration.
 * @throws HttpError 404 when there is no such registration, 409 when the version is stale or the address is already registered for
 * the webinar.
 */
export const changeRegistration = async (
  { database: { db } }: Deps,
  id: string,
  changes: z.output<typeof registrationUpdateSchema>,
) => {
  const update = rejectTaken(
    updateRegistration(db, id, changes),
    'email',
    'Adressen er allerede påmeldt dette webinaret',
  )
  return rejectStale(update, () => findRegistration(db, id), registrationNotFound)
}
