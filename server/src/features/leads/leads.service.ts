import { type LeadSort, type LeadStatus, leadStatuses } from '@kontor/contract/leads/leads.rules'
import type { Duplicates, Lead, LeadFilter, LeadPage, LeadSummary } from '@kontor/contract/leads/leads.schema'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { pagination } from '@kontor/contract/shared/paging'
import { osloDay } from '@kontor/contract/shared/time'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { breaksForeignKey } from '../../platform/database/failures.ts'
import { isIndexed } from '../../platform/database/search.ts'
import { deleteToTrash, type RequestedDeletion } from '../../platform/deletion.ts'
import { HttpError, notFound, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import { actorOf, type Principal } from '../../platform/session/principal.ts'
import { checkCompany, type RegisterCheck } from '../company-register/company-register.check.service.ts'
import {
  countAllLeads,
  countLeads,
  countLeadsOf,
  findLeadIds,
  type LeadCriteria,
  listLeads,
  searchLeads,
  searchLeadsInOrder,
} from './leads.list.queries.ts'
import * as queries from './leads.queries.ts'

export const leadGone = () => notFound('Leadet finnes ikke.')

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, n) => total + n, 0)

/** No user's id: the shared administrator owns no leads. */
const nobody = 0

const ownerIn = (owner: LeadFilter['owner'], principal: Principal): LeadCriteria['owner'] => {
  if (owner === 'me') return principal.userId ?? nobody
  return owner === 'none' ? null : owner
}

/** Resolves the filters for the caller and today's date. */
export const criteriaOf = (
  { due, owner, ...filter }: LeadFilter,
  principal: Principal,
  clock: Clock,
): LeadCriteria => ({
  ...filter,
  due: due && { kind: due, today: osloDay(clock.now().toISOString()) },
  owner: ownerIn(owner, principal),
})

const isSearch = ({ q, industry, due, owner }: LeadCriteria): boolean =>
  Boolean(q?.trim() || industry?.trim() || due || owner !== undefined)

/**
 * Whether an index finds what this search looks for: words of one or two letters are in none, and leads without an owner are too many.
 */
const isFoundByIndex = ({ q = '', industry = '', due, owner }: LeadCriteria): boolean =>
  isIndexed(q) || isIndexed(industry) || due !== undefined || typeof owner === 'number'

/** Pages this far down are read from the list's nearer end. */
const farDown = 1_000

interface WantedPage {
  readonly page: number
  readonly size: number
  readonly sort: LeadSort
}

const pageOfSearch = async (
  db: Queryable,
  filter: LeadCriteria,
  { page, size, sort }: WantedPage,
): Promise<LeadPage> => {
  const slice = { offset: (page - 1) * size, limit: size }
  if (isFoundByIndex(filter)) {
    const found = await searchLeads(db, filter, sort, slice)
    // Only a page past the last one doesn't say how many there are.
    const total = found?.total ?? (page === 1 ? 0 : sum((await countLeads(db, filter)).values()))
    return { leads: found?.leads ?? [], pagination: pagination(page, size, total) }
  }
  const { total, ids } = await findLeadIds(db, filter)
  const leads = ids
    ? ((await searchLeads(db, { ids }, sort, slice))?.leads ?? [])
    : await searchLeadsInOrder(db, filter, sort, slice)
  return { leads, pagination: pagination(page, size, total) }
}

export const pageOfLeads = async (db: Queryable, filter: LeadCriteria, wanted: WantedPage): Promise<LeadPage> => {
  if (isSearch(filter)) return pageOfSearch(db, filter, wanted)
  const { page, size, sort } = wanted
  const offset = (page - 1) * size
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

export const summariseLeads = async (db: Queryable, filter: LeadCriteria): Promise<LeadSummary> => {
  const counts = isSearch(filter) ? await countLeads(db, filter) : await countAllLeads(db)
  const isWanted = (status: LeadStatus): boolean => filter.status === undefined || filter.status === status
  const byStatus = leadStatuses.map((status) => ({ status, count: isWanted(status) ? (counts.get(status) ?? 0) : 0 }))
  return { total: sum(byStatus.map(({ count }) => count)), counts: byStatus }
}

export const getLead = (db: Queryable, id: number): Promise<Lead> => orThrow(queries.findLead(db, id), leadGone)

const ownerGone = () => {
  const sentence = 'Brukeren finnes ikke lenger'
  return new HttpError(400, `${sentence}.`, { fields: { owner_id: sentence } })
}

/** An owner who doesn't exist is the only broken reference of a write by a user. */
export const rejectMissingOwner = async <Result>(write: Promise<Result>): Promise<Result> => {
  try {
    return await write
  } catch (error) {
    throw breaksForeignKey(error) ? ownerGone() : error
  }
}

export const addLead = (db: Queryable, lead: Parameters<typeof queries.insertLead>[1]): Promise<Lead> =>
  rejectMissingOwner(db.transaction(async (tx) => getLead(tx, (await queries.insertLead(tx, lead)).id)))

export const changeLead = (
  db: Queryable,
  id: number,
  changes: Parameters<typeof queries.updateLead>[2],
  principal: Principal,
): Promise<Lead> =>
  rejectMissingOwner(
    db.transaction(async (tx) => {
      await queries.nameActor(tx, actorOf(principal))
      const changed = await queries.updateLead(tx, id, changes)
      const lead = await getLead(tx, id)
      if (!changed) throw staleVersion(lead)
      return lead
    }),
  )

export const removeLead = (db: Queryable, id: number, deletion: RequestedDeletion): Promise<void> =>
  deleteToTrash(
    db,
    queries.leadTrash,
    { id, find: (tx) => queries.findLead(tx, id), missing: leadGone },
    deletion,
    (tx) => queries.deleteLead(tx, id),
  )

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
  await checkCompany(check, db, lead.org_no, signal)
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
    ...(searched.email !== null && isSameAddress(email, searched.email) ? (['email'] as const) : []),
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
