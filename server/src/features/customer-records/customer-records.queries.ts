import { maxRecordRows, recordEvents } from '@kontor/contract/customer-records/customer-records.rules'
import { writtenEntryKinds } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { and, desc, eq, inArray, or, sql } from 'drizzle-orm'
import { hasOneOf } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow } from '../../platform/database/rows.ts'
import { answeredText, shownColumns } from '../agreements/agreements.shown.queries.ts'
import { agreementEvents, agreements } from '../agreements/agreements.table.ts'
import { contactState } from '../contacts/contacts.queries.ts'
import { contacts } from '../contacts/contacts.table.ts'
import { customers } from '../customers/customers.table.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { leadEntries } from '../lead-timeline/lead-timeline.table.ts'
import { leads } from '../leads/leads.table.ts'
import { webinarRegistrations, webinars } from '../webinars/webinars.table.ts'

export const findCreator = async (db: Queryable, customerId: number): Promise<string | null> => {
  const created = await firstRow(
    db.select({ by: customers.createdBy }).from(customers).where(eq(customers.id, customerId)),
  )
  return created?.by ?? null
}

const { title, totalAmount, vatAmount, validUntil } = shownColumns

export const listAgreements = (db: Queryable, customerId: number) =>
  db
    .select({
      id: agreements.id,
      reference: agreements.reference,
      title,
      status: agreements.status,
      totalAmount,
      vatAmount,
      validUntil,
      sentAt: agreements.sentAt,
      respondedAt: agreements.respondedAt,
      archivedAt: agreements.archivedAt,
      createdAt: agreements.createdAt,
    })
    .from(agreements)
    .leftJoinLateral(answeredText(db), sql`true`)
    .where(eq(agreements.customerId, customerId))
    .orderBy(desc(agreements.createdAt), desc(agreements.id))
    .limit(maxRecordRows)

/** Sums a customer's agreements by status, in øre. */
export const sumAgreements = (db: Queryable, customerId: number) =>
  db
    .select({
      status: agreements.status,
      count: sql<number>`count(*)::integer`,
      net: sql<number>`sum(${totalAmount})::bigint`.mapWith(Number),
      gross: sql<number>`sum(${totalAmount} + ${vatAmount})::bigint`.mapWith(Number),
    })
    .from(agreements)
    .leftJoinLateral(answeredText(db), sql`true`)
    .where(eq(agreements.customerId, customerId))
    .groupBy(agreements.status)
    .orderBy(agreements.status)

export const listEvents = (db: Queryable, customerId: number) =>
  db
    .select({
      id: agreementEvents.id,
      agreementId: agreementEvents.agreementId,
      title: agreements.title,
      reference: agreements.reference,
      kind: sql<(typeof recordEvents)[number]>`${agreementEvents.kind}`,
      actor: agreementEvents.actor,
      author: agreementEvents.author,
      at: agreementEvents.at,
      action: agreementEvents.action,
      channel: agreementEvents.channel,
      recipientName: agreementEvents.recipientName,
      recipientEmail: agreementEvents.recipientEmail,
    })
    .from(agreementEvents)
    .innerJoin(agreements, eq(agreements.id, agreementEvents.agreementId))
    .where(and(eq(agreements.customerId, customerId), inArray(agreementEvents.kind, [...recordEvents])))
    .orderBy(desc(agreementEvents.at), desc(agreementEvents.id))
    .limit(maxRecordRows)

export const listEnquiries = (db: Queryable, customerId: number, addresses: readonly string[]) =>
  db
    .select({
      id: contacts.id,
      name: contacts.name,
      email: contacts.email,
      subject: contacts.subject,
      message: contacts.message,
      state: contactState,
      createdAt: contacts.createdAt,
    })
    .from(contacts)
    .where(or(hasOneOf(contacts.email, addresses), eq(contacts.customerId, customerId)))
    .orderBy(desc(contacts.createdAt), desc(contacts.id))
    .limit(maxRecordRows)

export const listRegistrations = (db: Queryable, addresses: readonly string[]) =>
  db
    .select({
      id: webinarRegistrations.id,
      webinarId: webinars.id,
      webinar: webinars.name,
      date: webinars.date,
      name: webinarRegistrations.name,
      email: webinarRegistrations.email,
      state: webinarRegistrations.state,
      createdAt: webinarRegistrations.createdAt,
    })
    .from(webinarRegistrations)
    .innerJoin(webinars, eq(webinars.id, webinarRegistrations.webinarId))
    .where(hasOneOf(webinarRegistrations.email, addresses))
    .orderBy(desc(webinarRegistrations.createdAt), desc(webinarRegistrations.id))
    .limit(maxRecordRows)

export const listMails = (db: Queryable, addresses: readonly string[]) =>
  db
    .select({
      id: emailLogs.id,
      to: emailLogs.to,
      subject: emailLogs.subject,
      type: emailLogs.type,
      delivery: emailLogs.delivery,
      relatedId: emailLogs.relatedId,
      createdAt: emailLogs.createdAt,
    })
    .from(emailLogs)
    .where(hasOneOf(emailLogs.to, addresses))
    .orderBy(desc(emailLogs.createdAt), desc(emailLogs.id))
    .limit(maxRecordRows)

export const listLeads = (db: Queryable, customerId: number) =>
  db
    .select({
      id: leads.id,
      company_name: leads.company_name,
      status: leads.status,
      created_at: leads.created_at,
      notes: leads.notes,
      next_step: leads.next_step,
    })
    .from(leads)
    .where(eq(leads.customer_id, customerId))
    .orderBy(desc(leads.created_at), desc(leads.id))
    .limit(maxRecordRows)

/** Lists notes and calls about the customer's leads. */
export const listLeadEntries = (db: Queryable, customerId: number) =>
  db
    .select({
      id: leadEntries.id,
      leadId: leads.id,
      company_name: leads.company_name,
      kind: sql<(typeof writtenEntryKinds)[number]>`${leadEntries.kind}`,
      outcome: leadEntries.outcome,
      text: leadEntries.text,
      author: leadEntries.author,
      isEdited: sql<boolean>`${leadEntries.version} > 1`,
      at: leadEntries.createdAt,
    })
    .from(leadEntries)
    .innerJoin(leads, eq(leads.id, leadEntries.leadId))
    .where(and(eq(leads.customer_id, customerId), inArray(leadEntries.kind, [...writtenEntryKinds])))
    .orderBy(desc(leadEntries.createdAt), desc(leadEntries.id))
    .limit(maxRecordRows)
