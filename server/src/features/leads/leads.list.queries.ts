import {
  type LeadDue,
  type LeadField,
  type LeadSort,
  type LeadStatus,
  lostStatus,
} from '@kontor/contract/leads/leads.rules'
import { and, eq, inArray, isNull, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { plainColumns } from '../../platform/database/bulk-rows.ts'
import { inNameOrder } from '../../platform/database/columns.ts'
import { type Queryable, statementName } from '../../platform/database/database.ts'
import { idsOf, oncePerDatabase, preparePage } from '../../platform/database/rows.ts'
import { contains, hasWords } from '../../platform/database/search.ts'
import { users } from '../users/users.table.ts'
import { selectLeads } from './leads.queries.ts'
import { leadCounts, leads, statusPlace } from './leads.table.ts'

const ofIndustry = (industry: string): SQL | undefined => {
  const text = industry.trim()
  return text === '' ? undefined : contains(leads.industry_text, text)
}

/** Filters of the list with the caller and the day filled in. */
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

/** Columns that are never null: one index serves both directions. */
const alwaysThere: ReadonlySet<string> = new Set(['id', 'status', 'company_name', 'created_at', 'last_touched_at'])

/** Columns without a collation of their own. Numbers as text are compared byte by byte, in two thirds of the time. */
const collations: ReadonlyMap<string, string> = new Map([
  ['email', 'nb-x-icu'],
  ['notes', 'nb-x-icu'],
  ...['phone', 'postal_code', 'sector_code', 'nace_code1', 'nace_code2', 'nace_code3'].map(
    (field): [string, string] => [field, 'C'],
  ),
])

/** `leads` with the names of their owners. */
const withOwners = (rows: SQL): SQL => sql`${rows} left join ${users} on ${users.id} = ${leads.owner_id}`

/** The same where the order reads names only: even a join that PostgreSQL removes keeps it from reading an index alone. */
const inOrderOf = ({ id: field }: LeadSort, rows: SQL): SQL => (field === 'owner' ? withOwners(rows) : rows)

const sortValue = (field: LeadSort['id'], column: PgColumn): SQL => {
  if (field === 'status') return statusPlace(column)
  if (field === 'company_name') return inNameOrder(leads.company_name)
  const collation = collations.get(field)
  return collation ? sql`${column} collate ${sql.identifier(collation)}` : sql`${column}`
}

const orderBy = ({ id: field, desc }: LeadSort, reversed: boolean): SQL[] => {
  const column: PgColumn = field === 'owner' ? users.username : leads[field]
  const way = desc === reversed ? 'asc' : 'desc'
  const value = sortValue(field, column)
  if (field === 'id') return [sql`${value} ${sql.raw(way)}`]
  if (alwaysThere.has(field)) return [sql`${value} ${sql.raw(way)}`, sql`${leads.id} ${sql.raw(way)}`]
  const nulls = sql.raw(`${way} nulls ${reversed ? 'first' : 'last'}`)
  return [sql`${value} ${nulls}`, sql`${leads.id} ${nulls}`]
}

interface Slice {
  readonly offset: number
  readonly limit: number
}

/** The number of leads of one status, or of all, from the numbers that a trigger keeps. */
const keptCount = (status: LeadStatus | Placeholder | undefined) =>
  sql<number>`(select coalesce(sum(${leadCounts.n}), 0)::int from ${leadCounts}
    where ${status ? eq(leadCounts.status, status) : sql`true`})`

export const countLeadsOf = async (db: Queryable, status: LeadStatus | undefined): Promise<number> => {
  const { rows } = await db.execute<{ total: number }>(sql`select ${keptCount(status)} as total`)
  return rows[0]?.total ?? 0
}

/** A page in one order, of all leads or of the one status that its values name. */
const preparedList = (db: Queryable, { id, desc }: LeadSort, ofStatus: boolean, fromEnd: boolean) => {
  const status = ofStatus ? sql.placeholder('status') : undefined
  // Leads of one status are in the order of their ids, which another index has.
  const sort: LeadSort = ofStatus && id === 'status' ? { id: 'id', desc } : { id, desc }
  // Ids first, so that skipped rows are read from an index alone.
  const ids = sql`(select ${leads.id} from ${inOrderOf(sort, sql`${leads}`)} where ${status ? eq(leads.status, status) : sql`true`}
    order by ${sql.join(orderBy(sort, fromEnd), sql`, `)} limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')})`
  const query = selectLeads(db, { total: keptCount(status).as('total') })
    .where(inArray(leads.id, ids))
    .orderBy(...orderBy(sort, false))
  const name = ['list_leads', id, desc ? 'desc' : 'asc', ofStatus && 'of_status', fromEnd && 'from_end']
  return preparePage(db, leads, statementName(db, name.filter(Boolean).join('_')), query)
}

const preparedLists = oncePerDatabase(() => new Map<string, ReturnType<typeof preparedList>>())

/**
 * A page of the leads of one status or of all, each row with their number in all; empty values are last in either direction, and ids
 * break ties. `fromEnd` counts `offset` from the end of the list, for pages that are nearer to it.
 */
export const listLeads = (
  db: Queryable,
  status: LeadStatus | undefined,
  sort: LeadSort,
  { offset, limit, fromEnd }: Slice & { readonly fromEnd: boolean },
) => {
  const lists = preparedLists(db)
  const key = [sort.id, sort.desc, status !== undefined, fromEnd].join()
  const list = lists.get(key) ?? preparedList(db, sort, status !== undefined, fromEnd)
  lists.set(key, list)
  return list({ status, limit, offset })
}

/** Leads by their ids. Apart from their search, since building and planning this statement takes longer than finding a few. */
const preparedRead = oncePerDatabase((db) =>
  preparePage(
    db,
    leads,
    statementName(db, 'read_leads'),
    selectLeads(db, {}).where(sql`${leads.id} = any(${sql.placeholder('ids')}::int[])`),
  ),
)

const readInOrder = async (db: Queryable, ids: readonly number[]) => {
  const read = new Map((await preparedRead(db)({ ids })).map((lead) => [lead.id, lead]))
  return ids.flatMap((id) => read.get(id) ?? [])
}

/** A page of the leads that match a search, and the number of all matches; undefined for an empty page. */
export const searchLeads = async (db: Queryable, filter: LeadCriteria, sort: LeadSort, { offset, limit }: Slice) => {
  // All matches are counted, so they are found once and sorted. `offset 0` keeps the planner from reading the whole list in its order.
  const { rows } = await db.execute<{ id: number; total: number }>(sql`
    select ${leads.id}, (count(*) over ())::int as total
    from ${inOrderOf(sort, sql`(select * from ${leads} where ${matching(filter) ?? sql`true`} offset 0) as ${leads}`)}
    order by ${sql.join(orderBy(sort, false), sql`, `)} limit ${limit} offset ${offset}`)
  const [first] = rows
  if (!first) return undefined
  const ids = rows.map(({ id }) => id)
  return { leads: await readInOrder(db, ids), total: first.total }
}

/**
 * The same for a search with many matches, without their number: reads the list in its order and skips what doesn't match, so sorts only
 * where no index has the order.
 */
export const searchLeadsInOrder = async (db: Queryable, filter: LeadCriteria, sort: LeadSort, slice: Slice) =>
  readInOrder(db, await listLeadIds(db, filter, sort, slice))

/** From this number of matches on, a page is found soonest in the list's order. */
const manyMatches = 10_000

interface FoundLeads {
  readonly total: number
  readonly ids?: readonly number[]
}

/** The number of all matches, and their ids unless there are many. Sorts nothing, so that PostgreSQL looks through the leads in parallel. */
export const findLeadIds = async (db: Queryable, filter: LeadCriteria): Promise<FoundLeads> => {
  const condition = matching(filter)
  const ids = await idsOf(db.select({ id: leads.id }).from(leads).where(condition).limit(manyMatches))
  return ids.length < manyMatches ? { total: ids.length, ids } : { total: await db.$count(leads, condition) }
}

type Counts = ReadonlyMap<LeadStatus, number>

const asCounts = (rows: readonly { status: LeadStatus; n: number }[]): Counts =>
  new Map(rows.map(({ status, n }) => [status, n]))

/** The number of leads by status, from the counts that a trigger maintains. */
export const countAllLeads = async (db: Queryable): Promise<Counts> =>
  asCounts(
    await db
      .select({ status: leadCounts.status, n: sql`sum(${leadCounts.n})`.mapWith(Number) })
      .from(leadCounts)
      .groupBy(leadCounts.status),
  )

export const countLeads = async (db: Queryable, filter: LeadCriteria): Promise<Counts> =>
  asCounts(
    await db
      .select({ status: leads.status, n: sql`count(*)`.mapWith(Number) })
      .from(leads)
      .where(matching(filter))
      .groupBy(leads.status),
  )

/** Merges the rows that the trigger has inserted into one per status. Of two concurrent calls, one does it. */
export const addUpCounts = async (db: Queryable): Promise<void> => {
  await db.execute(sql`
    with noted as (delete from ${leadCounts} returning status, n)
    insert into ${leadCounts} (status, n) select status, sum(n) from noted group by status`)
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
    from ${withOwners(sql`${leads}`)} where ${and(sql`${leads.id} > ${id}`, matching(filter))} order by ${leads.id} limit ${count}`)
  return rows
}

/** The ids of the leads under a filter, in the list's order: all of them, or a page. */
export const listLeadIds = async (
  db: Queryable,
  filter: LeadCriteria,
  sort: LeadSort,
  page?: Slice,
): Promise<number[]> => {
  const { rows } = await db.execute<{ id: number }>(sql`
    select ${leads.id} as id from ${inOrderOf(sort, sql`${leads}`)} where ${matching(filter) ?? sql`true`}
    order by ${sql.join(orderBy(sort, false), sql`, `)} limit ${page?.limit ?? null} offset ${page?.offset ?? 0}`)
  return rows.map(({ id }) => id)
}
