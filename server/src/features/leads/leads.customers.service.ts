import type { LeadCustomer } from '@kontor/contract/leads/leads.schema'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { HttpError, orThrow } from '../../platform/errors/http-error.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { findCustomer, findCustomersBy, insertContactPerson, insertCustomer } from '../customers/customers.queries.ts'
import { holdLead, nameActor, updateLead } from './leads.queries.ts'
import { actorOf, getLead, leadGone } from './leads.service.ts'

type LockedLead = NonNullable<Awaited<ReturnType<typeof holdLead>>>

const emailMissing = () =>
  new HttpError(400, 'Kunden trenger en e-postadresse.', { fields: { email: 'E-post er påkrevd' } })

/** The customer linked to the lead, or else the one with its organisation number. */
const findExistingCustomer = async (tx: Queryable, lead: LockedLead) => {
  const linked = lead.customer_id === null ? undefined : await findCustomer(tx, lead.customer_id)
  if (linked || lead.org_no === null) return linked
  const [sameNumber] = await findCustomersBy(tx, { organizationNumbers: [lead.org_no], emails: [] })
  return sameNumber
}

/** Adds the lead's contact person to the customer, if the name has at least two parts. */
const addPerson = async (tx: Queryable, customerId: number, lead: LockedLead, email: string): Promise<void> => {
  const names = lead.contact_name?.split(/\s+/) ?? []
  const lastName = names.pop()
  if (!lastName || names.length === 0) return
  const person = { customerId, firstName: names.join(' ').slice(0, 100), lastName: lastName.slice(0, 100), email }
  await insertContactPerson(tx, { ...person, telephone: lead.phone, note: lead.contact_title })
}

const createCustomer = async (tx: Queryable, lead: LockedLead, email: string | null) => {
  if (email === null) throw emailMissing()
  const customer = await insertCustomer(tx, {
    name: lead.company_name,
    email,
    phone: lead.phone,
    organizationNumber: lead.org_no,
    industry: lead.industry,
    address: lead.business_address,
    postCode: lead.postal_code,
    city: lead.city,
  })
  await addPerson(tx, customer.id, lead, email)
  return customer
}

/** Links the lead to the customer with its number, or creates one with its contact person. Idempotent. */
export const makeCustomer = (
  db: Queryable,
  id: number,
  email: string | null,
  principal: Principal,
): Promise<LeadCustomer> =>
  db.transaction(async (tx) => {
    await nameActor(tx, actorOf(principal))
    const lead = await orThrow(holdLead(tx, id), leadGone)
    // Two leads of one company, converted concurrently, must get the same customer.
    if (lead.org_no !== null) await waitForLock(tx, `customer ${lead.org_no}`)
    const known = await findExistingCustomer(tx, lead)
    const customer = known ?? (await createCustomer(tx, lead, email ?? lead.email))
    if (lead.customer_id !== customer.id || lead.status !== 'Kunde')
      await updateLead(tx, id, { customer_id: customer.id, status: 'Kunde' })
    return { lead: await getLead(tx, id), created: known === undefined }
  })
