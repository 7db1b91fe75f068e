import { and, asc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { hasAddress } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { equalsIgnoringCase, firstRow, hasRows } from '../../platform/database/rows.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { leads } from '../leads/leads.table.ts'
import { contactEvents, contactReplies, contacts } from './contacts.table.ts'

export type ContactRow = typeof contacts.$inferSelect

const isNew = sql`${contacts.handledAt} is null and not ${contacts.suspect}`

export const countNewContacts = (db: Queryable): Promise<number> => db.$count(contacts, isNew)

/** Reads an enquiry and locks it until the transaction ends. */
export const lockContact = (tx: Queryable, id: string): Promise<ContactRow | undefined> =>
  firstRow(tx.select().from(contacts).where(eq(contacts.id, id)).for('update'))

type ContactChanges = Partial<Pick<ContactRow, 'suspect' | 'handledAt' | 'customerId' | 'leadId'>>

/** Changes an enquiry's state. Doesn't increment the version, since the change can't conflict with an edit of the texts. */
export const markContact = async (tx: Queryable, id: string, changes: ContactChanges): Promise<void> => {
  await tx.update(contacts).set(changes).where(eq(contacts.id, id))
}

/** Marks enquiries as new (null) or handled. Returns the ids of those that changed, and of all that now have the state. */
export const markHandled = async (
  tx: Queryable,
  ids: readonly string[],
  handledAt: string | null,
): Promise<{ readonly changed: string[]; readonly all: string[] }> => {
  // Locks in id order, so that concurrent changes of the same enquiries can't deadlock.
  const found = await tx
    .select({ id: contacts.id, handledAt: contacts.handledAt })
    .from(contacts)
    .where(and(inArray(contacts.id, [...ids]), eq(contacts.suspect, false)))
    .orderBy(asc(contacts.id))
    .for('update')
  const changed = found.filter((row) => (row.handledAt === null) !== (handledAt === null)).map(({ id }) => id)
  await tx.update(contacts).set({ handledAt }).where(inArray(contacts.id, changed))
  return { changed, all: found.map(({ id }) => id) }
}

type NewEvent = Pick<typeof contactEvents.$inferInsert, 'contactId' | 'kind' | 'actor'>

export const insertContactEvents = async (tx: Queryable, events: readonly NewEvent[]): Promise<void> => {
  if (events.length > 0) await tx.insert(contactEvents).values([...events])
}

export const listContactEvents = (db: Queryable, contactId: string) =>
  db.select().from(contactEvents).where(eq(contactEvents.contactId, contactId))

/** Stores a reply; returns false if the id is taken. */
export const insertReply = (tx: Queryable, reply: typeof contactReplies.$inferInsert): Promise<boolean> =>
  hasRows(tx.insert(contactReplies).values(reply).onConflictDoNothing().returning({ id: contactReplies.id }))

export const nameReplyMail = async (tx: Queryable, id: string, mailId: string): Promise<void> => {
  await tx.update(contactReplies).set({ mailId }).where(eq(contactReplies.id, id))
}

/** Returns true if the reply belongs to the enquiry. */
export const isReplyTo = (db: Queryable, id: string, contactId: string): Promise<boolean> =>
  hasRows(
    db
      .select({ id: contactReplies.id })
      .from(contactReplies)
      .where(and(eq(contactReplies.id, id), eq(contactReplies.contactId, contactId))),
  )

export const listReplies = (db: Queryable, contactId: string) =>
  db.select().from(contactReplies).where(eq(contactReplies.contactId, contactId))

/** Lists the mails that an enquiry caused, oldest first. */
export const listContactMails = (db: Queryable, contactId: string) =>
  db
    .select({
      id: emailLogs.id,
      to: emailLogs.to,
      replyTo: emailLogs.replyTo,
      author: emailLogs.author,
      subject: emailLogs.subject,
      messageId: emailLogs.messageId,
      delivery: emailLogs.delivery,
      errorMessage: emailLogs.errorMessage,
      sentAt: emailLogs.sentAt,
      resendOf: emailLogs.resendOf,
      createdAt: emailLogs.createdAt,
    })
    .from(emailLogs)
    .where(and(eq(emailLogs.relatedId, contactId), eq(emailLogs.type, 'contact')))
    .orderBy(asc(emailLogs.createdAt), asc(emailLogs.id))

export type ContactMail = Awaited<ReturnType<typeof listContactMails>>[number]

/** Finds the customer and the lead of an enquiry; an archived customer counts as deleted. */
export const findRelated = async (db: Queryable, contactId: string) => {
  const [row] = await db
    .select({
      customer: { id: customers.id, name: customers.name },
      lead: { id: leads.id, name: leads.company_name },
    })
    .from(contacts)
    .leftJoin(customers, and(eq(customers.id, contacts.customerId), isNull(customers.archivedAt)))
    .leftJoin(leads, eq(leads.id, contacts.leadId))
    .where(eq(contacts.id, contactId))
  return { customer: row?.customer ?? null, lead: row?.lead ?? null }
}

const maxMatches = 10

export interface DuplicateKeys {
  readonly email: string
  readonly company: string | null
}

const sameCompany = (column: SQL, { company }: DuplicateKeys): SQL | undefined =>
  company === null ? undefined : equalsIgnoringCase(column, company)

/** Finds up to `maxMatches` customers with the sought company, or with the sought address (their own or a contact person's). */
export const findCustomersLike = (db: Queryable, sought: DuplicateKeys) => {
  const person = db
    .select({ id: contactPersons.id })
    .from(contactPersons)
    .where(and(eq(contactPersons.customerId, customers.id), hasAddress(contactPersons.email, sought.email)))
  const sameEmail = or(hasAddress(customers.email, sought.email), exists(person))
  return db
    .select({
      id: customers.id,
      name: customers.name,
      email: customers.email,
      organizationNumber: customers.organizationNumber,
      sameEmail: sql<boolean>`(${sameEmail})`,
    })
    .from(customers)
    .where(and(isNull(customers.archivedAt), or(sameEmail, sameCompany(sql`${customers.name}`, sought))))
    .orderBy(asc(customers.id))
    .limit(maxMatches)
}

/** Finds up to `maxMatches` leads with the sought address or company. */
export const findLeadsLike = (db: Queryable, sought: DuplicateKeys) => {
  const sameEmail = hasAddress(leads.email, sought.email)
  return db
    .select({
      id: leads.id,
      name: leads.company_name,
      email: leads.email,
      status: leads.status,
      sameEmail: sql<boolean>`coalesce(${sameEmail}, false)`,
    })
    .from(leads)
    .where(or(sameEmail, sameCompany(sql`${leads.company_name}`, sought)))
    .orderBy(asc(leads.id))
    .limit(maxMatches)
}

export const hasPerson = (db: Queryable, customerId: number, email: string): Promise<boolean> =>
  hasRows(
    db
      .select({ id: contactPersons.id })
      .from(contactPersons)
      .where(and(eq(contactPersons.customerId, customerId), hasAddress(contactPersons.email, email))),
  )

/** Returns the id of the lead that an enquiry is linked to; null without one. */
export const findLeadOf = async (db: Queryable, id: string): Promise<number | null> =>
  (await firstRow(db.select({ leadId: contacts.leadId }).from(contacts).where(eq(contacts.id, id))))?.leadId ?? null
