import { agreementStatuses } from '@kontor/contract/agreements/agreements.rules'
import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import { type FoundKind, searchLimits } from '@kontor/contract/search/search.rules'
import type { Found } from '@kontor/contract/search/search.schema'
import type { Role } from '@kontor/contract/shared/endpoint'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { maySee } from '@kontor/contract/shared/records'
import { searchWords } from '@kontor/contract/shared/search-words'
import { longOsloDay, osloDay } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import * as queries from './search.queries.ts'

interface Ranked {
  readonly found: Found
  readonly rank: number
}

const detailOf = (...parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ')

const findLeads = async (db: Queryable, wanted: queries.SearchQuery): Promise<Ranked[]> =>
  (await queries.searchLeads(db, wanted)).map(({ id, company, status, contactName, city, rank }) => ({
    found: { kind: 'lead', id, title: company, detail: detailOf(status, contactName, city) },
    rank,
  }))

type FoundCustomer = Omit<Awaited<ReturnType<typeof queries.searchCustomers>>[number], 'rank'>

const customerResult = ({ id, name, organizationNumber, city, isActive }: FoundCustomer): Found => ({
  kind: 'customer',
  id,
  title: name,
  detail: detailOf(
    organizationNumber && `Org.nr ${formatOrganizationNumber(organizationNumber)}`,
    city,
    isActive ? null : 'Inaktiv',
  ),
})

const worstRank = 3

/** Finds customers and their contact persons. A query of several words that matches a contact person also returns the employer. */
const findCustomersAndPersons = async (db: Queryable, wanted: queries.SearchQuery): Promise<Ranked[]> => {
  const [customers, persons] = await Promise.all([
    queries.searchCustomers(db, wanted),
    queries.searchContactPersons(db, wanted),
  ])
  const employers = new Map<number, FoundCustomer>()
  if (searchWords(wanted.q).length > 1) for (const { customer } of persons) employers.set(customer.id, customer)
  for (const { id } of customers) employers.delete(id)
  return [
    ...customers.map((customer) => ({ found: customerResult(customer), rank: customer.rank })),
    ...[...employers.values()]
      .slice(0, wanted.limit - customers.length)
      .map((customer) => ({ found: customerResult(customer), rank: worstRank })),
    ...persons.map(({ id, firstName, lastName, email, customer, rank }) => ({
      found: {
        kind: 'contactPerson' as const,
        id,
        title: `${firstName} ${lastName}`.trim(),
        detail: detailOf(customer.name, email),
        customerId: customer.id,
      },
      rank,
    })),
  ]
}

const findAgreements = async (db: Queryable, wanted: queries.SearchQuery): Promise<Ranked[]> =>
  (await queries.searchAgreements(db, wanted)).map(({ id, title, reference, status, customerName, rank }) => ({
    found: { kind: 'agreement', id, title, detail: detailOf(reference, customerName, agreementStatuses[status]) },
    rank,
  }))

const findContacts = async (db: Queryable, wanted: queries.SearchQuery): Promise<Ranked[]> =>
  (await queries.searchContacts(db, wanted)).map(({ id, name, company, subject, createdAt, rank }) => ({
    found: {
      kind: 'contact',
      id,
      title: name,
      detail: detailOf(company, contactSubjectLabel(subject), longOsloDay(osloDay(createdAt))),
    },
    rank,
  }))

const findWebinars = async (db: Queryable, wanted: queries.SearchQuery): Promise<Ranked[]> =>
  (await queries.searchWebinars(db, wanted)).map(({ id, name, date, rank }) => ({
    found: { kind: 'webinar', id, title: name, detail: longOsloDay(osloDay(date)) },
    rank,
  }))

/** Number of each kind's best results that are included even if other kinds rank higher. */
const sharePerKind = 4

type Search = (db: Queryable, wanted: queries.SearchQuery) => Promise<Ranked[]>

/** The searches, in the order in which equally good results are listed. That for customers finds their contact persons, too. */
const searches: Readonly<Record<Exclude<FoundKind, 'contactPerson'>, Search>> = {
  lead: findLeads,
  customer: findCustomersAndPersons,
  agreement: findAgreements,
  contact: findContacts,
  webinar: findWebinars,
}

/** Takes each kind's share, then fills the remaining places with the best other results. Keeps their order. */
const bestOf = (ranked: readonly Ranked[]): Ranked[] => {
  const byKind = Object.values(Object.groupBy(ranked, ({ found }) => found.kind))
  const shares = byKind.flatMap((group) => group.slice(0, sharePerKind))
  const others = ranked.filter((one) => !shares.includes(one))
  const best = [...shares, ...others.slice(0, Math.max(0, searchLimits.results - shares.length))]
  return ranked.filter((one) => best.includes(one)).slice(0, searchLimits.results)
}

/** Returns the best results among records that the role may read. */
export const searchRecords = async (db: Queryable, role: Role, q: string): Promise<Found[]> => {
  if (searchWords(q).length === 0) return []
  const wanted = { q, limit: searchLimits.results }
  const allowed = Object.entries(searches).filter(([kind]) => maySee(role, kind as keyof typeof searches))
  const found = await Promise.all(allowed.map(([, find]) => find(db, wanted)))
  return bestOf(found.flat().sort((a, b) => a.rank - b.rank)).map((one) => one.found)
}
