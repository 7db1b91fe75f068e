import type { ContactMatches, ContactRecord } from '@kontor/contract/contacts/contacts.schema'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { contacts } from './contacts.table.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()
const { db, pool } = kontor.database

const visitor = {
  name: 'Kari Anne Nordmann',
  email: 'kari@nordmann.example',
  company: 'Nordmann AS',
  subject: 'product',
  message: 'Hva koster det?',
}

/** Stores an enquiry, without mails; returns its id. */
const sent = async (changes: Partial<typeof contacts.$inferInsert> = {}): Promise<string> => {
  const [stored] = await db
    .insert(contacts)
    .values({ ...visitor, ...changes })
    .returning({ id: contacts.id })
  if (!stored) throw new Error('The enquiry was not stored')
  return stored.id
}
const record = async (id: string): Promise<ContactRecord> => (await admin('GET', `/api/contacts/${id}`)).json()
const matches = async (id: string): Promise<ContactMatches> =>
  (await admin('GET', `/api/contacts/${id}/matches`)).json()
const persons = async (customerId: number | undefined) =>
  (await admin('GET', `/api/customers/${customerId}/contact-persons`)).json()
const rows = async (text: string) => (await pool.query(text)).rows

beforeEach(() => clearTables(pool, 'contacts', 'customers', 'leads'))

describe.each([
  { kind: 'customer', key: 'customerId', missing: 'Kunden finnes ikke.' },
  { kind: 'lead', key: 'leadId', missing: 'Leadet finnes ikke.' },
] as const)('making a $kind of an enquiry', ({ kind, key, missing }) => {
  const make = (id: string, body: object = {}) => admin('POST', `/api/contacts/${id}/${kind}`, body)
  const all = () => rows(`SELECT * FROM ${kind}s`)

  test('creates and links one, also under concurrent calls', async () => {
    const id = await sent()
    const [first, second] = await Promise.all([make(id), make(id, { [key]: null })])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(await all()).toHaveLength(1)
    const found = await record(id)
    expect(found[kind]).toMatchObject({ name: 'Nordmann AS' })
    expect(found.timeline.filter((entry) => entry.kind === kind)).toMatchObject([{ actor: 'Administrator' }])
  })

  test('creates one for two enquiries of a visitor, unless the office asks for another', async () => {
    const [first, second] = [await sent(), await sent({ message: 'Og en ting til.' })]
    const answers = await Promise.all([make(first), make(second)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    expect(await all()).toHaveLength(1)
    await make(first, { [key]: null })
    await make(second, { [key]: null })
    expect(await all()).toHaveLength(2)
  })

  test('links an existing one, and refuses a second', async () => {
    const first = await make(await sent())
    const id = await sent({ company: 'Nordmann as' })
    const [found] = (await matches(id))[`${kind}s`]
    expect(found).toMatchObject({ name: 'Nordmann AS', same: ['email', 'company'] })
    expect((await make(id, { [key]: found?.id })).json()[kind]).toEqual(first.json()[kind])
    expect(await all()).toHaveLength(1)
    expect((await make(id, { [key]: found?.id })).statusCode).toBe(200)
    expect((await make(id, { [key]: 999 })).statusCode).toBe(409)
  })

  test('rejects an unknown one, and everything about a suspect enquiry', async () => {
    const unknown = await make(await sent(), { [key]: 999 })
    expect([unknown.statusCode, unknown.json().error]).toEqual([404, missing])
    expect((await make(await sent({ suspect: true }))).statusCode).toBe(409)
    expect(await all()).toEqual([])
  })

  test('loses the link when the linked record is deleted', async () => {
    const id = await sent()
    await make(id)
    await pool.query(`DELETE FROM ${kind}s`)
    expect((await record(id))[kind]).toBeNull()
    expect((await make(id)).statusCode).toBe(200)
    expect((await record(id))[kind]).toMatchObject({ name: 'Nordmann AS' })
  })
})

describe('what is carried over', () => {
  const customerOf = async (id: string, body: object = {}): Promise<ContactRecord> =>
    (await admin('POST', `/api/contacts/${id}/customer`, body)).json()

  test('creates a customer from the company, with the visitor as contact person and the message as note', async () => {
    const { customer } = await customerOf(await sent())
    expect(await rows('SELECT name, email, description FROM customers')).toEqual([
      { name: 'Nordmann AS', email: visitor.email, description: null },
    ])
    expect(await persons(customer?.id)).toMatchObject([
      {
        firstName: 'Kari Anne',
        lastName: 'Nordmann',
        email: visitor.email,
        note: 'Produktinformasjon: Hva koster det?',
      },
    ])
  })

  test('without a company, the customer is the visitor', async () => {
    const { customer } = await customerOf(await sent({ company: null }))
    expect(await rows('SELECT name, email, description FROM customers')).toEqual([
      { name: visitor.name, email: visitor.email, description: 'Produktinformasjon: Hva koster det?' },
    ])
    expect(await persons(customer?.id)).toEqual([])
  })

  test.each(['post@nordmann.example', visitor.email])(
    'an existing customer with the address %s gets the visitor as a contact person, once',
    async (email) => {
      const { id: customerId } = (await admin('POST', '/api/customers', { name: 'Nordmann AS', email })).json()
      await customerOf(await sent({ name: 'Madonna' }), { customerId })
      await customerOf(await sent({ name: 'Madonna', message: 'Igjen' }), { customerId })
      expect(await persons(customerId)).toMatchObject([{ firstName: 'Madonna', email: visitor.email }])
      const found = await matches(await sent({ company: null }))
      expect(found.customers).toMatchObject([{ id: customerId, same: ['email'] }])
    },
  )

  test('a lead gets the company, the visitor and the message', async () => {
    await admin('POST', `/api/contacts/${await sent()}/lead`, {})
    expect(await rows('SELECT company_name, contact_name, email, notes, status FROM leads')).toEqual([
      {
        company_name: 'Nordmann AS',
        contact_name: visitor.name,
        email: visitor.email,
        notes: 'Produktinformasjon: Hva koster det?',
        status: 'Ny',
      },
    ])
  })
})

describe('an enquiry, its lead and its customer', () => {
  const asLead = async (id: string): Promise<ContactRecord> =>
    (await admin('POST', `/api/contacts/${id}/lead`, { leadId: null })).json()
  const asCustomer = async (id: string): Promise<ContactRecord> =>
    (await admin('POST', `/api/contacts/${id}/customer`, {})).json()

  test('the enquiry becomes a customer: its lead becomes the same customer, and everything is carried over', async () => {
    const id = await sent()
    const { lead } = await asLead(id)
    await pool.query(`UPDATE leads SET org_no = '974760673', phone = '22 00 00 00', notes = 'Ring i mai'`)
    const { customer } = await asCustomer(id)
    expect((await admin('GET', `/api/leads/${lead?.id}`)).json()).toMatchObject({
      customer_id: customer?.id,
      status: 'Kunde',
    })
    expect(await rows('SELECT organization_number, phone, description FROM customers')).toEqual([
      { organization_number: '974760673', phone: '22 00 00 00', description: 'Ring i mai' },
    ])
    expect(await persons(customer?.id)).toMatchObject([{ firstName: 'Kari Anne', email: visitor.email }])
  })

  test('the lead becomes a customer: its enquiries belong to that customer', async () => {
    const id = await sent()
    const { lead } = await asLead(id)
    await admin('POST', `/api/leads/${lead?.id}/customer`, {})
    const { customer, timeline } = await record(id)
    expect(customer).toMatchObject({ name: 'Nordmann AS' })
    expect(timeline.filter(({ kind }) => kind === 'customer')).toMatchObject([{ actor: 'Administrator' }])
    expect((await asCustomer(id)).customer).toEqual(customer)
    expect(await rows('SELECT id FROM customers')).toHaveLength(1)
  })

  test('an enquiry whose lead became a customer earlier is linked to that customer', async () => {
    const id = await sent()
    const { lead } = await asLead(id)
    await admin('POST', `/api/leads/${lead?.id}/customer`, {})
    await pool.query('UPDATE contacts SET customer_id = null')
    expect((await asCustomer(id)).customer).toMatchObject({ name: 'Nordmann AS' })
    expect(await rows('SELECT id FROM customers')).toHaveLength(1)
  })

  test('both at once make one customer', async () => {
    const id = await sent()
    const { lead } = await asLead(id)
    const answers = await Promise.all([
      admin('POST', `/api/contacts/${id}/customer`, {}),
      admin('POST', `/api/leads/${lead?.id}/customer`, {}),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await rows('SELECT id FROM customers')).toHaveLength(1)
  })

  test('an existing lead without a contact gets the visitor as its contact', async () => {
    const make = async (lead: object): Promise<number> => (await admin('POST', '/api/leads', lead)).json().id
    const link = async (leadId: number) => admin('POST', `/api/contacts/${await sent()}/lead`, { leadId })
    await link(await make({ company_name: 'Uten person' }))
    await link(await make({ company_name: 'Annen person', contact_name: 'Ola Nordmann' }))
    await link(await make({ company_name: 'Samme person', contact_name: 'KARI ANNE NORDMANN' }))
    expect(await rows('SELECT company_name, contact_name, email FROM leads ORDER BY id')).toEqual([
      { company_name: 'Uten person', contact_name: visitor.name, email: visitor.email },
      { company_name: 'Annen person', contact_name: 'Ola Nordmann', email: null },
      { company_name: 'Samme person', contact_name: 'KARI ANNE NORDMANN', email: visitor.email },
    ])
  })
})

describe('the enquiries of a lead', () => {
  test('are those that are linked to it; sales users see them', async () => {
    const id = await sent()
    await sent({ name: 'En annen' })
    const { lead } = (await admin('POST', `/api/contacts/${id}/lead`, { leadId: null })).json()
    const expected = [{ id, name: visitor.name, subject: 'product', message: visitor.message, state: 'new' }]
    expect((await sales('GET', `/api/leads/${lead.id}/enquiries`)).json()).toMatchObject(expected)
    expect((await admin('GET', '/api/leads/999/enquiries')).json()).toEqual([])
  })
})

describe('matches', () => {
  test('are empty without a match, and exclude archived customers', async () => {
    const id = await sent()
    expect(await matches(id)).toEqual({ customers: [], leads: [] })
    await pool.query(`INSERT INTO customers (name, email, archived_at) VALUES ('Nordmann AS', 'x@x.example', now())`)
    expect((await matches(id)).customers).toEqual([])
  })
})
