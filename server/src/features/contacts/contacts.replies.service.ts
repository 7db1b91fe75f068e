import { randomUUID } from 'node:crypto'
import type { ContactRecord, contactReplySchema } from '@kontor/contract/contacts/contacts.schema'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { actorOf, type Principal } from '../../platform/session/principal.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { officeAddress, queueMails } from '../emails/emails.service.ts'
import { replyMail } from './contacts.mails.ts'
import * as queries from './contacts.timeline.queries.ts'
import { lockUnsuspected, readRecord } from './contacts.timeline.service.ts'

type Reply = z.output<typeof contactReplySchema>

/** Maximum Message-IDs in a mail's header `References`; more would only lengthen the header. */
const maxThread = 10

/** Lists the Message-IDs of the last mails that were sent or queued to the visitor, oldest first. */
const readThread = async (tx: Queryable, { id, email }: queries.ContactRow): Promise<string[]> => {
  const mails = await queries.listContactMails(tx, id)
  return mails
    .filter(({ to, delivery }) => isSameAddress(to, email) && delivery !== 'failed')
    .slice(-maxThread)
    .map(({ messageId }) => messageId)
}

/**
 * Stores a reply to an enquiry and its mail in one transaction, and marks the enquiry as handled. A second call with the same id sends nothing.
 * @throws HttpError 404, and 409 while the enquiry is suspect or when the id belongs to a reply to another enquiry
 */
export const replyToEnquiry = (
  deps: Deps,
  contactId: string,
  { id = randomUUID(), subject, text }: Reply,
  principal: Principal,
): Promise<ContactRecord> =>
  deps.database.db.transaction(async (tx) => {
    const contact = await lockUnsuspected(tx, contactId)
    const author = actorOf(principal)
    if (await queries.insertReply(tx, { id, contactId, author, subject, text })) {
      await queueReply(tx, deps, contact, { id, author, subject, text })
    } else if (!(await queries.isReplyTo(tx, id, contactId))) {
      throw new HttpError(409, 'Svaret hører til en annen henvendelse.')
    }
    return readRecord(tx, contactId)
  })

const queueReply = async (
  tx: Queryable,
  deps: Deps,
  contact: queries.ContactRow,
  { id, author, ...reply }: { readonly id: string; readonly author: string } & Omit<Reply, 'id'>,
): Promise<void> => {
  const settings = await readEmailSettings(tx)
  const mail = {
    ...replyMail(reply, contact),
    to: contact.email,
    replyTo: officeAddress(deps, settings),
    type: 'contact',
    author,
    thread: await readThread(tx, contact),
    relatedId: contact.id,
  } as const
  const [mailId] = await queueMails(tx, deps, settings, [mail])
  if (mailId === undefined) throw new Error('The reply was not queued')
  await queries.nameReplyMail(tx, id, mailId)
  if (contact.handledAt === null) {
    await queries.markContact(tx, contact.id, { handledAt: deps.clock.now().toISOString() })
  }
}
