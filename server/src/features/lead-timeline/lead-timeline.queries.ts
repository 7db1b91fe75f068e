import { type CallOutcome, callOutcomes, writtenEntryKinds } from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, hasRows, oneRow, updateRow } from '../../platform/database/rows.ts'
import { imports } from '../../platform/imports/imports.table.ts'
import type { TrashKind } from '../../platform/trash/trash.ts'
import { answeredText, shownColumns } from '../agreements/agreements.shown.queries.ts'
import { agreementEvents, agreements } from '../agreements/agreements.table.ts'
import { leadStatusChanges, leads } from '../leads/leads.table.ts'
import { leadEntries } from './lead-timeline.table.ts'

export const listEntries = (db: Queryable, leadId: number) =>
  db
    .select()
    .from(leadEntries)
    .where(eq(leadEntries.leadId, leadId))
    .orderBy(desc(leadEntries.createdAt), desc(leadEntries.id))
    .limit(maxListRows)

export const listStatusChanges = (db: Queryable, leadId: number) =>
  db
    .select({
      id: leadStatusChanges.id,
      at: leadStatusChanges.changedAt,
      author: leadStatusChanges.changedBy,
      from: leadStatusChanges.from,
      to: leadStatusChanges.to,
    })
    .from(leadStatusChanges)
    .where(eq(leadStatusChanges.leadId, leadId))
    .orderBy(desc(leadStatusChanges.id))
    .limit(maxListRows)

const shownEvents = ['sent', 'reminded', 'answered'] as const

/** Lists the sendings and answers of agreements with the customer that the lead has become. */
export const listAgreementEvents = (db: Queryable, leadId: number) =>
  db
    .select({
      id: agreementEvents.id,
      at: agreementEvents.at,
      author: agreementEvents.author,
      event: sql<(typeof shownEvents)[number]>`${agreementEvents.kind}`,
      action: agreementEvents.action,
      reference: agreements.reference,
      title: shownColumns.title,
    })
    .from(leads)
    .innerJoin(agreements, eq(agreements.customerId, leads.customer_id))
    .innerJoin(agreementEvents, eq(agreementEvents.agreementId, agreements.id))
    .leftJoinLateral(answeredText(db), sql`true`)
    .where(and(eq(leads.id, leadId), inArray(agreementEvents.kind, [...shownEvents])))
    .orderBy(desc(agreementEvents.at), desc(agreementEvents.id))
    .limit(maxListRows)

/** Finds who created the lead, and by which import, if any. */
export const findCreation = (db: Queryable, leadId: number) =>
  firstRow(
    db
      .select({
        author: sql<string | null>`coalesce(${imports.importedBy}, ${leads.created_by})`,
        import: { id: imports.id, file: imports.fileName },
      })
      .from(leads)
      .leftJoin(imports, eq(imports.id, leads.import_id))
      .where(eq(leads.id, leadId)),
  )

export type StoredEntry = typeof leadEntries.$inferSelect

export const insertEntry = (tx: Queryable, entry: typeof leadEntries.$inferInsert) =>
  oneRow(tx.insert(leadEntries).values(entry).returning())

/** Records that somebody worked on a lead just now: a note or call changes no other field of the lead. Returns false if there is no such lead. */
export const touchLead = (tx: Queryable, leadId: number): Promise<boolean> =>
  hasRows(tx.update(leads).set({ last_touched_at: sql`now()` }).where(eq(leads.id, leadId)).returning({ id: leads.id }))

/** Finds a note or call of the lead. */
export const findWritten = (db: Queryable, leadId: number, id: number) =>
  firstRow(
    db
      .select()
      .from(leadEntries)
      .where(
        and(eq(leadEntries.id, id), eq(leadEntries.leadId, leadId), inArray(leadEntries.kind, [...writtenEntryKinds])),
      ),
  )

export const updateEntry = (db: Queryable, id: number, changes: { text: string; version: number | undefined }) =>
  firstRow(updateRow(db, leadEntries, id, changes).returning())

/** Maximum characters of a note that the trash shows. */
const titleLength = 80

const titleOf = (text: string): string => {
  const [line = ''] = text.split('\n')
  const characters = [...line]
  return characters.length > titleLength ? `${characters.slice(0, titleLength).join('').trimEnd()}…` : line
}

export const entryTrash: TrashKind = {
  kind: 'leadEntries',
  table: leadEntries,
  title: ({ text, outcome }) =>
    typeof text === 'string' ? titleOf(text) : `Samtale: ${callOutcomes[outcome as CallOutcome]}`,
}

export const deleteEntry = (db: Queryable, id: number) => deleteRow(db, leadEntries, id)
