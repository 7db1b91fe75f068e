import { enquiryMonths } from '@kontor/contract/contacts/contacts.rules'
import type { Cursor } from '@kontor/contract/shared/paging'
import type { TrashKindName } from '@kontor/contract/undo/undo.rules'
import { and, desc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import { recordPurged } from '../../platform/audit/audit.ts'
import { forgetRecords, type PersonalRecord } from '../../platform/audit/personal-trail.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { personalTables } from '../../platform/database/personal-data.ts'
import { firstRow } from '../../platform/database/rows.ts'
import { trash } from '../../platform/trash/trash.table.ts'
import { customers } from '../customers/customers.table.ts'
import { leads } from '../leads/leads.table.ts'
import { webinars } from '../webinars/webinars.table.ts'

const place = sql<string>`${trash.kind} || '-' || ${trash.entityId}`

/** Selects a value of the deleted row. */
const deletedValue = (column: string): SQL => sql`${trash.content} #>> ${`{tables,0,rows,0,${column}}`}`

/** The name of the lead, customer or webinar that the deleted row belongs to. */
const belongsTo = sql<string | null>`case ${trash.kind}
  when 'leadEntries' then
    (select ${leads.company_name} from ${leads} where ${leads.id} = (${deletedValue('lead_id')})::int)
  when 'contactPersons' then
    (select ${customers.name} from ${customers} where ${customers.id} = (${deletedValue('customer_id')})::int)
  when 'registrations' then
    (select ${webinars.name} from ${webinars} where ${webinars.id} = (${deletedValue('webinar_id')})::uuid)
end`

/** Lists entries of these kinds that were deleted after `since`, newest first. */
export const listEntries = (
  db: Queryable,
  {
    kinds,
    since,
    after,
    limit,
  }: { kinds: readonly TrashKindName[]; since: string; after: Cursor | undefined; limit: number },
) =>
  db
    .select({
      kind: trash.kind,
      id: trash.entityId,
      title: trash.title,
      belongsTo,
      archived: trash.archived,
      deletedAt: trash.deletedAt,
      deletedBy: trash.deletedBy,
    })
    .from(trash)
    .where(
      and(
        inArray(trash.kind, [...kinds]),
        sql`${trash.deletedAt} > ${since}`,
        after && sql`(${trash.deletedAt}, ${place}) < (${after.createdAt}::timestamptz, ${after.id})`,
      ),
    )
    .orderBy(desc(trash.deletedAt), desc(place))
    .limit(limit)

/** Finds an entry deleted after `since`, with the deleted row. `row` is null if the entity was archived instead. */
export const findEntry = (db: Queryable, kind: TrashKindName, id: string, since: string) =>
  firstRow(
    db
      .select({
        title: trash.title,
        notice: sql<string>`coalesce(${trash.content} ->> 'notice', '')`,
        row: sql<Record<string, unknown> | null>`${trash.content} -> 'tables' -> 0 -> 'rows' -> 0`,
      })
      .from(trash)
      .where(and(eq(trash.kind, kind), eq(trash.entityId, id), sql`${trash.deletedAt} > ${since}`)),
  )

/** Subquery for the ids, as text, of registrations that can still be restored. */
export const trashedRegistrations = sql`
  select registration ->> 'id' from ${trash},
    jsonb_path_query(${trash.content}, '$.tables[*] ? (@.name == "webinar_registrations").rows[*]') as registration
  where ${trash.kind} in ('webinars', 'registrations')`

/** A deleted row, identified by its kind in the audit trail and its id. */
export type DeletedRecord = Pick<PersonalRecord, 'kind' | 'id'>

type StoredRow = readonly [table: string, id: string | null]

/** Selects the rows of an entry for which a condition on `part.value` and `r.value` holds. */
export const rowsIn = (condition: SQL = sql`true`) => sql<readonly StoredRow[] | null>`(
  select jsonb_agg(jsonb_build_array(part.value ->> 'name', r.value ->> 'id'))
  from jsonb_array_elements(${trash.content} -> 'tables') as part(value), jsonb_array_elements(part.value -> 'rows') as r(value)
  where ${condition})`

/** Picks the rows of tables with personal data; the audit trail holds their values, too. */
export const recordsIn = (entries: readonly { readonly rows: readonly StoredRow[] | null }[]): DeletedRecord[] =>
  entries.flatMap(({ rows }) =>
    (rows ?? []).flatMap(([table, id]) => {
      const kind = personalTables.get(table)?.event
      return kind !== undefined && id !== null ? [{ kind, id }] : []
    }),
  )

/** Maximum entries per statement. */
const purgeBatch = 500

/** Condition: the entry is an enquiry that retention would have deleted by now. `today` is a day in Oslo. */
const isDueEnquiry = (today: string): SQL => {
  const received = sql`(${trash.content} #>> '{tables,0,rows,0,created_at}')::timestamptz`
  return sql`${trash.kind} = 'enquiries'
    and (${received} at time zone 'Europe/Oslo')::date + make_interval(months => ${enquiryMonths}::int) <= ${today}::date`
}

/** Purges entries deleted at `before` or earlier, and enquiries at the end of their retention period, also from the audit trail. */
export const purgeTrash = async (
  db: Queryable,
  { before, today }: { readonly before: string; readonly today: string },
): Promise<void> => {
  const isDue = sql`${lte(trash.deletedAt, before)} or (${isDueEnquiry(today)})`
  let purged: number
  do {
    const due = sql`select ctid from ${trash} where ${isDue} limit ${purgeBatch} for update skip locked`
    purged = await db.transaction(async (tx) => {
      const entries = await tx.delete(trash).where(sql`ctid = any(array(${due}))`).returning({ rows: rowsIn() })
      await forgetRecords(tx, recordsIn(entries))
      await recordPurged(tx, 'trash', entries.length)
      return entries.length
    })
  } while (purged)
}
