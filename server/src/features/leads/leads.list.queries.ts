import type { LeadField } from '@kontor/contract/leads/leads.rules'
import type { LeadFilter } from '@kontor/contract/leads/leads.schema'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { plainColumns } from '../../platform/database/bulk-rows.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { withMark } from '../company-register/company-register.queries.ts'
import { selectLeads } from './leads.queries.ts'
import { leadCounts, leads } from './leads.table.ts'

type Status = typeof leads.$inferSelect.status

/** In lower case as the columns are, and compared byte by byte as they are: otherwise no index knows it. */
const pattern = (text: string): SQL =>
  sql`lower(${`%${text.replaceAll(/[\\%_]/g, '\\$&')}%`}::text collate "nb-x-icu") collate "C"`

/** What a number is without what people write between its digits, and without Norway's own code; null for a text. */
const digitsOf = (text: string): string | null => {
  if (!/^[\d\s().+-]+$/.test(text)) return null
  const digits = text.replaceAll(/^\s*(?:\+|00)47|\D/g, '')
  return digits === '' ? null : digits
}

const found = (q: string): SQL | undefined => {
  const text = q.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
  if (text === '') return undefined
  const digits = digitsOf(text)
  const asWritten = sql`${leads.search_text} like ${pattern(text)}`
  return digits === null || digits === text
    ? asWritten
    : sql`(${asWritten} or ${leads.search_text} like ${pattern(digits)})`
}

const ofIndustry = (industry: string): SQL | undefined => {
  const text = industry.normalize('NFC').trim()
  return text === '' ? undefined : sql`${leads.industry_text} like ${pattern(text)}`
}

const matching = ({ q = '', status, industry = '' }: LeadFilter): SQL | undefined =>
  and(found(q), ofIndustry(industry), status && eq(leads.status, status))

type Direction = 'asc' | 'desc'

/** Columns that always hold something: their indexes can be read both ways. */
const alwaysThere: ReadonlySet<string> = new Set(['id', 'status', 'company_name', 'created_at', 'last_touched_at'])

/** Free text of columns that are not Norwegian by themselves. */
const foreign: ReadonlySet<string> = new Set(['email', 'notes'])

const orderBy = (field: LeadField | 'last_touched_at', direction: Direction, reversed: boolean): SQL[] => {
  const column: PgColumn = leads[field]
  const way = (direction === 'asc') === reversed ? 'desc' : 'asc'
  const value = foreign.has(field) ? sql`${column} collate "nb-x-icu"` : sql`${column}`
  if (field === 'id') return [sql`${value} ${sql.raw(way)}`]
  if (alwaysThere.has(field)) return [sql`${value} ${sql.raw(way)}`, sql`${leads.id} ${sql.raw(way)}`]
  const nulls = sql.raw(`${way} nulls ${reversed ? 'first' : 'last'}`)
  return [sql`${value} ${nulls}`, sql`${leads.id} ${nulls}`]
}

export interface LeadSort {
  readonly field: LeadField | 'last_touched_at'
  readonly direction: Direction
}

/**
 * The rows of a sorted list from `offset`; `fromEnd` counts them from the list's end, for pages that are nearer to it. Of `few`
 * leads, all are found and sorted. PostgreSQL only guesses how many a search leaves; where it guesses too many, it reads the
 * whole list in its order and finds them late.
 */
interface Slice {
  readonly offset: number
  readonly limit: number
  readonly fromEnd?: boolean
  readonly few?: boolean
}

/** A page of the leads under a filter; empty values are last in either direction, and ids break ties. */
export const listLeads = async (
  db: Queryable,
  filter: LeadFilter,
  { field, direction }: LeadSort,
  { offset, limit, fromEnd = false, few = false }: Slice,
) => {
  const where = matching(filter) ?? sql`true`
  // `offset 0` makes PostgreSQL plan what is within it by itself, without a look at the order.
  const found = few ? sql`(select * from ${leads} where ${where} offset 0) as ${leads}` : sql`${leads} where ${where}`
  const order = sql.join(orderBy(field, direction, fromEnd), sql`, `)
  // The ids first: what is skipped over is then read from an index alone.
  const rows = await selectLeads(db)
    .where(inArray(leads.id, sql`(select ${leads.id} from ${found} order by ${order} limit ${limit} offset ${offset})`))
    .orderBy(...orderBy(field, direction, false))
  return rows.map(withMark)
}

type Counts = ReadonlyMap<Status, number>

const asCounts = (rows: readonly { status: Status; n: number }[]): Counts =>
  new Map(rows.map(({ status, n }) => [status, n]))

/**
 * How many leads of each status there are: kept by the database, never counted; with a text that is another one whenever any
 * filter may leave other leads. Rows become visible when their writer commits: which ones they are tells all that was done.
 */
export const countAllLeads = async (db: Queryable): Promise<{ readonly counts: Counts; readonly print: string }> => {
  const rows = await db
    .select({
      status: leadCounts.status,
      n: sql`sum(${leadCounts.n})`.mapWith(Number),
      writers: sql<string>`sum(hashtextextended(${leadCounts}.xmin::text, 0))::text`,
    })
    .from(leadCounts)
    .groupBy(leadCounts.status)
    .orderBy(leadCounts.status)
  return { counts: asCounts(rows), print: rows.map(({ status, writers }) => `${status} ${writers}`).join() }
}

/** How many leads of each status a filter leaves. */
export const countLeads = async (db: Queryable, filter: LeadFilter): Promise<Counts> =>
  asCounts(
    await db
      .select({ status: leads.status, n: sql`count(*)`.mapWith(Number) })
      .from(leads)
      .where(matching(filter))
      .groupBy(leads.status),
  )

/** Adds up what writers have noted one by one. Two at once do it once. */
export const addUpCounts = async (db: Queryable): Promise<void> => {
  await db.execute(sql`
    with noted as (delete from ${leadCounts} returning status, n)
    insert into ${leadCounts} (status, n) select status, sum(n) from noted group by status`)
}

/** What a spreadsheet of leads holds besides what an import takes. */
export type ExportedLead = { readonly id: number } & { readonly [Key in LeadField]: string | number | boolean | null }

/** The next `count` leads after an id under a filter, in the order in which they were made. */
export const listLeadsAfter = async (
  db: Queryable,
  id: number,
  { filter, fields, count }: { filter: LeadFilter; fields: readonly LeadField[]; count: number },
): Promise<ExportedLead[]> => {
  const { rows } = await db.execute<ExportedLead>(sql`
    select ${plainColumns(leads, fields)} from ${leads}
    where ${and(sql`${leads.id} > ${id}`, matching(filter))} order by ${leads.id} limit ${count}`)
  return rows
}
