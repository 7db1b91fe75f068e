import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { agreements } from '../agreements/agreements.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { leads } from '../leads/leads.table.ts'
import { webinarRegistrations } from '../webinars/webinars.table.ts'

export const deleteRegistrations = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
  await tx.delete(webinarRegistrations).where(inArray(webinarRegistrations.id, [...ids]))
}

export const deleteContactPersons = async (tx: Queryable, ids: readonly number[]): Promise<void> => {
  await tx.delete(contactPersons).where(inArray(contactPersons.id, [...ids]))
}

/** Their contact persons and the agreements that nobody has accepted go along. */
export const deleteCustomers = async (tx: Queryable, ids: readonly number[]): Promise<void> => {
  await tx.delete(customers).where(inArray(customers.id, [...ids]))
}

export const deleteLeads = async (tx: Queryable, ids: readonly number[]): Promise<void> => {
  await tx.delete(leads).where(inArray(leads.id, [...ids]))
}

/** Leaves what the public register knows of the company, and nothing that somebody has written about people. */
export const anonymiseLeads = async (tx: Queryable, ids: readonly number[]): Promise<void> => {
  const none = { contact_name: null, contact_title: null, phone: null, email: null, next_step: null, notes: null }
  await tx
    .update(leads)
    .set({ ...none, version: sql`${leads.version} + 1` })
    .where(inArray(leads.id, [...ids]))
}

/** Deletes agreements with their evidence; an accepted one stays. */
export const deleteAgreements = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await tx.execute(sql`select delete_agreement(${id}::uuid)`)
}

/** Takes out to whom agreements were sent and who answered; what was shown and answered cannot be changed. */
export const anonymiseAgreements = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
  const none = { recipientName: null, recipientEmail: null, respondedBy: null, customerResponse: null }
  await tx
    .update(agreements)
    .set({ ...none, version: sql`${agreements.version} + 1` })
    .where(inArray(agreements.id, [...ids]))
}

/** Blanks the network addresses and browsers in the timelines of every agreement that was ever sent to this address. */
export const blankAgreementEvents = async (tx: Queryable, email: string): Promise<void> => {
  await tx.execute(sql`select erase_person_from_agreement_events(${email})`)
}

export const deleteMails = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
  await tx.delete(emailLogs).where(inArray(emailLogs.id, [...ids]))
}

/** Which of these ids are those of accepted agreements. */
export const findAccepted = async (db: Queryable, ids: readonly string[]): Promise<Set<string>> => {
  const rows = await db
    .select({ id: agreements.id })
    .from(agreements)
    .where(and(eq(agreements.status, 'accepted'), inArray(sql`${agreements.id}::text`, [...ids])))
  return new Set(rows.map(({ id }) => id))
}
