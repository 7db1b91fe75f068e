import type { LeadSort } from '@kontor/contract/leads/leads.fields'
import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import type { Duplicates, Lead, LeadFilter, LeadPage, LeadSummary } from '@kontor/contract/leads/leads.schema'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { pagination } from '@kontor/contract/shared/paging'
import { osloDay } from '@kontor/contract/shared/time'
import type { Clock } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { breaksForeignKey } from '../../platform/database/failures.ts'
import { HttpError, notFound, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { deleteToTrash, type RequestedDeletion } from '../../platform/trash/deletion.ts'
import { checkCompany, type RegisterCheck } from '../company-register/company-register.check.service.ts'
import { countLeads, countLeadsByStatus, type LeadCriteria, listLeads } from './leads.list.queries.ts'
import * as queries from './leads.queries.ts'

export const leadGone = () => notFound('Leadet finnes ikke.')

/** An id that no user has. Stands for the shared administrator, who owns no leads. */
const noUserId = 0

const ownerIn = (owner: LeadFilter['owner'], principal: Principal): LeadCriteria['owner'] => {
  if (owner === 'me') return principal.userId ?? noUserId
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

interface PageRequest {
  readonly page: number
  readonly size: number
  readonly sort: LeadSort
}

export const pageOfLeads = async (
  db: Queryable,
  filter: LeadCriteria,
  { page, size, sort }: PageRequest,
): Promise<LeadPage> => {
  const leads = await listLeads(db, filter, sort, { offset: (page - 1) * size, limit: size })
  // An empty page after the last page has no row with the total.
  const total = leads[0]?.total ?? (page === 1 ? 0 : await countLeads(db, filter))
  return { leads, pagination: pagination(page, size, total) }
}

export const summariseLeads = async (db: Queryable, filter: LeadCriteria): Promise<LeadSummary> => {
  const counted = await countLeadsByStatus(db, filter)
  const counts = leadStatuses.map((status) => ({ status, count: counted.get(status) ?? 0 }))
  return { total: counts.reduce((total, { count }) => total + count, 0), counts }
}

export const getLead = (db: Queryable, id: number): Promise<Lead> => orThrow(queries.findLead(db, id), leadGone)

const ownerGone = () => {
  const sentence = 'Brukeren finnes ikke lenger'
  return new HttpError(400, `${sentence}.`, { fields: { owner_id: sentence } })
}

/** Rejects a write that sets an owner who doesn't exist. Users can't break any other foreign key. */
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
): Promise<Lead> =>
  rejectMissingOwner(
    db.transaction(async (tx) => {
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
  await queries.copyRegisterStates(db, [lead.org_no])
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
