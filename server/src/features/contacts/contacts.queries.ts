import type { ContactState } from '@kontor/contract/contacts/contacts.rules'
import type { contactUpdateSchema } from '@kontor/contract/contacts/contacts.schema'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, idsOf, isUnchanged } from '../../platform/database/rows.ts'
import type { FormerValues, TrashKind } from '../../platform/trash/trash.ts'
import { emptyMails, hasContent, isSettled } from '../emails/emails.queries.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { contacts } from './contacts.table.ts'

const { submissionKey, handledAt, customerId, leadId, searchText, ...columns } = getTableColumns(contacts)

export const contactState = sql<ContactState>`case when ${contacts.suspect} then 'suspect' when ${handledAt} is null then 'new' else 'handled' end`

const listColumns = { ...columns, state: contactState }

/** Returns the new enquiry's id, or undefined when the same submission is stored already. */
export const insertContact = async (
  db: Queryable,
  contact: typeof contacts.$inferInsert,
): Promise<string | undefined> => {
  const [inserted] = await db
    .insert(contacts)
    .values(contact)
    .onConflictDoNothing({ target: contacts.submissionKey })
    .returning({ id: contacts.id })
  return inserted?.id
}

/** Returns true if an enquiry with one of the keys is stored. */
export const isSubmitted = async (db: Queryable, keys: readonly string[]): Promise<boolean> =>
  (await db.$count(contacts, inArray(contacts.submissionKey, [...keys]))) > 0

export const listContacts = (db: Queryable) =>
  db.select(listColumns).from(contacts).orderBy(desc(contacts.createdAt), desc(contacts.id)).limit(maxListRows)

export const findContact = (db: Queryable, id: string) =>
  firstRow(db.select(listColumns).from(contacts).where(eq(contacts.id, id)))

/** Lists the enquiries that are linked to a lead, newest first. */
export const listEnquiriesOfLead = (db: Queryable, id: number) =>
  db
    .select(listColumns)
    .from(contacts)
    .where(eq(contacts.leadId, id))
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(maxListRows)

/** Changes the given fields of an enquiry; undefined when it is gone or `version` is stale. */
export const updateContact = (
  db: Queryable,
  id: string,
  { version, ...changes }: z.output<typeof contactUpdateSchema>,
) =>
  firstRow(
    db
      .update(contacts)
      .set({ ...changes, version: sql`${contacts.version} + 1` })
      .where(isUnchanged(contacts, id, version))
      .returning(listColumns),
  )

/** Deletes enquiries; returns the ids of those that existed. */
export const deleteContacts = (db: Queryable, ids: readonly string[]): Promise<string[]> =>
  idsOf(
    db
      .delete(contacts)
      .where(inArray(contacts.id, [...ids]))
      .returning({ id: contacts.id }),
  )

export const enquiryTrash: TrashKind = { kind: 'enquiries', table: contacts, title: ({ name }) => String(name) }

const settledMails = (contactIds: readonly string[]) =>
  and(eq(emailLogs.type, 'contact'), inArray(emailLogs.relatedId, [...contactIds]), isSettled)

/** Finds the mails that `emptyContactMails` will blank. */
export const contactMails = (contactId: string): FormerValues => ({
  table: emailLogs,
  columns: ['html_content', 'text_content', 'attachments', 'subject', 'reply_to'],
  where: sql`${settledMails([contactId])} and ${hasContent}`,
})

/** Blanks the texts of enquiries' mails, except mails still in delivery. Returns the mails' ids. */
export const emptyContactMails = (tx: Queryable, contactIds: readonly string[]): Promise<string[]> =>
  emptyMails(tx, settledMails(contactIds))
