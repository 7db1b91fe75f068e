import { maxListRows } from '@kontor/contract/shared/paging'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { emptyMails, isSettled } from '../emails/emails.queries.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { contacts } from './contacts.table.ts'

type NewContact = typeof contacts.$inferInsert

const listColumns = {
  id: contacts.id,
  name: contacts.name,
  email: contacts.email,
  company: contacts.company,
  subject: contacts.subject,
  message: contacts.message,
  suspect: contacts.suspect,
  version: contacts.version,
  createdAt: contacts.createdAt,
}

/** Returns the new enquiry's id, or undefined when the same submission is stored already. */
export const insertContact = async (db: Queryable, contact: NewContact): Promise<string | undefined> => {
  const [inserted] = await db
    .insert(contacts)
    .values(contact)
    .onConflictDoNothing({ target: contacts.submissionKey })
    .returning({ id: contacts.id })
  return inserted?.id
}

export const listContacts = (db: Queryable) =>
  db.select(listColumns).from(contacts).orderBy(desc(contacts.createdAt), desc(contacts.id)).limit(maxListRows)

export const findContact = async (db: Queryable, id: string) => {
  const [found] = await db.select(listColumns).from(contacts).where(eq(contacts.id, id))
  return found
}

/** Changes the given fields of an enquiry; undefined when it is gone or `version` is stale. */
export const updateContact = async (
  db: Queryable,
  id: string,
  { version, ...changes }: ContactChanges & { version?: number | undefined },
) => {
  const [updated] = await db
    .update(contacts)
    .set({ ...changes, version: sql`${contacts.version} + 1` })
    .where(and(eq(contacts.id, id), version === undefined ? undefined : eq(contacts.version, version)))
    .returning(listColumns)
  return updated
}

type Editable = Pick<NewContact, 'name' | 'email' | 'company' | 'subject' | 'message'>
type ContactChanges = { [Field in keyof Editable]?: Editable[Field] | undefined }

/** Deletes enquiries; returns the ids of those that existed. */
export const deleteContacts = async (db: Queryable, ids: readonly string[]): Promise<string[]> => {
  const deleted = await db
    .delete(contacts)
    .where(inArray(contacts.id, [...ids]))
    .returning({ id: contacts.id })
  return deleted.map(({ id }) => id)
}

/** Blanks the texts of enquiries' mails, except mails still in delivery. Returns the mails' ids. */
export const emptyContactMails = (tx: Queryable, contactIds: readonly string[]): Promise<string[]> =>
  emptyMails(tx, and(eq(emailLogs.type, 'contact'), inArray(emailLogs.relatedId, [...contactIds]), isSettled))
