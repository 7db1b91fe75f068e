import { type LeadField, type LeadStatus, leadSortFields, leadStatuses } from '@kontor/contract/leads/leads.rules'
import type {
  Duplicates,
  Lead,
  LeadFilter,
  LeadPage,
  LeadSummary,
  leadListQuery,
} from '@kontor/contract/leads/leads.schema'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { pagination } from '@kontor/contract/shared/paging'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { notFound, staleVersion } from '../../platform/errors/http-error.ts'
import { rememberBy } from '../../platform/http/shared-answer.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { countAllLeads, countLeads, type LeadSort, listLeads } from './leads.list.queries.ts'
import {
  findCustomersAlike,
  findLead,
  findLeadsAlike,
  insertLead,
  nameActor,
  updateLead,
  updateStatuses,
} from './leads.queries.ts'

export const leadGone = () => notFound('Leadet finnes ikke.')

/** Who changes leads, as their history names them. */
export const actorOf = (principal: Principal): string =>
  principal.role === 'admin' ? 'Administrator' : principal.username

const sortOf = (sort: string): LeadSort => {
  const [name, way] = sort.split(':')
  const field: LeadField | 'last_touched_at' = leadSortFields.find((known) => known === name) ?? 'created_at'
  return { field, direction: way === 'asc' ? 'asc' : 'desc' }
}

const narrows = ({ q, industry }: LeadFilter): boolean => Boolean(q?.trim() || industry?.trim())

/** What stands between the end of a list and its last page is never skipped over one by one. */
const deep = 1_000

/** So many leads are found by an index and sorted faster than they are met in a list of a hundred thousand that is in order. */
const mostSorted = 1_000

/** The list of leads and its numbers. */
export interface LeadList {
  page(query: z.output<typeof leadListQuery>): Promise<LeadPage>
  summary(filter: LeadFilter): Promise<LeadSummary>
}

/** How many filters' numbers are remembered. */
const mostCounted = 500

/**
 * Of a filter that narrows, the numbers must be counted, which takes longer than reading a page: once, for everybody, for as
 * long as the database says that no lead has changed.
 */
export const openLeadList = (db: Queryable): LeadList => {
  const count = rememberBy(mostCounted, ({ filter }: { filter: LeadFilter; print: string }) => countLeads(db, filter))
  const countsOf = async ({ q = '', industry = '' }: LeadFilter): Promise<ReadonlyMap<LeadStatus, number>> => {
    // Read before the leads are counted: a change in between makes the next print another one.
    const { counts, print } = await countAllLeads(db)
    const filter = { q: q.trim(), industry: industry.trim(), status: undefined }
    return narrows(filter) ? count({ filter, print }) : counts
  }

  const totalOf = async (filter: LeadFilter): Promise<number> => {
    const counts = await countsOf(filter)
    const wanted: readonly LeadStatus[] = filter.status === undefined ? leadStatuses : [filter.status]
    return wanted.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  }

  return {
    page: async ({ page, size, sort, ...filter }) => {
      const order = sortOf(sort)
      const offset = (page - 1) * size
      if (offset <= deep && !narrows(filter)) {
        const [leads, total] = await Promise.all([
          listLeads(db, filter, order, { offset, limit: size }),
          totalOf(filter),
        ])
        return { leads, pagination: pagination(page, size, total) }
      }
      const total = await totalOf(filter)
      const limit = Math.max(0, Math.min(size, total - offset))
      const fromEnd = offset > total / 2
      const few = narrows(filter) && total <= mostSorted
      const slice = { offset: fromEnd ? total - offset - limit : offset, limit, fromEnd, few }
      const leads = limit > 0 ? await listLeads(db, filter, order, slice) : []
      return { leads, pagination: pagination(page, size, total) }
    },
    summary: async (filter) => {
      const counts = await countsOf(filter)
      const shown = leadStatuses.map((status) => ({
        status,
        count: filter.status === undefined || filter.status === status ? (counts.get(status) ?? 0) : 0,
      }))
      return { total: shown.reduce((sum, { count }) => sum + count, 0), counts: shown }
    },
  }
}

/** The lead as it stands after a change in the same transaction. */
const stored = async (tx: Queryable, id: number): Promise<Lead> => {
  const lead = await findLead(tx, id)
  if (!lead) throw leadGone()
  return lead
}

export const addLead = (db: Queryable, lead: Parameters<typeof insertLead>[1]): Promise<Lead> =>
  db.transaction(async (tx) => stored(tx, await insertLead(tx, lead)))

/** Changes a lead in a person's name; a stale version is answered with how the lead stands. */
export const changeLead = (
  db: Queryable,
  id: number,
  changes: Parameters<typeof updateLead>[2],
  principal: Principal,
): Promise<Lead> =>
  db.transaction(async (tx) => {
    await nameActor(tx, actorOf(principal))
    const changed = await updateLead(tx, id, changes)
    const lead = await stored(tx, id)
    if (!changed) throw staleVersion(lead)
    return lead
  })

export const changeStatuses = (
  db: Queryable,
  { ids, status }: { readonly ids: readonly number[]; readonly status: LeadStatus },
  principal: Principal,
): Promise<number[]> =>
  db.transaction(async (tx) => {
    await nameActor(tx, actorOf(principal))
    return updateStatuses(tx, ids, status)
  })

/** What may be the same company as a lead that is about to be stored. */
export const findDuplicates = async (
  db: Queryable,
  { role }: Principal,
  wanted: { org_no?: string | undefined; email?: string | undefined; except?: number | undefined },
): Promise<Duplicates> => {
  const orgNo = wanted.org_no ? (organizationNumberDigits(wanted.org_no) ?? wanted.org_no) : null
  const sought = { orgNo, email: wanted.email || null }
  if (sought.orgNo === null && sought.email === null) return { leads: [], customers: [] }
  const sameIn = ({ org_no, email }: { org_no: string | null; email: string | null }): ('org_no' | 'email')[] => [
    ...(sought.orgNo !== null && org_no === sought.orgNo ? (['org_no'] as const) : []),
    ...(sought.email !== null && email?.toLowerCase() === sought.email.toLowerCase() ? (['email'] as const) : []),
  ]
  const [leads, customers] = await Promise.all([
    findLeadsAlike(db, sought, wanted.except),
    findCustomersAlike(db, sought),
  ])
  return {
    leads: leads.map((lead) => ({ id: lead.id, name: lead.name, status: lead.status, same: sameIn(lead) })),
    customers: customers.map((customer) => ({
      id: customer.id,
      name: role === 'admin' ? customer.name : null,
      same: sameIn(customer),
    })),
  }
}
