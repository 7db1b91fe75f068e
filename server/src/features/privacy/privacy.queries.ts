import { and, asc, desc, eq, exists, getTableColumns, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { equalsIgnoringCase, idsOf } from '../../platform/database/rows.ts'
import {
  agreementCodes,
  agreementIdentifications,
  agreementIdTokens,
  agreementSendings,
} from '../agreements/agreements.evidence.table.ts'
import { agreementAnswers, agreementEvents, agreements } from '../agreements/agreements.table.ts'
import { contactEvents, contactReplies, contacts } from '../contacts/contacts.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { leadEntries } from '../lead-timeline/lead-timeline.table.ts'
import { leads } from '../leads/leads.table.ts'
import { webinarRegistrations, webinars } from '../webinars/webinars.table.ts'

/** Whether the address is among those of a `cc` column. */
const isCopiedTo = (cc: PgColumn, email: string): SQL =>
  sql`exists (select from unnest(${cc}) copy where lower(copy) = lower(${email}))`

/** Whether an accepted agreement refers to the selected customer or contact person. */
const hasAcceptedAgreement = (db: Queryable, agreementColumn: PgColumn, column: PgColumn) => {
  const accepted = db
    .select()
    .from(agreements)
    .where(and(eq(agreementColumn, column), eq(agreements.status, 'accepted')))
  return sql<boolean>`${exists(accepted)}`
}

export const findEnquiries = (db: Queryable, email: string) =>
  db
    .select({
      id: contacts.id,
      name: contacts.name,
      email: contacts.email,
      company: contacts.company,
      subject: contacts.subject,
      message: contacts.message,
      language: contacts.language,
      suspect: contacts.suspect,
      handledAt: contacts.handledAt,
      customerId: contacts.customerId,
      leadId: contacts.leadId,
      createdAt: contacts.createdAt,
    })
    .from(contacts)
    .where(equalsIgnoringCase(contacts.email, email))
    .orderBy(desc(contacts.createdAt))

export const findEnquiryReplies = (db: Queryable, contactIds: readonly string[]) =>
  db
    .select({
      contactId: contactReplies.contactId,
      author: contactReplies.author,
      subject: contactReplies.subject,
      text: contactReplies.text,
      createdAt: contactReplies.createdAt,
    })
    .from(contactReplies)
    .where(inArray(contactReplies.contactId, [...contactIds]))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id))

export const findEnquiryEvents = (db: Queryable, contactIds: readonly string[]) =>
  db
    .select({
      contactId: contactEvents.contactId,
      kind: contactEvents.kind,
      actor: contactEvents.actor,
      at: contactEvents.at,
    })
    .from(contactEvents)
    .where(inArray(contactEvents.contactId, [...contactIds]))
    .orderBy(asc(contactEvents.at), asc(contactEvents.id))

export const findRegistrations = (db: Queryable, email: string) =>
  db
    .select({
      id: webinarRegistrations.id,
      webinar: webinars.name,
      webinarDate: webinars.date,
      name: webinarRegistrations.name,
      email: webinarRegistrations.email,
      company: webinarRegistrations.company,
      phone: webinarRegistrations.phone,
      language: webinarRegistrations.language,
      state: webinarRegistrations.state,
      remindedOf: webinarRegistrations.remindedOf,
      createdAt: webinarRegistrations.createdAt,
    })
    .from(webinarRegistrations)
    .innerJoin(webinars, eq(webinars.id, webinarRegistrations.webinarId))
    .where(equalsIgnoringCase(webinarRegistrations.email, email))
    .orderBy(desc(webinarRegistrations.createdAt))

const { version, createdBy, updatedAt, searchText, ...customerColumns } = getTableColumns(customers)

/** `accepted`: has an accepted agreement and so must be kept. */
export const findCustomers = (db: Queryable, email: string) =>
  db
    .select({
      ...customerColumns,
      accepted: hasAcceptedAgreement(db, agreements.customerId, customers.id),
      persons: db.$count(contactPersons, eq(contactPersons.customerId, customers.id)),
    })
    .from(customers)
    .where(equalsIgnoringCase(customers.email, email))
    .orderBy(asc(customers.name), asc(customers.id))

/** `accepted`: is named in an accepted agreement and so must be kept. */
export const findContactPersons = (db: Queryable, email: string) =>
  db
    .select({
      id: contactPersons.id,
      customerId: contactPersons.customerId,
      customer: customers.name,
      firstName: contactPersons.firstName,
      lastName: contactPersons.lastName,
      email: contactPersons.email,
      telephone: contactPersons.telephone,
      mobilePhone: contactPersons.mobilePhone,
      note: contactPersons.note,
      isActive: contactPersons.isActive,
      createdAt: contactPersons.createdAt,
      accepted: hasAcceptedAgreement(db, agreements.contactPersonId, contactPersons.id),
    })
    .from(contactPersons)
    .innerJoin(customers, eq(customers.id, contactPersons.customerId))
    .where(equalsIgnoringCase(contactPersons.email, email))
    .orderBy(asc(contactPersons.lastName), asc(contactPersons.id))

export const findLeads = (db: Queryable, email: string) =>
  db
    .select({
      id: leads.id,
      company_name: leads.company_name,
      org_no: leads.org_no,
      status: leads.status,
      contact_name: leads.contact_name,
      contact_title: leads.contact_title,
      phone: leads.phone,
      email: leads.email,
      next_step: leads.next_step,
      next_step_at: leads.next_step_at,
      lost_reason: leads.lost_reason,
      notes: leads.notes,
      created_at: leads.created_at,
    })
    .from(leads)
    .where(equalsIgnoringCase(leads.email, email))
    .orderBy(asc(leads.company_name), asc(leads.id))

/** Notes, calls and changes of the leads with this address. */
export const findLeadEntries = (db: Queryable, email: string) =>
  db
    .select({
      leadId: leadEntries.leadId,
      kind: leadEntries.kind,
      text: leadEntries.text,
      outcome: leadEntries.outcome,
      field: leadEntries.field,
      from: leadEntries.from,
      to: leadEntries.to,
      author: leadEntries.author,
      createdAt: leadEntries.createdAt,
    })
    .from(leadEntries)
    .innerJoin(leads, eq(leads.id, leadEntries.leadId))
    .where(equalsIgnoringCase(leads.email, email))
    .orderBy(asc(leadEntries.leadId), asc(leadEntries.id))

/**
 * Agreements of the customer or contact person with this address, or ever sent to it. `own`: it is the customer's address.
 * `copied`: it only got a copy of the last mail.
 */
export const findAgreements = (db: Queryable, email: string) => {
  const sentToAddress = db
    .select({ id: agreementEvents.agreementId })
    .from(agreementEvents)
    .where(equalsIgnoringCase(agreementEvents.recipientEmail, email))
  const concerned = or(
    equalsIgnoringCase(customers.email, email),
    equalsIgnoringCase(contactPersons.email, email),
    equalsIgnoringCase(agreements.recipientEmail, email),
    inArray(agreements.id, sentToAddress),
  )
  return db
    .select({
      id: agreements.id,
      customer: customers.name,
      own: sql<boolean>`${equalsIgnoringCase(customers.email, email)}`,
      copied: sql<boolean>`(${concerned}) is not true`,
      title: agreements.title,
      description: agreements.description,
      status: agreements.status,
      recipientName: agreements.recipientName,
      recipientEmail: agreements.recipientEmail,
      respondedBy: agreements.respondedBy,
      customerResponse: agreements.customerResponse,
      sentAt: agreements.sentAt,
      respondedAt: agreements.respondedAt,
      archivedAt: agreements.archivedAt,
      createdAt: agreements.createdAt,
    })
    .from(agreements)
    .innerJoin(customers, eq(customers.id, agreements.customerId))
    .leftJoin(contactPersons, eq(contactPersons.id, agreements.contactPersonId))
    .where(or(concerned, isCopiedTo(agreements.cc, email)))
    .orderBy(desc(agreements.createdAt))
}

export const findAgreementEvents = (db: Queryable, agreementIds: readonly string[]) =>
  db
    .select({
      agreementId: agreementEvents.agreementId,
      kind: agreementEvents.kind,
      at: agreementEvents.at,
      recipientName: agreementEvents.recipientName,
      recipientEmail: agreementEvents.recipientEmail,
      action: agreementEvents.action,
      address: agreementEvents.address,
      userAgent: agreementEvents.userAgent,
    })
    .from(agreementEvents)
    .where(inArray(agreementEvents.agreementId, [...agreementIds]))
    .orderBy(asc(agreementEvents.at), asc(agreementEvents.id))

/** Codes that were sent to the address, and have not been deleted yet. */
export const findAgreementCodes = (db: Queryable, email: string) =>
  db
    .select({
      agreementId: agreementCodes.agreementId,
      sentTo: agreementCodes.sentTo,
      attempts: agreementCodes.attempts,
      createdAt: agreementCodes.createdAt,
      usedAt: agreementCodes.usedAt,
    })
    .from(agreementCodes)
    .where(equalsIgnoringCase(agreementCodes.sentTo, email))
    .orderBy(asc(agreementCodes.createdAt))

/** Completed identifications that have not been deleted yet. */
export const findAgreementIdentifications = (db: Queryable, agreementIds: readonly string[]) =>
  db
    .select({
      agreementId: agreementIdentifications.agreementId,
      issuer: agreementIdentifications.issuer,
      subject: agreementIdentifications.subject,
      name: agreementIdentifications.name,
      identifiedAt: agreementIdentifications.identifiedAt,
      createdAt: agreementIdentifications.createdAt,
    })
    .from(agreementIdentifications)
    .where(inArray(agreementIdentifications.agreementId, [...agreementIds]))
    .orderBy(asc(agreementIdentifications.createdAt))

/** Mails that took a link to the address, as a recipient or with a copy. */
export const findAgreementSendings = async (db: Queryable, email: string) => {
  const isTo = equalsIgnoringCase(agreementSendings.sentTo, email)
  return db
    .select({
      agreementId: agreementSendings.agreementId,
      sentAt: agreementSendings.sentAt,
      copied: sql<boolean>`(${isTo}) is not true`,
    })
    .from(agreementSendings)
    .where(or(isTo, isCopiedTo(agreementSendings.cc, email)))
    .orderBy(asc(agreementSendings.id))
}

export const findAgreementAnswers = (db: Queryable, agreementIds: readonly string[]) =>
  db
    .select({
      agreementId: agreementAnswers.agreementId,
      action: agreementAnswers.action,
      message: agreementAnswers.message,
      name: agreementAnswers.name,
      channel: agreementAnswers.channel,
      answeredAt: agreementAnswers.answeredAt,
      idToken: agreementIdTokens.token,
    })
    .from(agreementAnswers)
    .leftJoin(agreementIdTokens, eq(agreementIdTokens.answerId, agreementAnswers.id))
    .where(inArray(agreementAnswers.agreementId, [...agreementIds]))
    .orderBy(asc(agreementAnswers.answeredAt))

/** Mails to the person, with the person as Reply-To, or caused by their enquiries and registrations (`causes`). */
const aboutPerson = (email: string, causes: readonly string[]) =>
  or(
    equalsIgnoringCase(emailLogs.to, email),
    equalsIgnoringCase(emailLogs.replyTo, email),
    inArray(emailLogs.relatedId, [...causes]),
  )

const aboutOrCopiedTo = (email: string, causes: readonly string[]) =>
  or(aboutPerson(email, causes), isCopiedTo(emailLogs.cc, email))

/** Without `cc`, which may name others. `copied`: the person only got a copy. */
const mailColumns = (email: string, causes: readonly string[]) => ({
  id: emailLogs.id,
  to: emailLogs.to,
  replyTo: emailLogs.replyTo,
  subject: emailLogs.subject,
  type: emailLogs.type,
  delivery: emailLogs.delivery,
  relatedId: emailLogs.relatedId,
  sentAt: emailLogs.sentAt,
  createdAt: emailLogs.createdAt,
  copied: sql<boolean>`(${aboutPerson(email, causes)}) is not true`,
})

export const findMails = (db: Queryable, email: string, causes: readonly string[]) =>
  db
    .select(mailColumns(email, causes))
    .from(emailLogs)
    .where(aboutOrCopiedTo(email, causes))
    .orderBy(desc(emailLogs.createdAt), desc(emailLogs.id))

export const findMailsWithText = (db: Queryable, email: string, causes: readonly string[]) =>
  db
    .select({ ...mailColumns(email, causes), textContent: emailLogs.textContent })
    .from(emailLogs)
    .where(aboutOrCopiedTo(email, causes))
    .orderBy(desc(emailLogs.createdAt), desc(emailLogs.id))

/**
 * Locks the customers, contact persons and agreements until the transaction ends, so that nobody accepts or creates an agreement
 * between the search and the erasure.
 */
export const lockPerson = async (tx: Queryable, email: string): Promise<void> => {
  const ownCustomers = await idsOf(
    tx.select({ id: customers.id }).from(customers).where(equalsIgnoringCase(customers.email, email)).for('update'),
  )
  const persons = await idsOf(
    tx
      .select({ id: contactPersons.id })
      .from(contactPersons)
      .where(equalsIgnoringCase(contactPersons.email, email))
      .for('update'),
  )
  await tx
    .select({ id: agreements.id })
    .from(agreements)
    .where(
      or(
        inArray(agreements.customerId, ownCustomers),
        inArray(agreements.contactPersonId, persons),
        equalsIgnoringCase(agreements.recipientEmail, email),
        isCopiedTo(agreements.cc, email),
      ),
    )
    .orderBy(asc(agreements.id))
    .for('update')
}
