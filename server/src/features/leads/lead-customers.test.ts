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
    const persons = (await asAdmin('GET', `/api/customers/${customer.id}/contact-persons`)).json()
    expect(persons).toMatchObject([{ firstName: 'Kari Marie', lastName: 'Nordmann', note: 'Daglig leder' }])
    expect((await asSales('GET', `/api/leads/${id}/history`)).json()).toMatchObject([
      { to: 'Kunde', changed_by: 'salg' },
    ])
  })

  it('requires an e-mail address, and changes nothing without one', async () => {
    const id = await add({ company_name: 'Prøve AS' })
    const refused = await makeCustomer(id)
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      { error: 'Kunden trenger en e-postadresse.', fields: { email: 'E-post er påkrevd' } },
    ])
    expect([await customers(), (await asSales('GET', '/api/leads')).json().leads[0].status]).toEqual([[], 'Ny'])
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

  it('creates one customer for concurrent calls and several leads of a company', async () => {
    const ids = [await add(), await add(), await add()]
    const answers = await Promise.all([...ids, ...ids].map((id) => makeCustomer(id)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
    expect(answers.filter((answer) => answer.json().created)).toHaveLength(1)
    expect(await customers()).toHaveLength(1)
  })

  it('is the only way to create one: setting the status does not', async () => {
    const id = await add()
    await asSales('PATCH', `/api/leads/${id}/status`, { status: 'Kunde' })
    expect(await customers()).toEqual([])
    expect((await makeCustomer(999_999)).statusCode).toBe(404)
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
