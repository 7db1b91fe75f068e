import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { equalsIgnoringCase, idsOf } from '../../platform/database/rows.ts'
import { agreementCodes, agreementIdentifications } from '../agreements/agreements.evidence.table.ts'
import { agreements } from '../agreements/agreements.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { leadEntries } from '../lead-timeline/lead-timeline.table.ts'
import { leads } from '../leads/leads.table.ts'

const deletable = { contactPersons, customers, leads, mails: emailLogs }

/** With customers, also their contact persons and the agreements that are not accepted. */
export const deleteEntries = async (
  tx: Queryable,
  kind: keyof typeof deletable,
  ids: readonly (string | number)[],
): Promise<void> => {
  const table: PgTable & { readonly id: PgColumn } = deletable[kind]
  await tx.delete(table).where(inArray(table.id, [...ids]))
}

/** Keeps the company's data from the public register, and clears everything about people. */
export const anonymiseLeads = async (tx: Queryable, ids: readonly number[]): Promise<void> => {
  const cleared = {
    contact_name: null,
    contact_title: null,
    phone: null,
    email: null,
    next_step: null,
    next_step_at: null,
    notes: null,
  }
  await tx
    .update(leads)
    .set({ ...cleared, version: sql`${leads.version} + 1` })
    .where(inArray(leads.id, [...ids]))
  await tx.delete(leadEntries).where(inArray(leadEntries.leadId, [...ids]))
}

/** Deletes agreements with their evidence, except accepted ones. */
export const deleteAgreements = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await tx.execute(sql`select delete_agreement(${id}::uuid)`)
}

/** Clears the recipient and the answer on agreements; the evidence can't be changed. */
export const anonymiseAgreements = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
  const cleared = { recipientName: null, recipientEmail: null, respondedBy: null, customerResponse: null }
  await tx
    .update(agreements)
    .set({ ...cleared, version: sql`${agreements.version} + 1` })
    .where(inArray(agreements.id, [...ids]))
}

/** Removes the address from the recipients of copies, of all mails and agreements: pending mails are not sent to it. */
export const removeCopies = async (tx: Queryable, email: string): Promise<void> => {
  for (const table of [agreements, emailLogs]) {
    const others = sql`array(select copy from unnest(${table.cc}) copy where lower(copy) <> lower(${email}))`
    await tx.update(table).set({ cc: others }).where(sql`${table.cc} <> '{}' and ${table.cc} <> ${others}`)
  }
}

/** Deletes codes sent to the address, and the identifications for these agreements; anyone about to answer has to start over. */
export const deleteProofs = async (tx: Queryable, email: string, agreementIds: readonly string[]): Promise<void> => {
  await tx.delete(agreementCodes).where(equalsIgnoringCase(agreementCodes.sentTo, email))
  await tx.delete(agreementIdentifications).where(inArray(agreementIdentifications.agreementId, [...agreementIds]))
}

/** Blanks IP addresses and user agents in the timelines of every agreement that was ever sent to this address. */
export const blankAgreementEvents = async (tx: Queryable, email: string): Promise<void> => {
  await tx.execute(sql`select erase_person_from_agreement_events(${email})`)
}

export const findAccepted = (db: Queryable, ids: readonly string[]): Promise<string[]> =>
  idsOf(
    db
      .select({ id: agreements.id })
      .from(agreements)
      .where(and(eq(agreements.status, 'accepted'), inArray(sql`${agreements.id}::text`, [...ids]))),
  )
