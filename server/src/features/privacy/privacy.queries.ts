import { and, asc, desc, eq, exists, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { hasAddress, isAmong } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idsOf } from '../../platform/database/rows.ts'
import {
  agreementCodeData,
  agreementCodes,
  agreementIdentificationData,
  agreementIdentifications,
} from '../agreement-answers/agreement-answers.table.ts'
import {
  agreementAnswerData,
  agreementAnswers,
  agreementIdTokens,
} from '../agreement-evidence/agreement-evidence.table.ts'
import {
  agreementData,
  agreementEventData,
  agreementEvents,
  agreementSendingData,
  agreementSendings,
  agreementSnapshots,
  agreements,
} from '../agreements/agreements.table.ts'
import {
  contactData,
  contactEventData,
  contactEvents,
  contactReplies,
  contactReplyData,
  contacts,
} from '../contacts/contacts.table.ts'
import { contactPersonData, contactPersons, customerData, customers } from '../customers/customers.table.ts'
import { emailLogs, mailData } from '../emails/emails.table.ts'
import { leadEntries, leadEntryData } from '../lead-timeline/lead-timeline.table.ts'
import { leadData, leads } from '../leads/leads.table.ts'
import { registrationData, webinarRegistrations, webinars } from '../webinars/webinars.table.ts'

/** Condition: the agreement was accepted, even if it was changed later. */
const isAccepted = (db: Queryable): SQL<boolean> => {
  const acceptance = db
    .select()
    .from(agreementAnswers)
    .where(and(eq(agreementAnswers.agreementId, agreements.id), eq(agreementAnswers.action, 'accept')))
  return sql<boolean>`(${agreements.status} = 'accepted' or ${exists(acceptance)})`
}

/** Finds which of these agreements were accepted; `ids` may contain texts that aren't UUIDs. */
export const findAccepted = (db: Queryable, ids: readonly string[]): Promise<string[]> =>
  idsOf(
    db
      .select({ id: agreements.id })
      .from(agreements)
      .where(and(isAccepted(db), inArray(sql`${agreements.id}::text`, [...ids]))),
  )

/** Condition: an accepted agreement refers to the selected customer or contact person. */
const hasAcceptedAgreement = (db: Queryable, agreementColumn: PgColumn, column: PgColumn) => {
  const accepted = db
    .select()
    .from(agreements)
    .where(and(eq(agreementColumn, column), isAccepted(db)))
  return sql<boolean>`${exists(accepted)}`
}

export const findEnquiries = (db: Queryable, email: string) =>
  db
    .select(contactData.exported)
    .from(contacts)
    .where(hasAddress(contacts.email, email))
    .orderBy(desc(contacts.createdAt))

export const findEnquiryReplies = (db: Queryable, contactIds: readonly string[]) =>
  db
    .select(contactReplyData.exported)
    .from(contactReplies)
    .where(inArray(contactReplies.contactId, [...contactIds]))
    .orderBy(asc(contactReplies.createdAt), asc(contactReplies.id))

export const findEnquiryEvents = (db: Queryable, contactIds: readonly string[]) =>
  db
    .select(contactEventData.exported)
    .from(contactEvents)
    .where(inArray(contactEvents.contactId, [...contactIds]))
    .orderBy(asc(contactEvents.at), asc(contactEvents.id))

export const findRegistrations = (db: Queryable, email: string) =>
  db
    .select({ ...registrationData.exported, webinar: webinars.name, webinarDate: webinars.date })
    .from(webinarRegistrations)
    .innerJoin(webinars, eq(webinars.id, webinarRegistrations.webinarId))
    .where(hasAddress(webinarRegistrations.email, email))
    .orderBy(desc(webinarRegistrations.createdAt))

/** Finds customers with this address. `accepted` is true for a customer who must be kept because of an accepted agreement. */
export const findCustomers = (db: Queryable, email: string) =>
  db
    .select({
      ...customerData.exported,
      accepted: hasAcceptedAgreement(db, agreements.customerId, customers.id),
      persons: db.$count(contactPersons, eq(contactPersons.customerId, customers.id)),
    })
    .from(customers)
    .where(hasAddress(customers.email, email))
    .orderBy(asc(customers.name), asc(customers.id))

/** Finds contact persons with this address. `accepted` is true for a person who must be kept because of an accepted agreement. */
export const findContactPersons = (db: Queryable, email: string) =>
  db
    .select({
      ...contactPersonData.exported,
      customer: customers.name,
      accepted: hasAcceptedAgreement(db, agreements.contactPersonId, contactPersons.id),
    })
    .from(contactPersons)
    .innerJoin(customers, eq(customers.id, contactPersons.customerId))
    .where(hasAddress(contactPersons.email, email))
    .orderBy(asc(contactPersons.lastName), asc(contactPersons.id))

export const findLeads = (db: Queryable, email: string) =>
  db
    .select(leadData.exported)
    .from(leads)
    .where(hasAddress(leads.email, email))
    .orderBy(asc(leads.company_name), asc(leads.id))

/** Finds notes, calls and changes of the leads with this address. */
export const findLeadEntries = (db: Queryable, email: string) =>
  db
    .select(leadEntryData.exported)
    .from(leadEntries)
    .innerJoin(leads, eq(leads.id, leadEntries.leadId))
    .where(hasAddress(leads.email, email))
    .orderBy(asc(leadEntries.leadId), asc(leadEntries.id))

/**
 * Finds agreements of the customer or contact person with this address, and agreements sent to it. `own`: the customer has the address.
 * `copied`: the address only got a copy of the last mail. `shown`: a text was shown to a customer, which is evidence.
 */
export const findAgreements = (db: Queryable, email: string) => {
  const sentToAddress = db
    .select({ id: agreementEvents.agreementId })
    .from(agreementEvents)
    .where(hasAddress(agreementEvents.recipientEmail, email))
  const concerned = or(
    hasAddress(customers.email, email),
    hasAddress(contactPersons.email, email),
    hasAddress(agreements.recipientEmail, email),
    inArray(agreements.id, sentToAddress),
  )
  const shown = db.select().from(agreementSnapshots).where(eq(agreementSnapshots.agreementId, agreements.id))
  return db
    .select({
      ...agreementData.exported,
      customer: customers.name,
      own: sql<boolean>`${hasAddress(customers.email, email)}`,
      copied: sql<boolean>`(${concerned}) is not true`,
      accepted: isAccepted(db),
      shown: sql<boolean>`${exists(shown)}`,
    })
    .from(agreements)
    .innerJoin(customers, eq(customers.id, agreements.customerId))
    .leftJoin(contactPersons, eq(contactPersons.id, agreements.contactPersonId))
    .where(or(concerned, isAmong(agreements.cc, email)))
    .orderBy(desc(agreements.createdAt))
}

export const findAgreementEvents = (db: Queryable, agreementIds: readonly string[]) =>
  db
    .select(agreementEventData.exported)
    .from(agreementEvents)
    .where(inArray(agreementEvents.agreementId, [...agreementIds]))
    .orderBy(asc(agreementEvents.at), asc(agreementEvents.id))

/** Finds codes that were sent to the address and have not been deleted yet. */
export const findAgreementCodes = (db: Queryable, email: string) =>
  db
    .select(agreementCodeData.exported)
    .from(agreementCodes)
    .where(hasAddress(agreementCodes.sentTo, email))
    .orderBy(asc(agreementCodes.createdAt))

/** Finds the agreements' identifications that have not been deleted yet. */
export const findAgreementIdentifications = (db: Queryable, agreementIds: readonly string[]) =>
  db
    .select(agreementIdentificationData.exported)
    .from(agreementIdentifications)
    .where(inArray(agreementIdentifications.agreementId, [...agreementIds]))
    .orderBy(asc(agreementIdentifications.createdAt))

/** Finds mails that sent a link to the address; `copied` is true if it only got a copy. */
export const findAgreementSendings = async (db: Queryable, email: string) => {
  const isTo = hasAddress(agreementSendings.sentTo, email)
  return db
    .select({ ...agreementSendingData.exported, copied: sql<boolean>`(${isTo}) is not true` })
    .from(agreementSendings)
    .where(or(isTo, isAmong(agreementSendings.cc, email)))
    .orderBy(asc(agreementSendings.id))
}

export const findAgreementAnswers = (db: Queryable, agreementIds: readonly string[]) =>
  db
    .select({ ...agreementAnswerData.exported, idToken: agreementIdTokens.token })
    .from(agreementAnswers)
    .leftJoin(agreementIdTokens, eq(agreementIdTokens.answerId, agreementAnswers.id))
    .where(inArray(agreementAnswers.agreementId, [...agreementIds]))
    .orderBy(asc(agreementAnswers.answeredAt))

/** Condition: the mail is to the person, has them as Reply-To, or was caused by their enquiries, registrations and agreements (`causes`). */
const aboutPerson = (email: string, causes: readonly string[]) =>
  or(hasAddress(emailLogs.to, email), hasAddress(emailLogs.replyTo, email), inArray(emailLogs.relatedId, [...causes]))

const findMailsOf = <Columns extends Record<string, PgColumn>>(
  db: Queryable,
  columns: Columns,
  email: string,
  causes: readonly string[],
) =>
  db
    .select({ ...columns, copied: sql<boolean>`(${aboutPerson(email, causes)}) is not true` })
    .from(emailLogs)
    .where(or(aboutPerson(email, causes), isAmong(emailLogs.cc, email)))
    .orderBy(desc(emailLogs.createdAt), desc(emailLogs.id))

/** Finds mails about the person, without the texts. `copied` is true if the person only got a copy. */
export const findMails = (db: Queryable, email: string, causes: readonly string[]) => {
  const { id, to, subject, type, relatedId, createdAt } = mailData.exported
  return findMailsOf(db, { id, to, subject, type, relatedId, createdAt }, email, causes)
}

export const findMailsWithText = (db: Queryable, email: string, causes: readonly string[]) =>
  findMailsOf(db, mailData.exported, email, causes)

/**
 * Locks the customers, contact persons and agreements until the transaction ends, so that nobody accepts or creates an agreement
 * between the search and the erasure.
 */
export const lockPerson = async (tx: Queryable, email: string): Promise<void> => {
  const ownCustomers = await idsOf(
    tx.select({ id: customers.id }).from(customers).where(hasAddress(customers.email, email)).for('update'),
  )
  const persons = await idsOf(
    tx
      .select({ id: contactPersons.id })
      .from(contactPersons)
      .where(hasAddress(contactPersons.email, email))
      .for('update'),
  )
  await tx
    .select({ id: agreements.id })
    .from(agreements)
    .where(
      or(
        inArray(agreements.customerId, ownCustomers),
        inArray(agreements.contactPersonId, persons),
        hasAddress(agreements.recipientEmail, email),
        isAmong(agreements.cc, email),
      ),
    )
    .orderBy(asc(agreements.id))
    .for('update')
}
