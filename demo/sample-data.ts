import * as agreements from '@kontor/contract/agreements/agreements.endpoints'
import { createCondition } from '@kontor/contract/conditions/conditions.endpoints'
import { createContact } from '@kontor/contract/contacts/contacts.endpoints'
import {
  createContactPerson,
  createCustomer,
  listContactPersons,
  listCustomers,
} from '@kontor/contract/customers/customers.endpoints'
import { createEmailTemplate } from '@kontor/contract/emails/emails.endpoints'
import { logLeadCall } from '@kontor/contract/lead-timeline/lead-timeline.endpoints'
import {
  checkLeadRegister,
  createLead,
  createLeadView,
  listLeadOwners,
  updateLead,
} from '@kontor/contract/leads/leads.endpoints'
import { deliveredLostReasons, lostStatus } from '@kontor/contract/leads/leads.rules'
import { createProduct, listProducts } from '@kontor/contract/products/products.endpoints'
import { marginOf, priceWithVat, productVatRate } from '@kontor/contract/products/products.rules'
import { kronerFromOre, oreFromKroner } from '@kontor/contract/shared/money'
import { addOsloDays, osloDay, osloMoment } from '@kontor/contract/shared/time'
import { createUser, listUsers, updateUser } from '@kontor/contract/users/users.endpoints'
import { createWebinar, registerForWebinar, updateWebinar } from '@kontor/contract/webinars/webinars.endpoints'
import type { AdminCall } from './admin-api.ts'
import sampleAgreements from './samples/agreements.json' with { type: 'json' }
import conditions from './samples/conditions.json' with { type: 'json' }
import customers from './samples/customers.json' with { type: 'json' }
import enquiries from './samples/enquiries.json' with { type: 'json' }
import leadValues from './samples/lead-values.json' with { type: 'json' }
import sampleLeads from './samples/leads.json' with { type: 'json' }
import products from './samples/products.json' with { type: 'json' }
import templates from './samples/templates.json' with { type: 'json' }
import visitors from './samples/visitors.json' with { type: 'json' }
import webinars from './samples/webinars.json' with { type: 'json' }

/** Returns the moment `day` days after this week's Monday, at `clock` (Norwegian time). */
const momentOf = (day: number, clock: string): string => {
  const today = osloDay(new Date().toISOString())
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7
  const noon = osloMoment(`${today}T12:00`)
  return osloMoment(`${osloDay(addOsloDays(noon, day - weekday))}T${clock}`)
}

/** Returns the calendar day in Norway `days` days after today; null without `days`. */
const dayIn = (days: number | undefined): string | null =>
  days === undefined ? null : osloDay(addOsloDays(new Date().toISOString(), days))

const pick = <Value>(list: readonly Value[], at: number): Value | undefined => list[at % list.length]

/** Adds three upcoming webinars (one of them full), an inactive one and a past one. Visitors and a robot register for some. */
const addWebinars = async (call: AdminCall): Promise<void> => {
  const visitor = new Map(Object.entries(visitors))
  for (const { day, clock, registered, waiting = [], ...webinar } of webinars) {
    const past = day < 0
    const date = momentOf(day, clock)
    const { id } = await call(createWebinar, {
      body: createWebinar.body.parse({ ...webinar, date: past ? momentOf(8, clock) : date }),
    })
    const register = (key: string, waitingList: boolean) => {
      const body = registerForWebinar.body.parse({ ...visitor.get(key), waitingList })
      return call(registerForWebinar, { params: { id }, body })
    }
    for (const key of registered) await register(key, false)
    for (const key of waiting) await register(key, true)
    // Moves the date to the past only after the registrations, which a past webinar would reject.
    if (past) await call(updateWebinar, { params: { id }, query: {}, body: { date } })
  }
}

/** Adds products, one of them below cost, one without VAT and one inactive. The samples' prices are in øre, without VAT. */
const addProducts = async (call: AdminCall): Promise<void> => {
  for (const { cost, price, taxId = 0, ...product } of products) {
    const body = {
      ...product,
      costPrice: kronerFromOre(cost),
      salesPrice: kronerFromOre(price),
      grosMargin: Math.max(marginOf(cost, price) ?? 0, 0) / 100,
      productTax_Id: taxId,
      salesPriceIncVat: kronerFromOre(priceWithVat(price, productVatRate(taxId) ?? 0) ?? price),
    }
    await call(createProduct, { body })
  }
}

const addConditions = async (call: AdminCall): Promise<void> => {
  for (const [index, condition] of conditions.entries()) {
    await call(createCondition, { body: { ...condition, sortOrder: index + 1 } })
  }
}

/** Adds inactive templates, so that the demo's mails have the built-in texts. Activating a template shows the difference. */
const addTemplates = async (call: AdminCall): Promise<void> => {
  for (const template of templates) {
    await call(createEmailTemplate, { body: createEmailTemplate.body.parse({ ...template, isActive: false }) })
  }
}

const addCustomers = async (call: AdminCall): Promise<void> => {
  for (const { people, ...body } of customers) {
    const { id: customerId } = await call(createCustomer, { body })
    for (const person of people) await call(createContactPerson, { body: { ...person, customerId } })
  }
}

const findRow = <Row, Field extends keyof Row>(rows: readonly Row[], field: Field, value: Row[Field]): Row => {
  const row = rows.find((candidate) => candidate[field] === value)
  if (!row) throw new Error(`No demo row with ${String(field)} ${value}`)
  return row
}

/** A line of an agreement: either a product's number, or a text with a price in øre. */
interface SampleLine {
  readonly quantity: number
  readonly vatRate?: number
  readonly product?: string
  readonly description?: string
  readonly unitPrice?: number
}

const addLines = async (call: AdminCall, id: string, lines: readonly SampleLine[]): Promise<void> => {
  const stored = await call(listProducts, {})
  for (const { product, ...own } of lines) {
    const { id: productId, name, salesPrice } = product ? findRow(stored, 'number', product) : {}
    const line = { productId, description: name ?? '', unitPrice: oreFromKroner(salesPrice ?? 0) ?? 0, ...own }
    await call(agreements.createAgreementProduct, { params: { id }, body: line })
  }
}

/** Adds agreements in every state: draft, sent, expired, with a failed mail, and with each kind of answer. */
const addAgreements = async (call: AdminCall): Promise<void> => {
  const stored = await call(listCustomers, {})
  for (const { customer, lines, validFor, sentTo, reminded, answer, ...fields } of sampleAgreements) {
    const customerId = findRow(stored, 'name', customer).id
    const validUntil = dayIn(validFor)
    const { agreement } = await call(agreements.createAgreement, { body: { ...fields, customerId, validUntil } })
    const params = { id: agreement.id }
    await addLines(call, agreement.id, lines)
    if (sentTo === undefined) continue
    const persons = await call(listContactPersons, { params: { id: String(customerId) } })
    const body = { contactPersonId: findRow(persons, 'firstName', sentTo).id }
    await call(agreements.sendAgreement, { params, body })
    if (reminded) await call(agreements.sendAgreement, { params, body })
    if (!answer) continue
    const given = agreements.answerAgreement.body.parse(answer)
    if (answer.by === 'phone') await call(agreements.recordAgreementAnswer, { params, body: given })
    else await call(agreements.answerAgreement, { params: { token: agreement.responseToken }, body: given })
  }
}

const former = 'per.nordmann'

/** Adds two sales users to the one that the server creates. `deactivateFormer` later deactivates one of them, who owns a lead. */
const addUsers = async (call: AdminCall): Promise<void> => {
  await call(createUser, { body: { username: 'lise.nordmann', password: 'demo-lises-passord' } })
  await call(createUser, { body: { username: former, password: 'demo-pers-passord' } })
}

const deactivateFormer = async (call: AdminCall): Promise<void> => {
  const { id } = findRow(await call(listUsers, {}), 'username', former)
  await call(updateUser, { params: { id: String(id) }, body: { isActive: false } })
}

type OwnerIds = ReadonlyMap<string, number>

/** Returns the lead with the index `at`. The demo generates enough leads for a second page of the list. */
const generatedLead = (at: number, owners: OwnerIds) => {
  const city = pick(leadValues.cities, at * 3)
  const status = pick(leadValues.statuses, at * 5)
  const isOpen = status !== 'Kunde' && status !== lostStatus
  const step = isOpen ? pick(leadValues.nextSteps, at) : null
  return createLead.body.parse({
    city,
    company_name: `Eksempel ${city} ${at + 1} AS`,
    status,
    industry: pick(leadValues.industries, at),
    employees: (at * 13) % 90,
    revenue_nok: 1_000_000 + at * 771_250.5,
    customer_active: pick([true, true, null, false], at),
    ...(at % 4 > 0 && {
      contact_name: pick(leadValues.contacts, at * 7),
      email: `post@eksempel-${at + 1}.example`,
      phone: `00 00 01 ${10 + at}`,
    }),
    owner_id: owners.get(pick(leadValues.owners, at * 3) ?? ''),
    ...(step && { next_step: step.text, next_step_at: dayIn(step.day) }),
    ...(status === lostStatus && { lost_reason: pick(deliveredLostReasons, at * at) }),
  })
}

/** Adds leads with some history, checks those known to the register stand-in, and saves a view. */
const addLeads = async (call: AdminCall): Promise<void> => {
  const owners: OwnerIds = new Map((await call(listLeadOwners, {})).map(({ id, name }) => [name, id]))
  for (let at = 63; at >= 0; at -= 1) {
    const { status, lost_reason, ...body } = generatedLead(at, owners)
    const { id } = await call(createLead, { body })
    // Creates the lead before it sets the status, since the figures count changes of the status.
    if (status !== 'Ny') await call(updateLead, { params: { id: String(id) }, body: { status, lost_reason } })
  }
  for (const { owner, stepIn, calls = [], ...lead } of sampleLeads.toReversed()) {
    const { status, lost_reason, ...body } = createLead.body.parse({
      ...lead,
      owner_id: owner && owners.get(owner),
      next_step_at: dayIn(stepIn),
    })
    const { id } = await call(createLead, { body })
    const params = { id: String(id) }
    if (status !== 'Ny') await call(updateLead, { params, body: { status: 'Kontaktet' } })
    for (const body of calls) await call(logLeadCall, { params, body: logLeadCall.body.parse(body) })
    if (status !== 'Ny' && status !== 'Kontaktet') await call(updateLead, { params, body: { status, lost_reason } })
    await call(checkLeadRegister, { params })
  }
  const view = { name: 'Tilbud ute', status: 'Tilbud sendt', sort: 'revenue_nok:desc' } as const
  await call(createLeadView, { body: view })
}

/** Sends the visitors' enquiries, oldest first. The mail stand-in refuses the addresses of the last three. */
const addEnquiries = async (call: AdminCall): Promise<void> => {
  for (const enquiry of enquiries) await call(createContact, { body: createContact.body.parse(enquiry) })
}

export const addSampleData = async (call: AdminCall): Promise<void> => {
  await addWebinars(call)
  await addProducts(call)
  await addConditions(call)
  await addTemplates(call)
  await addCustomers(call)
  await addAgreements(call)
  await addUsers(call)
  await addLeads(call)
  await deactivateFormer(call)
  await addEnquiries(call)
}
