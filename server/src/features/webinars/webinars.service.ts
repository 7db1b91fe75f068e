import { isSuspect } from '@kontor/contract/shared/public-form'
import type { registrationCreateSchema } from '@kontor/contract/webinars/webinars.schema'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound } from '../../platform/http/errors.ts'
import { submissionKey } from '../../platform/http/submission-key.ts'
import { readMailSettings } from '../emails/emails.queries.ts'
import { mayConfirm, type NewMail, queueMails } from '../emails/emails.service.ts'
import { confirmationMail, noticeMail, type Registration, webinarInCalendar } from './webinars.mails.ts'
import {
  holdRegistration,
  holdWebinar,
  insertRegistration,
  type NewRegistration,
  replaceSuspect,
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
    const place = await takePlace(tx, { ...registration, webinarId: webinar.id, suspect, submissionKey: key })
    const sentTwice = place.already && key !== null && key === place.submissionKey
    if (suspect || sentTwice) return
    await queueRegistrationMails(tx, deps, { webinar, registration, place, language: submission.language ?? 'no' })
  })
}

/** Held until the registration is stored: whoever closes or moves the webinar just now comes before or after it. */
const holdOpenWebinar = async (tx: Queryable, { clock }: Deps, id: string): Promise<Webinar> => {
  const webinar = await holdWebinar(tx, id)
  if (!webinar) throw notFound('Webinaret finnes ikke.')
  if (!webinar.isActive) throw new HttpError(409, 'Webinaret er ikke åpent for påmelding.')
  if (webinar.date < clock.now().toISOString()) throw new HttpError(409, 'Webinaret har allerede vært.')
  return webinar
}

/** The registration that holds an address's place at a webinar: the new one, or the one that was there `already`. */
interface Place {
  readonly already: boolean
  readonly id: string
  readonly name: string
  readonly email: string
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
  const now = deps.clock.now().toISOString()
  const confirmation: NewMail = {
    ...confirmationMail(webinar, place, language, settings.webinarSubject),
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
