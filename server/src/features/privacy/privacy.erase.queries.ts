import { maskedValue } from '@kontor/contract/audit-events/audit-events.rules'
import { and, eq, getTableColumns, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { hasAddress, hasInText, isAmong, withoutAddress } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { personalTables } from '../../platform/database/personal-data.ts'
import { idsOf, updateRow } from '../../platform/database/rows.ts'
import { importChanges, imports } from '../../platform/imports/imports.table.ts'
import { agreementCodes, agreementIdentifications } from '../agreement-answers/agreement-answers.table.ts'
import { agreements } from '../agreements/agreements.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { emptyMails } from '../emails/emails.queries.ts'
import { emailLogs, settledMail } from '../emails/emails.table.ts'
import { leadEntries } from '../lead-timeline/lead-timeline.table.ts'
import { leads, leadViews } from '../leads/leads.table.ts'

const deletable = { contactPersons, customers, leads, mails: emailLogs }

/** Deletes entries. A customer's contact persons, and its agreements that are not accepted, are deleted with it. */
export const deleteEntries = async (
  tx: Queryable,
  kind: keyof typeof deletable,
  ids: readonly (string | number)[],
): Promise<void> => {
  const table: PgTable & { readonly id: PgColumn } = deletable[kind]
  await tx.delete(table).where(inArray(table.id, [...ids]))
}

/** Clears the columns that are declared to be about a person, and keeps the rest of the rows. */
const clearPerson = async (tx: Queryable, name: string, where: SQL | undefined): Promise<void> => {
  const { table, person = [] } = personalTables.get(name) ?? {}
  const version = table && getTableColumns(table).version
  if (!table || !version) throw new Error(`${name} can't be cleared`)
  const cleared = Object.fromEntries(person.map(({ key }) => [key, null]))
  await tx
    .update(table)
    .set({ ...cleared, version: sql`${version} + 1` })
    .where(where)
}

/** Clears everything about people in leads, and keeps the company's data. */
export const anonymiseLeads = async (tx: Queryable, ids: readonly number[]): Promise<void> => {
  await clearPerson(tx, 'leads', inArray(leads.id, [...ids]))
  await tx.delete(leadEntries).where(inArray(leadEntries.leadId, [...ids]))
}

/** Deletes agreements with their evidence, except accepted ones. */
export const deleteAgreements = async (tx: Queryable, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await tx.execute(sql`select delete_agreement(${id}::uuid)`)
}

/** Clears recipient and answer of agreements whose last recipient has the address or was erased. The evidence can't be changed. */
export const anonymiseAgreements = async (tx: Queryable, ids: readonly string[], email: string): Promise<void> => {
  const isTheirs = or(isNull(agreements.recipientEmail), hasAddress(agreements.recipientEmail, email))
  await clearPerson(tx, 'agreements', and(inArray(agreements.id, [...ids]), isTheirs))
}

/** Removes the address from the recipients of copies of all mails and agreements, so that pending mails aren't sent to it. */
export const removeCopies = async (tx: Queryable, email: string): Promise<void> => {
  for (const table of [agreements, emailLogs]) {
    await tx
      .update(table)
      .set({ cc: withoutAddress(table.cc, email) })
      .where(isAmong(table.cc, email))
  }
}

/** Empties notices that name the address, about agreements that the person got a copy of. Returns the notices' ids. */
export const emptyNotices = (tx: Queryable, email: string, agreementIds: readonly string[]): Promise<string[]> =>
  emptyMails(
    tx,
    and(
      inArray(emailLogs.relatedId, [...agreementIds]),
      settledMail(emailLogs),
      // Mails with a document are receipts, which are evidence.
      isNull(emailLogs.attachments),
      or(hasInText(emailLogs.textContent, email), hasInText(emailLogs.htmlContent, email)),
    ),
  )

/** Deletes codes sent to the address, and the identifications for these agreements. A customer who is answering must then identify again. */
export const deleteProofs = async (tx: Queryable, email: string, agreementIds: readonly string[]): Promise<void> => {
  await tx.delete(agreementCodes).where(hasAddress(agreementCodes.sentTo, email))
  await tx.delete(agreementIdentifications).where(inArray(agreementIdentifications.agreementId, [...agreementIds]))
}

/**
 * Blanks the person's IP addresses and user agents in timelines and answers, and deletes the sealed PDFs that show them. In timelines of
 * agreements that were never accepted, also blanks the recipient and details of the person's events. Removes the address from the list of
 * mails that contained a link.
 */
export const blankAgreementEvents = async (tx: Queryable, email: string): Promise<void> => {
  await tx.execute(sql`select erase_person_from_agreement_events(${email})`)
}

/** Clears the file names of the imports that wrote these rows; returns the imports' ids. */
export const clearFileNames = async (
  tx: Queryable,
  ids: Readonly<Record<'leads' | 'customers', readonly number[]>>,
): Promise<string[]> => {
  const found: string[] = []
  for (const kind of ['leads', 'customers'] as const) {
    const own = sql.param([...ids[kind]])
    const wrote = sql`exists (select from ${importChanges} where import_id = ${imports.id} and (created && ${own}::int[]
      or exists (select from jsonb_array_elements(updated) as item where (item ->> 'id')::int = any(${own}::int[]))))`
    const created = inArray(
      imports.id,
      tx
        .select({ id: sql<string>`${leads.import_id}` })
        .from(leads)
        .where(and(inArray(leads.id, [...ids.leads]), isNotNull(leads.import_id))),
    )
    const isTheirs = and(eq(imports.kind, kind), kind === 'leads' ? or(wrote, created) : wrote)
    found.push(
      ...(await idsOf(tx.update(imports).set({ fileName: null }).where(isTheirs).returning({ id: imports.id }))),
    )
  }
  return found
}

/** Clears the names and searches of saved views that mention the person. */
export const clearViews = async (tx: Queryable, names: (text: string) => boolean): Promise<void> => {
  const views = await tx.select({ id: leadViews.id, name: leadViews.name, q: leadViews.q }).from(leadViews)
  for (const { id, name, q } of views) {
    const cleared = { ...(names(name) && { name: `${maskedValue} ${id}` }), ...(names(q) && { q: '' }) }
    if (Object.keys(cleared).length > 0) await updateRow(tx, leadViews, id, cleared)
  }
}
