import { customerFields } from '@kontor/contract/customers/customers.fields'
import type { LeadCustomer, LeadCustomerPreview } from '@kontor/contract/leads/leads.schema'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { HttpError, orThrow, staleVersion } from '../../platform/errors/http-error.ts'
import type { Principal } from '../../platform/session/principal.ts'
import {
  findCustomer,
  findCustomerNamed,
  findCustomersBy,
  insertContactPerson,
  insertCustomer,
  listContactPersons,
  lockCustomer,
  updateCustomer,
} from '../customers/customers.queries.ts'
import { splitName } from '../customers/customers.service.ts'
import { findLead, lockLead, updateLead } from './leads.queries.ts'
import { getLead, leadGone } from './leads.service.ts'

type LockedLead = NonNullable<Awaited<ReturnType<typeof lockLead>>>
type LeadIdentity = Pick<LockedLead, 'customer_id' | 'org_no' | 'company_name'>

const emailMissing = () =>
  new HttpError(400, 'Kunden trenger en e-postadresse.', { fields: { email: 'E-post er påkrevd' } })

const otherCustomer = () =>
  new HttpError(409, 'Kunden som leadet hører til, er en annen enn den du så. Se over og prøv igjen.')

/** Finds the customer that is linked to the lead, or else the customer with the lead's organisation number or name. */
const findExistingCustomer = async (db: Queryable, { customer_id, org_no, company_name }: LeadIdentity) => {
  const linked = customer_id === null ? undefined : await findCustomer(db, customer_id)
  if (linked) return { by: 'linked', customer: linked } as const
  const [sameNumber] = org_no === null ? [] : await findCustomersBy(db, { organizationNumbers: [org_no], emails: [] })
  if (sameNumber) return { by: 'org_no', customer: sameNumber } as const
  const sameName = await findCustomerNamed(db, company_name, org_no)
  return sameName && ({ by: 'name', customer: sameName } as const)
}

/** Adds the lead's contact person to the customer, unless the customer has a person with this name or e-mail address. */
const addPerson = async (tx: Queryable, customerId: number, lead: LockedLead, email: string | null): Promise<void> => {
  if (!lead.contact_name?.trim()) return
  const name = splitName(lead.contact_name)
  const key = (text: string) => text.trim().toLowerCase()
  const isSame = (person: { firstName: string; lastName: string; email: string }): boolean =>
    key(`${person.firstName} ${person.lastName}`) === key(`${name.firstName} ${name.lastName}`) ||
    (email !== null && isSameAddress(person.email, email))
  if ((await listContactPersons(tx, customerId)).some(isSame)) return
  // The address can be added later: only sending to the person needs it.
  const person = { customerId, ...name, email: email ?? '', telephone: lead.phone, note: lead.contact_title }
  await insertContactPerson(tx, person)
}

/** The fields that a lead and a customer share. */
const sharedValues = (lead: LockedLead) => ({
  phone: lead.phone,
  organizationNumber: lead.org_no,
  industry: lead.industry,
  address: lead.business_address,
  postCode: lead.postal_code,
  city: lead.city,
})

const createCustomer = async (tx: Queryable, lead: LockedLead, email: string | null) => {
  if (email === null) throw emailMissing()
  const customer = await insertCustomer(tx, {
    ...sharedValues(lead),
    name: lead.company_name,
    email,
    description: lead.notes,
    isActive: lead.customer_active ?? true,
  })
  await addPerson(tx, customer.id, lead, email)
  return customer
}

/** Appends a lead's notes to a customer's description, cut to the maximum length. The lead keeps its notes in full. */
const joinNotes = (description: string | null, notes: string | null): string | null => {
  if (!notes || description?.includes(notes)) return description
  return [description, notes].filter(Boolean).join('\n\n').slice(0, customerFields.description.max)
}

/** Fills the customer's empty fields from the lead, and adds the lead's notes and contact person. */
const carryOver = async (tx: Queryable, lead: LockedLead, customerId: number, email: string | null) => {
  const customer = await lockCustomer(tx, customerId)
  const missing = Object.entries(sharedValues(lead)).filter(
    ([field, value]) => value !== null && customer[field as keyof ReturnType<typeof sharedValues>] === null,
  )
  const description = joinNotes(customer.description, lead.notes)
  const changes = { ...Object.fromEntries(missing), ...(description !== customer.description && { description }) }
  if (Object.keys(changes).length > 0) await updateCustomer(tx, customer.id, changes)
  await addPerson(tx, customer.id, lead, email)
}

export const previewCustomer = async (db: Queryable, id: number, { role }: Principal): Promise<LeadCustomerPreview> => {
  const found = await findExistingCustomer(db, await orThrow(findLead(db, id), leadGone))
  if (!found) return { customer: null }
  const { by, customer } = found
  return { customer: { id: customer.id, name: role === 'admin' ? customer.name : null, by } }
}

const setCustomer = async (tx: Queryable, lead: LockedLead, customerId: number): Promise<void> => {
  if (lead.customer_id === customerId && lead.status === 'Kunde') return
  await updateLead(tx, lead.id, { customer_id: customerId, status: 'Kunde' })
}

/** Locks a lead, and returns the id of the customer that it has become, if any. */
export const customerOfLead = async (tx: Queryable, id: number): Promise<number | undefined> =>
  (await lockLead(tx, id))?.customer_id ?? undefined

/**
 * Links a lead to the customer that its enquiry was linked to, and copies the lead's data to the customer. Does nothing if the lead already
 * has a customer.
 */
export const followEnquiry = async (tx: Queryable, id: number, customerId: number): Promise<void> => {
  const lead = await lockLead(tx, id)
  if (!lead || lead.customer_id !== null) return
  await carryOver(tx, lead, customerId, lead.email)
  await setCustomer(tx, lead, customerId)
}

interface CustomerLinkRequest {
  readonly email: string | null
  readonly customer_id?: number | null | undefined
  readonly version?: number | undefined
}

/**
 * Links the lead to the customer with its number or name, or to a new customer. Copies the lead's data to the customer. Can be repeated, unless
 * the caller gives a version.
 * @throws HttpError 404, 400 without an e-mail address for a new customer, 409 if the lead or its customer isn't what the caller saw
 */
export const makeCustomer = (db: Queryable, id: number, wish: CustomerLinkRequest): Promise<LeadCustomer> =>
  db.transaction(async (tx) => {
    const lead = await orThrow(lockLead(tx, id), leadGone)
    if (wish.version !== undefined && wish.version !== lead.version) throw staleVersion(await getLead(tx, id))
    // Two leads of one company, converted concurrently, must get the same customer.
    if (lead.org_no !== null) await waitForLock(tx, `customer ${lead.org_no}`)
    await waitForLock(tx, `customer named ${lead.company_name.toLowerCase()}`)
    const known = await findExistingCustomer(tx, lead)
    if (wish.customer_id !== undefined && wish.customer_id !== (known?.customer.id ?? null)) throw otherCustomer()
    const email = wish.email ?? lead.email
    const customer = known?.customer ?? (await createCustomer(tx, lead, email))
    if (known && known.by !== 'linked') await carryOver(tx, lead, known.customer.id, email)
    await setCustomer(tx, lead, customer.id)
    return { lead: await getLead(tx, id), created: known === undefined }
  })
