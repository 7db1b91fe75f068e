import { beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const asSales = await kontor.asSales()
const asAdmin = await kontor.asAdmin()

beforeEach(async () => {
  await pool.query('DELETE FROM leads; DELETE FROM customers')
})

const lead = {
  company_name: 'Prøve AS',
  org_no: '974760673',
  email: 'post@prove.example',
  contact_name: 'Kari Marie Nordmann',
  contact_title: 'Daglig leder',
  phone: '12345678',
  city: 'Oslo',
}
const add = async (body: object = lead): Promise<number> => (await asSales('POST', '/api/leads', body)).json().id
const makeCustomer = (id: number, body: object = {}) => asSales('POST', `/api/leads/${id}/customer`, body)
const customers = async () => (await asAdmin('GET', '/api/customers')).json()

const persons = async (customerId: number) =>
  (await asAdmin('GET', `/api/customers/${customerId}/contact-persons`)).json()

describe('GET /api/leads/{id}/customer', () => {
  const preview = async (id: number, as = asAdmin) => (await as('GET', `/api/leads/${id}/customer`)).json().customer

  it('names the customer with the number, else the name, and none for a new one', async () => {
    const id = await add()
    expect(await preview(id)).toBeNull()
    const named = (await asAdmin('POST', '/api/customers', { name: 'prøve as', email: 'a@prove.example' })).json()
    expect(await preview(id)).toEqual({ id: named.id, name: 'prøve as', by: 'name' })
    const body = { name: 'Prøve Nord', email: 'b@prove.example', organizationNumber: '974760673' }
    const numbered = (await asAdmin('POST', '/api/customers', body)).json()
    expect(await preview(id)).toEqual({ id: numbered.id, name: 'Prøve Nord', by: 'org_no' })
    // Sales users have no access to customers.
    expect(await preview(id, asSales)).toEqual({ id: numbered.id, name: null, by: 'org_no' })
    await makeCustomer(id)
    expect(await preview(id)).toMatchObject({ id: numbered.id, by: 'linked' })
  })
})

describe('POST /api/leads/{id}/customer', () => {
  it('creates a customer with a contact person and links the lead', async () => {
    const id = await add()
    const answer = await makeCustomer(id)
    expect(answer.statusCode, answer.body).toBe(200)
    const [customer] = await customers()
    expect(answer.json()).toMatchObject({ created: true, lead: { id, status: 'Kunde', customer_id: customer.id } })
    expect(customer).toMatchObject({
      name: 'Prøve AS',
      email: 'post@prove.example',
      organizationNumber: '974760673',
      city: 'Oslo',
      isActive: true,
    })
    expect(await persons(customer.id)).toMatchObject([
      { firstName: 'Kari Marie', lastName: 'Nordmann', note: 'Daglig leder' },
    ])
    expect((await asSales('GET', `/api/leads/${id}/history`)).json()).toMatchObject([
      { to: 'Kunde', changed_by: 'salg' },
    ])
  })

  it('requires an e-mail address; neither a call without it nor the status alone creates a customer', async () => {
    const id = await add({ company_name: 'Prøve AS' })
    const other = await add()
    await asSales('PATCH', `/api/leads/${other}/status`, { status: 'Kunde' })
    const refused = await makeCustomer(id)
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: 'Kunden trenger en e-postadresse.', fields: { email: 'E-post er påkrevd' } },
    ])
    expect([await customers(), (await asSales('GET', `/api/leads/${id}`)).json().status]).toEqual([[], 'Ny'])
    expect((await makeCustomer(id, { email: 'nei' })).statusCode).toBe(400)
    expect((await makeCustomer(id, { email: 'kari@prove.example' })).json()).toMatchObject({ created: true })
  })

  it('links an existing customer with the same organisation number', async () => {
    const known = { name: 'Prøve', email: 'faktura@prove.example', organizationNumber: '974 760 673' }
    const { id: customerId } = (await asAdmin('POST', '/api/customers', known)).json()
    const answer = await makeCustomer(await add({ company_name: 'Prøve AS', org_no: '974760673' }))
    expect(answer.json()).toMatchObject({ created: false, lead: { customer_id: customerId } })
    // Sales users have no access to customers.
    expect(answer.body).not.toContain('faktura@prove.example')
    expect(Object.keys(answer.json()).sort()).toEqual(['created', 'lead'])
    expect(await customers()).toHaveLength(1)
  })

  it('adds notes and contact person to an existing customer, and fills its empty fields only', async () => {
    const known = { name: 'PRØVE AS', email: 'faktura@prove.example', city: 'Bergen', description: 'Betaler presist.' }
    const { id: customerId } = (await asAdmin('POST', '/api/customers', known)).json()
    const first = await makeCustomer(await add({ ...lead, contact_name: 'Kari', notes: 'Ring først.' }))
    expect(first.json()).toMatchObject({ created: false, lead: { customer_id: customerId } })
    const second = await makeCustomer(await add({ ...lead, contact_name: 'kari', notes: 'Ring først.' }))
    expect(second.json()).toMatchObject({ created: false, lead: { customer_id: customerId } })
    expect(await customers()).toMatchObject([
      {
        name: 'PRØVE AS',
        email: 'faktura@prove.example',
        organizationNumber: '974760673',
        city: 'Bergen',
        phone: '12345678',
        description: 'Betaler presist.\n\nRing først.',
      },
    ])
    expect(await persons(customerId)).toMatchObject([
      { firstName: 'Kari', lastName: '', email: 'post@prove.example', telephone: '12345678', note: 'Daglig leder' },
    ])
    // A company with another number already has its name.
    const other = await makeCustomer(await add({ ...lead, company_name: 'Prøve AS', org_no: '889640782' }))
    expect(other.json()).toMatchObject({ created: true })
  })

  it('carries notes over to a new customer, and keeps a contact person without an address', async () => {
    await makeCustomer(await add({ ...lead, notes: 'Ring først.', customer_active: false }))
    expect(await customers()).toMatchObject([{ description: 'Ring først.', isActive: false }])
    const [{ id: customerId }] = await customers()
    await makeCustomer(await add({ company_name: 'Prøve AS', org_no: '974760673', contact_name: 'Ola Nordmann' }))
    expect((await persons(customerId)).map(({ email }: { email: string }) => email)).toEqual(['post@prove.example', ''])
  })

  it('rejects a customer other than the one the user saw, and a lead that has changed', async () => {
    const [one, two] = [await add(), await add()]
    expect((await makeCustomer(one, { customer_id: null, version: 1 })).json()).toMatchObject({ created: true })
    const refused = await makeCustomer(two, { customer_id: null })
    expect([refused.statusCode, refused.json().error]).toEqual([409, expect.stringContaining('en annen enn den du så')])
    const stale = await makeCustomer(one, { version: 1 })
    expect([stale.statusCode, stale.json().current]).toMatchObject([409, { id: one, status: 'Kunde' }])
    expect((await makeCustomer(two, { customer_id: (await customers())[0].id })).statusCode).toBe(200)
    expect(await customers()).toHaveLength(1)
  })

  it.each([
    ['number', lead, lead],
    ['name', { company_name: 'Prøve AS', email: lead.email }, { company_name: 'prøve as', email: lead.email }],
  ])('creates one customer for concurrent calls and several leads of one %s', async (_, one, two) => {
    const ids = [await add(one), await add(two), await add(one)]
    const answers = await Promise.all([...ids, ...ids].map((id) => makeCustomer(id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect(answers.filter((answer) => answer.json().created)).toHaveLength(1)
    expect(await customers()).toHaveLength(1)
  })

  it('keeps the lead when its customer is deleted', async () => {
    const id = await add()
    const { lead: made } = (await makeCustomer(id)).json()
    await asAdmin('DELETE', `/api/customers/${made.customer_id}`)
    expect((await asSales('GET', '/api/leads')).json().leads).toMatchObject([
      { id, customer_id: null, status: 'Kunde' },
    ])
  })
})
