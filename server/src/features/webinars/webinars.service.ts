import { isSuspect } from '@kontor/contract/shared/public-form'
import type {
  registrationCreateSchema,
  registrationUpdateSchema,
  webinarUpdateSchema,
} from '@kontor/contract/webinars/webinars.schema'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { isDuplicate } from '../../platform/database/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, staleVersion } from '../../platform/errors/http-error.ts'
import { submissionKey } from '../../platform/http/submission-key.ts'
import { readMailSettings } from '../emails/emails.queries.ts'
import { mayConfirm, type NewMail, queueMails } from '../emails/emails.service.ts'
import { findActiveTemplate } from '../emails/emails.templates.queries.ts'
import {
  confirmationMail,
  newsMail,
  noticeMail,
  type Registration,
  type WebinarNews,
  webinarInCalendar,
} from './webinars.mails.ts'
import {
  deleteWebinar,
  findRegistration,
  findWebinar,
  holdRegistration,
  holdWebinar,
  insertRegistration,
  listRecipients,
  type NewRegistration,
  replaceSuspect,
  updateRegistration,
  updateWebinar,
  type Webinar,
} from './webinars.queries.ts'

type Submission = z.output<typeof registrationCreateSchema>

/**
 * Stores a registration together with its mails, or none of it. One address has one place at a webinar: a second
 * registration is told to the address's owner by mail, a suspect one is stored without mails, and the same form sent twice
 * does nothing more. The visitor cannot tell any of that from the answer.
 * @throws HttpError 404 when there is no such webinar, 409 when it is not open for registration.
 */
export const receiveRegistration = async (deps: Deps, webinarId: string, submission: Submission): Promise<void> => {
  const { name, email, company, phone } = submission
  const registration: Registration = { name, email, company, phone }
  const key = submissionKey(submission.submissionId, registration)
  const suspect = isSuspect(submission)
  await deps.database.db.transaction(async (tx) => {
    const webinar = await holdOpenWebinar(tx, deps, webinarId)
    const language = submission.language ?? 'no'
    const place = await takePlace(tx, { ...registration, webinarId: webinar.id, language, suspect, submissionKey: key })
    const sentTwice = place.already && key !== null && key === place.submissionKey
    if (suspect || sentTwice) return
    await queueRegistrationMails(tx, deps, { webinar, registration, place, language })
  })
}

/** Held until the registration is stored: whoever closes or moves the webinar just now comes before or after it. */
const holdOpenWebinar = async (tx: Queryable, { clock }: Deps, id: string): Promise<Webinar> => {
  const webinar = await holdWebinar(tx, id, 'share')
  if (!webinar) throw webinarGone()
  if (!webinar.isActive) throw new HttpError(409, 'Webinaret er ikke åpent for påmelding.')
  if (webinar.date < clock.now().toISOString()) throw new HttpError(409, 'Webinaret har allerede vært.')
  return webinar
}

/** The registration that holds an address's place at a webinar: the new one, or the one that was there `already`. */
interface Place extends Registration {
  readonly already: boolean
  readonly id: string
  readonly submissionKey: string | null
}

/** A registration that the spam checks held back gives way to a real one, so that no robot keeps a visitor out. */
const takePlace = async (tx: Queryable, registration: NewRegistration): Promise<Place> => {
  const taken =
    (await insertRegistration(tx, registration)) ??
    (registration.suspect ? undefined : await replaceSuspect(tx, registration))
  if (taken) return { already: false, ...taken }
  const earlier = await holdRegistration(tx, registration)
  // Where the administrator deleted the earlier one between the two looks, the place is free again.
  return earlier ? { already: true, ...earlier } : takePlace(tx, registration)
}

interface Registered {
  readonly webinar: Webinar
  readonly registration: Registration
  readonly place: Place
  readonly language: 'no' | 'en'
}

const queueRegistrationMails = async (
  tx: Queryable,
  deps: Deps,
  { webinar, registration, place, language }: Registered,
): Promise<void> => {
  const { publicUrl, notifyEmail } = deps.config
  const settings = await readMailSettings(tx)
  const template = await findActiveTemplate(tx, 'webinar')
  const now = deps.clock.now().toISOString()
  const confirmation: NewMail = {
    ...confirmationMail(webinar, place, language, { subject: settings.webinarSubject, template }),
    attachments: [webinarInCalendar(webinar, language, { settings, url: publicUrl, now })],
    to: place.email,
    type: 'webinar',
    relatedId: place.id,
  }
  if (place.already) {
    if (await mayConfirm(tx, place.email, 'webinar')) await queueMails(tx, deps, settings, [confirmation])
    return
  }
  const notice: NewMail = {
    ...noticeMail(webinar, registration, `${publicUrl}/admin`),
    to: notifyEmail ?? settings.fromEmail,
    replyTo: registration.email,
    type: 'webinar',
    relatedId: place.id,
  }
  await queueMails(tx, deps, settings, [notice, confirmation])
}

export const webinarGone = () => notFound('Webinaret finnes ikke.')

/** `notify` asks for mails to those registered. */
interface WebinarChange {
  readonly id: string
  readonly notify: boolean
}

/**
 * Changes a webinar and, where it is moved to a time that is still to come, tells those registered if asked to.
 * @throws HttpError 404 when there is no such webinar, 409 when it has another version by now.
 */
export const changeWebinar = (
  deps: Deps,
  { id, notify }: WebinarChange,
  { version, ...changes }: z.output<typeof webinarUpdateSchema>,
) =>
  deps.database.db.transaction(async (tx) => {
    const held = await holdWebinar(tx, id, 'update')
    if (!held) throw webinarGone()
    if (version !== undefined && version !== held.version) throw staleVersion(await findWebinar(tx, id))
    const date = changes.date ?? held.date
    const moved = date !== held.date
    await updateWebinar(tx, id, { changes, moved })
    if (moved && notify && isToCome(deps, date)) {
      const webinar = { ...held, name: changes.name ?? held.name, date, sequence: held.sequence + 1 }
      await queueNews(tx, deps, { kind: 'moved', webinar, before: held.date })
    }
    const changed = await findWebinar(tx, id)
    if (!changed) throw webinarGone()
    return changed
  })

/**
 * Deletes a webinar with its registrations and, where it is still to come, tells those registered if asked to. Whoever
 * registers at the same time comes before, and is told too, or finds no webinar.
 * @throws HttpError 404 when there is no such webinar.
 */
export const removeWebinar = (deps: Deps, { id, notify }: WebinarChange): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const held = await holdWebinar(tx, id, 'update')
    if (!held) throw webinarGone()
    if (notify && isToCome(deps, held.date)) {
      const webinar = { ...held, sequence: held.sequence + 1 }
      await queueNews(tx, deps, { kind: 'cancelled', webinar, before: held.date })
    }
    await deleteWebinar(tx, id)
  })

const isToCome = ({ clock }: Deps, date: string): boolean => date >= clock.now().toISOString()

interface News {
  readonly kind: WebinarNews
  readonly webinar: Webinar
  /** When it was to be. */
  readonly before: string
}

/** Written to the outbox at once. More would exceed what one INSERT can take, and hold up the other calls meanwhile. */
const mailsAtOnce = 100

const queueNews = async (tx: Queryable, deps: Deps, { kind, webinar, before }: News): Promise<void> => {
  const settings = await readMailSettings(tx)
  const now = deps.clock.now().toISOString()
  const method = kind === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const calendar = { settings, url: deps.config.publicUrl, now, method } as const
  const recipients = await listRecipients(tx, webinar.id)
  for (let done = 0; done < recipients.length; done += mailsAtOnce) {
    const mails = recipients.slice(done, done + mailsAtOnce).map(
      ({ id, name, email, language }): NewMail => ({
        ...newsMail(kind, webinar, { name, before, language }),
        attachments: [webinarInCalendar(webinar, language, calendar)],
        to: email,
        type: 'webinar',
        relatedId: id,
      }),
    )
    await queueMails(tx, deps, settings, mails)
  }
}

/**
 * Changes a registration.
 * @throws HttpError 404 when there is no such registration, 409 when it has another version by now, or when another one for
 * the same webinar has the address.
 */
export const changeRegistration = async (
  { database: { db } }: Deps,
  id: string,
  changes: z.output<typeof registrationUpdateSchema>,
) => {
  const updated = await updateRegistration(db, id, changes).catch((error: unknown) => {
    throw isDuplicate(error) ? addressTaken() : error
  })
  if (updated) return updated
  const current = await findRegistration(db, id)
  throw current ? staleVersion(current) : registrationGone()
}

export const registrationGone = () => notFound('Påmeldingen finnes ikke.')

const addressTaken = () => {
  const sentence = 'Adressen er allerede påmeldt dette webinaret'
  return new HttpError(409, sentence, { fields: { email: sentence } })
}
