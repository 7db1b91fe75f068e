import { contactSubjectLabel } from '@kontor/contract/contacts/contacts.rules'
import type { ContactMatches, ContactRecord } from '@kontor/contract/contacts/contacts.schema'
import { contactPersonFields, customerFields } from '@kontor/contract/customers/customers.fields'
import { leadFields } from '@kontor/contract/leads/leads.fields'
import { addressKey, isSameAddress } from '@kontor/contract/shared/email-addresses'
import { waitForLock } from '../../platform/database/advisory-lock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, orThrow } from '../../platform/errors/http-error.ts'
import { actorOf, type Principal } from '../../platform/session/principal.ts'
import { findCustomer, insertContactPerson, insertCustomer } from '../customers/customers.queries.ts'
import { customerNotFound, splitName } from '../customers/customers.service.ts'
import { customerOfLead, followEnquiry } from '../leads/leads.customers.service.ts'
import { insertLead, lockLead, updateLead } from '../leads/leads.queries.ts'
import { leadGone } from '../leads/leads.service.ts'
import { findContact } from './contacts.queries.ts'
import { contactNotFound } from './contacts.service.ts'
import * as queries from './contacts.timeline.queries.ts'
import { lockUnsuspected, readRecord } from './contacts.timeline.service.ts'

/** Finds customers and leads that may have sent the enquiry. @throws HttpError 404 */
export const findMatches = async (db: Queryable, id: string): Promise<ContactMatches> =>
  matchesOf(db, await orThrow(findContact(db, id), contactNotFound))

const matchesOf = async (db: Queryable, sought: queries.DuplicateKeys): Promise<ContactMatches> => {
  const sameIn = (name: string, sameEmail: boolean): ('email' | 'company')[] => [
    ...(sameEmail ? (['email'] as const) : []),
    ...(sought.company?.toLowerCase() === name.toLowerCase() ? (['company'] as const) : []),
  ]
  const customers = await queries.findCustomersLike(db, sought)
  const leads = await queries.findLeadsLike(db, sought)
  return {
    customers: customers.map(({ sameEmail, ...row }) => ({ ...row, same: sameIn(row.name, sameEmail) })),
    leads: leads.map(({ sameEmail, ...row }) => ({ ...row, same: sameIn(row.name, sameEmail) })),
  }
}

interface Target {
  readonly kind: 'customer' | 'lead'
  readonly linked: (contact: queries.ContactRow) => number | null
  readonly taken: string
  readonly matching: string
  /** @throws HttpError 404 if the id is unknown */
  readonly link: (tx: Queryable, id: number, contact: queries.ContactRow) => Promise<void>
  readonly create: (tx: Queryable, contact: queries.ContactRow) => Promise<number>
  /** Finds a record that belongs to the enquiry without being linked, such as the customer that the enquiry's lead has become. */
  readonly known: (tx: Queryable, contactId: string) => Promise<number | undefined>
  /** Runs after the enquiry was linked. */
  readonly follow?: (tx: Queryable, id: number, contact: queries.ContactRow) => Promise<void>
}

/** Returns the visitor's subject and message, cut to `max` characters. */
const noteOf = ({ subject, message }: queries.ContactRow, max: number): string =>
  `${contactSubjectLabel(subject)}: ${message}`.slice(0, max)

const addPerson = async (tx: Queryable, customerId: number, contact: queries.ContactRow): Promise<void> => {
  if (await queries.hasPerson(tx, customerId, contact.email)) return
  await insertContactPerson(tx, {
    customerId,
    ...splitName(contact.name),
    email: contact.email,
    note: noteOf(contact, contactPersonFields.note.max),
  })
}

const customerTarget: Target = {
  kind: 'customer',
  linked: ({ customerId }) => customerId,
  taken: 'Henvendelsen er allerede knyttet til en annen kunde.',
  matching:
    'Det finnes allerede en kunde med denne e-posten eller bedriften. Velg om henvendelsen skal knyttes til den.',
  link: async (tx, id, contact) => {
    const customer = await orThrow(findCustomer(tx, id), customerNotFound)
    const isPerson = customer.name.toLowerCase() === contact.name.toLowerCase()
    const isSame = isPerson && isSameAddress(customer.email, contact.email)
    if (!isSame) await addPerson(tx, id, contact)
  },
  create: async (tx, contact) => {
    const { name, email, company } = contact
    // Without a company, the visitor is the customer, and needs no contact person.
    const description = company === null ? noteOf(contact, customerFields.description.max) : null
    const customer = await insertCustomer(tx, { name: company ?? name, email, description })
    if (company !== null) await addPerson(tx, customer.id, contact)
    return customer.id
  },
  // Locks the lead before the enquiry. Converting a lead locks in this order, too, so the two can't deadlock.
  known: async (tx, contactId) => {
    const leadId = await queries.findLeadOf(tx, contactId)
    return leadId === null ? undefined : customerOfLead(tx, leadId)
  },
  follow: async (tx, id, { leadId }) => {
    if (leadId !== null) await followEnquiry(tx, leadId, id)
  },
}

const leadTarget: Target = {
  kind: 'lead',
  linked: ({ leadId }) => leadId,
  taken: 'Henvendelsen er allerede knyttet til et annet lead.',
  matching:
    'Det finnes allerede et lead med denne e-posten eller bedriften. Velg om henvendelsen skal knyttes til det.',
  link: async (tx, id, { name, email }) => {
    const lead = await orThrow(lockLead(tx, id), leadGone)
    const person = lead.contact_name ?? name
    const missing = {
      ...(lead.contact_name === null && { contact_name: name }),
      // The e-mail address belongs to the lead only if its contact person sent the enquiry.
      ...(lead.email === null && person.toLowerCase() === name.toLowerCase() && { email }),
    }
    if (Object.keys(missing).length > 0) await updateLead(tx, id, missing)
  },
  create: async (tx, contact) => {
    const { name, email, company } = contact
    const notes = noteOf(contact, leadFields.notes.max)
    return (await insertLead(tx, { company_name: company ?? name, contact_name: name, email, notes })).id
  },
  known: async () => undefined,
}

/**
 * Links an enquiry to the customer or lead with the id `wanted`, or to a new one if `wanted` is null. If `wanted` is undefined, links it to
 * the customer that the enquiry's lead has become, or else to a new record.
 * @throws HttpError 404, 409 if `wanted` is undefined and existing records match, or if another record is linked already
 */
const linkTo =
  (target: Target) =>
  ({ database }: Deps, id: string, wanted: number | null | undefined, principal: Principal): Promise<ContactRecord> =>
    database.db.transaction(async (tx) => {
      const known = await target.known(tx, id)
      const contact = await lockUnsuspected(tx, id)
      const linked = target.linked(contact)
      if (linked !== null) {
        if (typeof wanted === 'number' && wanted !== linked) throw new HttpError(409, target.taken)
        return readRecord(tx, id)
      }
      const chosen = wanted === undefined ? known : wanted
      // Converting two enquiries of one visitor concurrently must not create two records.
      await waitForLock(tx, `enquiries of ${addressKey(contact.email)}`)
      if (chosen === undefined && (await matchesOf(tx, contact))[`${target.kind}s`].length > 0) {
        throw new HttpError(409, target.matching)
      }
      if (typeof chosen === 'number') await target.link(tx, chosen, contact)
      const linkedId = chosen ?? (await target.create(tx, contact))
      await queries.markContact(tx, id, { [`${target.kind}Id`]: linkedId })
      await queries.insertContactEvents(tx, [{ contactId: id, kind: target.kind, actor: actorOf(principal) }])
      await target.follow?.(tx, linkedId, contact)
      return readRecord(tx, id)
    })

export const linkToCustomer = linkTo(customerTarget)
export const linkToLead = linkTo(leadTarget)
