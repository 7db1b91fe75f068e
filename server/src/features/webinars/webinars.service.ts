import { isSuspect } from '@kontor/contract/shared/public-form'
import type {
  notifyQuerySchema,
  registrationCreateSchema,
  registrationUpdateSchema,
  webinarUpdateSchema,
} from '@kontor/contract/webinars/webinars.schema'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { isDuplicate } from '../../platform/database/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, rejectStale, staleVersion } from '../../platform/errors/http-error.ts'
import { submissionKey } from '../../platform/http/submission-key.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { mayConfirm, type NewMail, queueMails } from '../emails/emails.service.ts'
import { findActiveTemplate } from '../emails/emails.templates.queries.ts'
import {
  confirmationMail,
  newsMail,
  noticeMail,
  type Registration,
  type WebinarNews,
  webinarCalendarFile,
} from './webinars.mails.ts'
import {
  deleteWebinar,
  findRegistration,
  findWebinar,
  insertRegistration,
  listRecipients,
  lockRegistration,
  lockWebinar,
  type NewRegistration,
  type RegistrationRow,
  replaceSuspect,
  updateRegistration,
  updateWebinar,
  type Webinar,
} from './webinars.queries.ts'

type Submission = z.output<typeof registrationCreateSchema>

/**
 * Stores a registration and its mails in one transaction. An address can register once per webinar: a second registration only sends
 * a mail to the address, a suspect one is stored without mails, and a repeated submission is ignored. The response is the same in
 * every case.
 * @throws HttpError 404 when there is no such webinar, 409 when it is not open for registration.
 */
export const receiveRegistration = async (deps: Deps, webinarId: string, submission: Submission): Promise<void> => {
  const { name, email, company, phone } = submission
  const registration: Registration = { name, email, company, phone }
  const key = submissionKey(submission.submissionId, registration)
  const suspect = isSuspect(submission)
  await deps.database.db.transaction(async (tx) => {
    const webinar = await lockOpenWebinar(tx, deps, webinarId)
    const language = submission.language ?? 'no'
    const stored = await storeRegistration(tx, {
      ...registration,
      webinarId: webinar.id,
      language,
      suspect,
      submissionKey: key,
    })
    const isRepeated = stored.alreadyRegistered && key !== null && key === stored.submissionKey
    if (suspect || isRepeated) return
    await queueRegistrationMails(tx, deps, webinar, stored, { registration, language })
  })
}

/** Locks the webinar until the registration is stored, so that it can't be closed or moved in between. */
const lockOpenWebinar = async (tx: Queryable, { clock }: Deps, id: string): Promise<Webinar> => {
  const webinar = await lockWebinar(tx, id, 'share')
  if (!webinar) throw webinarNotFound()
  if (!webinar.isActive) throw new HttpError(409, 'Webinaret er ikke åpent for påmelding.')
  if (webinar.date < clock.now().toISOString()) throw new HttpError(409, 'Webinaret har allerede vært.')
  return webinar
}

/** The stored registration of an address: the new one, or the existing one (`alreadyRegistered`). */
type StoredRegistration = RegistrationRow & { readonly alreadyRegistered: boolean }

/** Stores a registration unless the address has one. Replaces a suspect one, so that a bot can't keep a visitor out. */
const storeRegistration = async (tx: Queryable, registration: NewRegistration): Promise<StoredRegistration> => {
  const inserted =
    (await insertRegistration(tx, registration)) ??
    (registration.suspect ? undefined : await replaceSuspect(tx, registration))
  if (inserted) return { alreadyRegistered: false, ...inserted }
  const earlier = await lockRegistration(tx, registration)
  // If the administrator deleted the earlier one in between, try again.
  return earlier ? { alreadyRegistered: true, ...earlier } : storeRegistration(tx, registration)
}

const queueRegistrationMails = async (
  tx: Queryable,
  deps: Deps,
  webinar: Webinar,
  stored: StoredRegistration,
  { registration, language }: { readonly registration: Registration; readonly language: 'no' | 'en' },
): Promise<void> => {
  const { publicUrl, notifyEmail } = deps.config
  const settings = await readEmailSettings(tx)
  const template = await findActiveTemplate(tx, 'webinar')
  const now = deps.clock.now().toISOString()
  const confirmation: NewMail = {
    ...confirmationMail(webinar, stored, language, { subject: settings.webinarSubject, template }),
    attachments: [webinarCalendarFile(webinar, language, { settings, url: publicUrl, now })],
    to: stored.email,
    type: 'webinar',
    relatedId: stored.id,
  }
  if (stored.alreadyRegistered) {
    if (await mayConfirm(tx, stored.email, 'webinar')) await queueMails(tx, deps, settings, [confirmation])
    return
  }
  const notice: NewMail = {
    ...noticeMail(webinar, registration, `${publicUrl}/admin`),
    to: notifyEmail ?? settings.fromEmail,
    replyTo: registration.email,
    type: 'webinar',
    relatedId: stored.id,
  }
  await queueMails(tx, deps, settings, [notice, confirmation])
}

export const webinarNotFound = () => notFound('Webinaret finnes ikke.')

/** `notify`: send mails to the registered people. */
type NotifyQuery = z.output<typeof notifyQuerySchema>

/**
 * Changes a webinar. If it is moved to a future time and `notify` is set, queues mails to the registered people.
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
    const date = changes.date ?? current.date
    const moved = date !== current.date
    await updateWebinar(tx, id, { changes, moved })
    if (moved && notify && isUpcoming(deps, date)) {
      const webinar = { ...current, name: changes.name ?? current.name, date, sequence: current.sequence + 1 }
      await queueNews(tx, deps, { kind: 'moved', webinar, before: current.date })
    }
    const changed = await findWebinar(tx, id)
    if (!changed) throw webinarNotFound()
    return changed
  })

/**
 * Deletes a webinar with its registrations. If it is upcoming and `notify` is set, queues mails to the registered people. A concurrent
 * registration either comes first and is notified too, or gets a 404.
 * @throws HttpError 404 when there is no such webinar.
 */
export const removeWebinar = (deps: Deps, id: string, { notify }: NotifyQuery): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const current = await lockWebinar(tx, id, 'update')
    if (!current) throw webinarNotFound()
    if (notify && isUpcoming(deps, current.date)) {
      const webinar = { ...current, sequence: current.sequence + 1 }
      await queueNews(tx, deps, { kind: 'cancelled', webinar, before: current.date })
    }
    await deleteWebinar(tx, id)
  })

const isUpcoming = ({ clock }: Deps, date: string): boolean => date >= clock.now().toISOString()

interface News {
  readonly kind: WebinarNews
  readonly webinar: Webinar
  /** The time before the change. */
  readonly before: string
}

/** Mails per INSERT: more would exceed its parameter limit and block other requests. */
const mailBatchSize = 100

const queueNews = async (tx: Queryable, deps: Deps, { kind, webinar, before }: News): Promise<void> => {
  const settings = await readEmailSettings(tx)
  const now = deps.clock.now().toISOString()
  const method = kind === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  const calendar = { settings, url: deps.config.publicUrl, now, method } as const
  const recipients = await listRecipients(tx, webinar.id)
  for (let start = 0; start < recipients.length; start += mailBatchSize) {
    const mails = recipients.slice(start, start + mailBatchSize).map(
      ({ id, name, email, language }): NewMail => ({
        ...newsMail(kind, webinar, { name, before, language }),
        attachments: [webinarCalendarFile(webinar, language, calendar)],
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
 * @throws HttpError 404 when there is no such registration, 409 when the version is stale or the address is already registered for
 * the webinar.
 */
export const changeRegistration = async (
  { database: { db } }: Deps,
  id: string,
  changes: z.output<typeof registrationUpdateSchema>,
) => {
  const update = updateRegistration(db, id, changes).catch((error: unknown) => {
    throw isDuplicate(error) ? addressTaken() : error
  })
  return rejectStale(update, () => findRegistration(db, id), registrationNotFound)
}

export const registrationNotFound = () => notFound('Påmeldingen finnes ikke.')

const addressTaken = () => {
  const sentence = 'Adressen er allerede påmeldt dette webinaret'
  return new HttpError(409, sentence, { fields: { email: sentence } })
}
