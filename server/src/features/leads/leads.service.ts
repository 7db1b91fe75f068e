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
import { HttpError, notFound, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import type { Principal } from '../../platform/session/principal.ts'
import type { RegisterCheck } from '../company-register/company-register.check.service.ts'
import { countAllLeads, countLeads, countLeadsOf, listLeads, searchLeads } from './leads.list.queries.ts'
import * as queries from './leads.queries.ts'

export const leadGone = () => notFound('Leadet finnes ikke.')

export const actorOf = (principal: Principal): string =>
  principal.role === 'admin' ? 'Administrator' : principal.username

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, n) => total + n, 0)

const isSearch = ({ q, industry }: LeadFilter): boolean => Boolean(q?.trim() || industry?.trim())

/** Pages this far down are read from the list's nearer end. */
const farDown = 1_000

export const pageOfLeads = async (
  db: Queryable,
  { page, size, sort, ...filter }: z.output<typeof leadListQuery>,
): Promise<LeadPage> => {
  const offset = (page - 1) * size
  if (isSearch(filter)) {
    const found = await searchLeads(db, filter, sort, { offset, limit: size })
    const total = found[0]?.total ?? sum((await countLeads(db, filter)).values())
    return { leads: found, pagination: pagination(page, size, total) }
  }
  const { status } = filter
  if (offset < farDown) {
    const leads = await listLeads(db, status, sort, { offset, limit: size, fromEnd: false })
    const total = leads[0]?.total ?? (await countLeadsOf(db, status))
    return { leads, pagination: pagination(page, size, total) }
  }
  const total = await countLeadsOf(db, status)
  const limit = Math.max(0, Math.min(size, total - offset))
  const fromEnd = offset > total / 2
  const slice = { offset: fromEnd ? total - offset - limit : offset, limit, fromEnd }
  const leads = limit > 0 ? await listLeads(db, status, sort, slice) : []
  return { leads, pagination: pagination(page, size, total) }
}

export const summariseLeads = async (db: Queryable, filter: LeadFilter): Promise<LeadSummary> => {
  const counts = isSearch(filter) ? await countLeads(db, filter) : await countAllLeads(db)
  const isWanted = (status: LeadStatus): boolean => filter.status === undefined || filter.status === status
  const byStatus = leadStatuses.map((status) => ({ status, count: isWanted(status) ? (counts.get(status) ?? 0) : 0 }))
  return { total: sum(byStatus.map(({ count }) => count)), counts: byStatus }
}

export const getLead = (db: Queryable, id: number): Promise<Lead> => orThrow(queries.findLead(db, id), leadGone)

export const addLead = (db: Queryable, lead: Parameters<typeof queries.insertLead>[1]): Promise<Lead> =>
  db.transaction(async (tx) => getLead(tx, (await queries.insertLead(tx, lead)).id))

export const changeLead = (
  db: Queryable,
  id: number,
  changes: Parameters<typeof queries.updateLead>[2],
  principal: Principal,
): Promise<Lead> =>
  db.transaction(async (tx) => {
    await queries.nameActor(tx, actorOf(principal))
    const changed = await queries.updateLead(tx, id, changes)
    const lead = await getLead(tx, id)
    if (!changed) throw staleVersion(lead)
    return lead
  })

export const changeStatuses = (
  db: Queryable,
  { ids, status }: { readonly ids: readonly number[]; readonly status: LeadStatus },
  principal: Principal,
): Promise<number[]> =>
  db.transaction(async (tx) => {
    await queries.nameActor(tx, actorOf(principal))
    return queries.updateStatuses(tx, ids, status)
  })

export const checkLead = async (
  db: Queryable,
  check: RegisterCheck,
  id: number,
  signal: AbortSignal,
): Promise<Lead> => {
  const lead = await getLead(db, id)
  if (lead.org_no === null) {
    const fields = { org_no: 'Fyll inn et organisasjonsnummer først' }
    throw new HttpError(409, 'Leadet har ikke noe organisasjonsnummer å slå opp.', { fields })
  }
  await check(db, [lead.org_no], signal)
  await queries.takeOverStates(db, [lead.org_no])
  return getLead(db, id)
}

export const findDuplicates = async (
  db: Queryable,
  { role }: Principal,
  query: { org_no?: string | undefined; email?: string | undefined; except?: number | undefined },
): Promise<Duplicates> => {
  const orgNo = query.org_no ? (organizationNumberDigits(query.org_no) ?? query.org_no) : null
  const searched = { orgNo, email: query.email || null }
  if (searched.orgNo === null && searched.email === null) return { leads: [], customers: [] }
  const sameIn = ({ org_no, email }: { org_no: string | null; email: string | null }): ('org_no' | 'email')[] => [
    ...(searched.orgNo !== null && org_no === searched.orgNo ? (['org_no'] as const) : []),
    ...(searched.email !== null && email?.toLowerCase() === searched.email.toLowerCase() ? (['email'] as const) : []),
  ]
  const [leads, customers] = await Promise.all([
    queries.findLeadsAlike(db, searched, query.except),
    queries.findCustomersAlike(db, searched),
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
