import type { LeadField, LeadSort } from '@kontor/contract/leads/leads.fields'
import { type LeadDue, type LeadStatus, lostStatus } from '@kontor/contract/leads/leads.rules'
import { and, asc, count, desc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { inNameOrder } from '../../platform/database/columns.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idsOf } from '../../platform/database/rows.ts'
import { contains, hasWords } from '../../platform/database/search.ts'
import { plainColumns } from '../../platform/imports/bulk-rows.ts'
import { users } from '../users/users.table.ts'
import { selectLeads } from './leads.queries.ts'
import { leads, statusPlace } from './leads.table.ts'

const ofIndustry = (industry: string): SQL | undefined => {
  const text = industry.trim()
  return text === '' ? undefined : contains(leads.industry_text, text)
}

/** Filters of the list, with the caller's id and today's date filled in. */
export interface LeadCriteria {
  readonly q?: string | undefined
  readonly status?: LeadStatus | undefined
  readonly industry?: string | undefined
  readonly due?: { readonly kind: LeadDue; readonly today: string } | undefined
  /** A user's id; null for leads without an owner. */
  readonly owner?: number | null | undefined
  readonly ids?: readonly number[] | undefined
}

const dueOperators = { due: sql`<=`, overdue: sql`<`, today: sql`=`, upcoming: sql`>` } as const

const isDue = ({ kind, today }: NonNullable<LeadCriteria['due']>): SQL =>
  sql`${leads.next_step_at} ${dueOperators[kind]} ${today}::date and ${leads.status} <> ${lostStatus}`

const isOwnedBy = (owner: number | null): SQL => (owner === null ? isNull(leads.owner_id) : eq(leads.owner_id, owner))

const matching = ({ q = '', status, industry = '', due, owner, ids }: LeadCriteria): SQL | undefined =>
  and(
    hasWords(leads.search_text, q),
    ofIndustry(industry),
    status && eq(leads.status, status),
    due && isDue(due),
    owner === undefined ? undefined : isOwnedBy(owner),
    ids && sql`${leads.id} = any(${sql.param(ids)})`,
  )

/** Text columns without a Norwegian collation of their own. */
const plainTexts: ReadonlySet<LeadSort['id']> = new Set([
  ...(['email', 'notes', 'phone', 'postal_code'] as const),
  ...(['sector_code', 'nace_code1', 'nace_code2', 'nace_code3'] as const),
])

const sortValue = (field: LeadSort['id']): SQL => {
  if (field === 'status') return statusPlace(leads.status)
  if (field === 'company_name') return inNameOrder(leads.company_name)
  // Uses a subquery: with a join, PostgreSQL couldn't answer the list's query from an index alone.
  if (field === 'owner') return sql`(select ${users.username} from ${users} where ${users.id} = ${leads.owner_id})`
  return plainTexts.has(field) ? sql`${leads[field]} collate "nb-x-icu"` : sql`${leads[field]}`
}

/** Sorts empty values last in either direction; ids break ties. */
const orderBy = ({ id: field, desc: isDescending }: LeadSort): SQL[] => {
  const value = sortValue(field)
  if (!isDescending) return [asc(value), asc(leads.id)]
  // Leaves out `nulls last` for a required column: its index couldn't serve that order.
  const isAlwaysThere = field !== 'owner' && leads[field].notNull
  return [isAlwaysThere ? desc(value) : sql`${value} desc nulls last`, desc(leads.id)]
}

const idsInOrder = <More extends Record<string, SQL.Aliased>>(
  db: Queryable,
  filter: LeadCriteria,
  sort: LeadSort,
  more: More,
) =>
  db
    .select({ id: leads.id, ...more })
    .from(leads)
    .where(matching(filter))
    .orderBy(...orderBy(sort))

/** Reads a page of the leads that match a filter. Each row has the number of all matches. */
export const listLeads = (
  db: Queryable,
  filter: LeadCriteria,
  sort: LeadSort,
  { offset, limit }: { readonly offset: number; readonly limit: number },
) => {
  // A search counts its matches while finding them. Counting all leads, or all leads of one status, is faster by a separate query of an index.
  const { status, ...search } = filter
  const total = matching(search) ? sql`count(*) over ()` : sql`${countLeads(db, filter)}`
  // Finds ids first, so that skipped rows are read from an index alone.
  const page = idsInOrder(db, filter, sort, { total: total.mapWith(Number).as('total') })
    .limit(limit)
    .offset(offset)
    .as('page')
  return selectLeads(db, { total: page.total })
    .innerJoin(page, eq(page.id, leads.id))
    .orderBy(...orderBy(sort))
}

export const countLeads = (db: Queryable, filter: LeadCriteria) => db.$count(leads, matching(filter))

/** Counts the leads that match a filter, by status. Statuses without leads are left out. */
export const countLeadsByStatus = async (
  db: Queryable,
  filter: LeadCriteria,
): Promise<ReadonlyMap<LeadStatus, number>> => {
  const rows = await db
    .select({ status: leads.status, n: count() })
    .from(leads)
    .where(matching(filter))
    .groupBy(leads.status)
  return new Map(rows.map(({ status, n }) => [status, n]))
}

export type ExportedLead = { readonly id: number } & { readonly [Key in LeadField]: string | number | boolean | null }

export const listLeadsAfter = async (
  db: Queryable,
  id: number,
  { filter, fields, count }: { filter: LeadCriteria; fields: readonly LeadField[]; count: number },
): Promise<ExportedLead[]> => {
  const { rows } = await db.execute<ExportedLead>(sql`
    select ${plainColumns(
      leads,
      fields.filter((field) => field !== 'owner'),
    )}, ${users.username} as owner
    from ${leads} left join ${users} on ${users.id} = ${leads.owner_id} where ${and(sql`${leads.id} > ${id}`, matching(filter))} order by ${leads.id} limit ${count}`)
  return rows
}

/** Lists the ids of all leads that match a filter, in the list's order. */
export const listLeadIds = (db: Queryable, filter: LeadCriteria, sort: LeadSort): Promise<number[]> =>
  idsOf(idsInOrder(db, filter, sort, {}))
