import type { ContactEvent } from '@kontor/contract/contacts/contacts.rules'
import type { ContactRecord, ContactTimelineEntry } from '@kontor/contract/contacts/contacts.schema'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, orThrow } from '../../platform/errors/http-error.ts'
import { actorOf, type Principal } from '../../platform/session/principal.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { queueMails } from '../emails/emails.service.ts'
import { findContact } from './contacts.queries.ts'
import { confirmationsOf, contactNotFound } from './contacts.service.ts'
import * as queries from './contacts.timeline.queries.ts'

/** Locks an enquiry to act on it. @throws HttpError 404, and 409 while it is suspect */
export const lockUnsuspected = async (tx: Queryable, id: string): Promise<queries.ContactRow> => {
  const contact = await orThrow(queries.lockContact(tx, id), contactNotFound)
  if (contact.suspect) {
    throw new HttpError(409, 'Henvendelsen er holdt tilbake som mistenkelig. Godkjenn den først.')
  }
  return contact
}

const entry = (
  kind: ContactEvent,
  id: string | number,
  at: string,
  details: Partial<ContactTimelineEntry> = {},
): ContactTimelineEntry => ({
  id: `${kind}-${id}`,
  kind,
  at,
  actor: null,
  subject: null,
  text: null,
  mail: null,
  ...details,
})

const mailOf = ({ id, to, delivery, errorMessage, sentAt }: queries.ContactMail) => ({
  id,
  to,
  delivery,
  errorMessage,
  sentAt,
})

/** Maps the id of each original mail to its last resend, or to itself if it was never resent. `mails` are sorted oldest first. */
const lastSendings = (mails: readonly queries.ContactMail[]): Map<string, queries.ContactMail> => {
  const firstIds = new Map<string, string>()
  const last = new Map<string, queries.ContactMail>()
  for (const mail of mails) {
    const first = (mail.resendOf === null ? undefined : firstIds.get(mail.resendOf)) ?? mail.id
    firstIds.set(mail.id, first)
    last.set(first, mail)
  }
  return last
}

/** @throws HttpError 404 */
export const readRecord = async (db: Queryable, id: string): Promise<ContactRecord> => {
  const contact = await orThrow(findContact(db, id), contactNotFound)
  const mails = await queries.listContactMails(db, id)
  const sendings = lastSendings(mails)
  const replies = await queries.listReplies(db, id)
  const events = await queries.listContactEvents(db, id)
  const timeline = [
    entry('received', id, contact.createdAt),
    ...mails.flatMap((mail) => {
      const last = sendings.get(mail.id)
      if (!last || mail.author !== null) return []
      return [entry(mail.replyTo === null ? 'confirmation' : 'notice', mail.id, mail.createdAt, { mail: mailOf(last) })]
    }),
    ...replies.map((reply) => {
      const mail = reply.mailId === null ? undefined : sendings.get(reply.mailId)
      const { author: actor, subject, text } = reply
      return entry('reply', reply.id, reply.createdAt, { actor, subject, text, mail: mail ? mailOf(mail) : null })
    }),
    ...events.map((event) => entry(event.kind, event.id, event.at, { actor: event.actor })),
  ]
  // The sort is stable, so simultaneous entries are returned in the reverse of the order above.
  timeline.sort((a, b) => a.at.localeCompare(b.at))
  return { ...contact, ...(await queries.findRelated(db, id)), timeline: timeline.toReversed() }
}

/** Marks enquiries as new or handled. Returns the ids of those that now have the state. */
export const setStates = (
  { database, clock }: Deps,
  { ids, state }: { readonly ids: readonly string[]; readonly state: 'new' | 'handled' },
  principal: Principal,
): Promise<string[]> =>
  database.db.transaction(async (tx) => {
    const handledAt = state === 'handled' ? clock.now().toISOString() : null
    const { changed, all } = await queries.markHandled(tx, ids, handledAt)
    const kind = state === 'handled' ? 'handled' : 'reopened'
    const events = changed.map((contactId) => ({ contactId, kind, actor: actorOf(principal) }) as const)
    await queries.insertContactEvents(tx, events)
    return all
  })

/** Approves the enquiry and queues the confirmation that was held back; a second call changes nothing. @throws HttpError 404 */
export const approveEnquiry = (deps: Deps, id: string, principal: Principal): Promise<ContactRecord> =>
  deps.database.db.transaction(async (tx) => {
    const contact = await orThrow(queries.lockContact(tx, id), contactNotFound)
    if (contact.suspect) {
      await queries.markContact(tx, id, { suspect: false })
      await queries.insertContactEvents(tx, [{ contactId: id, kind: 'approved', actor: actorOf(principal) }])
      const { name, email, company, subject, message, language } = contact
      const enquiry = { id, name, email, company, subject, message, language }
      const settings = await readEmailSettings(tx)
      await queueMails(tx, deps, settings, await confirmationsOf(tx, deps, settings, enquiry))
    }
    return readRecord(tx, id)
  })
