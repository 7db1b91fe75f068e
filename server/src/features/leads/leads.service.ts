import { type LeadStatus, leadStatuses } from '@kontor/contract/leads/leads.rules'
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
import type { Principal } from '../../platform/session/principal.ts'
import { countAllLeads, countLeads, listLeads, searchLeads } from './leads.list.queries.ts'
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

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, n) => total + n, 0)

const isSearch = ({ q, industry }: LeadFilter): boolean => Boolean(q?.trim() || industry?.trim())

/** A page of the list. */
export const pageOfLeads = async (
  db: Queryable,
  { page, size, sort, ...filter }: z.output<typeof leadListQuery>,
): Promise<LeadPage> => {
  const offset = (page - 1) * size
  if (isSearch(filter)) {
    const { leads, total } = await searchLeads(db, filter, sort, { offset, limit: size })
    return { leads, pagination: pagination(page, size, total) }
  }
  const { status } = filter
  const counts = await countAllLeads(db)
  const total = status ? (counts.get(status) ?? 0) : sum(counts.values())
  const limit = Math.max(0, Math.min(size, total - offset))
  const fromEnd = offset > total / 2
  const slice = { offset: fromEnd ? total - offset - limit : offset, limit, fromEnd }
  const leads = limit > 0 ? await listLeads(db, status, sort, slice) : []
  return { leads, pagination: pagination(page, size, total) }
}

/** How many leads match a filter, by status and in all. */
export const summariseLeads = async (db: Queryable, filter: LeadFilter): Promise<LeadSummary> => {
  const counts = isSearch(filter) ? await countLeads(db, filter) : await countAllLeads(db)
  const isWanted = (status: LeadStatus): boolean => filter.status === undefined || filter.status === status
  const byStatus = leadStatuses.map((status) => ({ status, count: isWanted(status) ? (counts.get(status) ?? 0) : 0 }))
  return { total: sum(byStatus.map(({ count }) => count)), counts: byStatus }
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
