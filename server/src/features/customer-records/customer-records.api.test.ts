import { describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { insertMail, insertRow } from '../../testing/rows.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const asSales = await kontor.asSales()
const asAdmin = await kontor.asAdmin()

const post = async (url: string, body: object) => {
  const answer = await asAdmin('POST', url, body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const record = (id: number) => asAdmin('GET', `/api/customers/${id}/record`)

describe('GET /api/customers/{id}/record', () => {
  it('collects everything about a customer by its id and its addresses', async () => {
    const lead = {
      company_name: 'Prøve AS',
      email: 'post@prove.example',
      contact_name: 'Kari Nordmann',
      notes: 'Ring.',
    }
    const made = await post('/api/leads', lead)
    await post(`/api/leads/${made.id}/notes`, { text: 'Vil ha tilbud.' })
    expect((await asSales('POST', `/api/leads/${made.id}/calls`, { outcome: 'answered' })).statusCode).toBe(200)
    const { lead: linked } = await post(`/api/leads/${made.id}/customer`, {})
    const id: number = linked.customer_id
    await post('/api/contact-persons', {
      customerId: id,
      firstName: 'Ola',
      lastName: 'Vik',
      email: 'OLA@prove.example',
    })
    const offer = { title: 'Drift', customerId: id }
    const { agreement } = await post('/api/agreements', offer)
    await post(`/api/agreements/${agreement.id}/products`, { description: 'Time', quantity: 3, unitPrice: 100_001 })
    const { agreement: second } = await post('/api/agreements', offer)
    await pool.query(`UPDATE agreements SET archived_at = now(), status = 'accepted' WHERE id = $1`, [second.id])
    await pool.query(
      `INSERT INTO contacts (name, email, subject, message) VALUES
         ('Ola', 'ola@PROVE.example', 'Pris', 'Hva koster det?'), ('En annen', 'annen@x.example', 'Hei', 'Hei')`,
    )
    const linkedEnquiry = { name: 'Kari', email: 'k@y.example', subject: 'Lenket', message: 'Hei' }
    await insertRow(pool, 'contacts', { ...linkedEnquiry, customer_id: id })
    const webinar = await insertRow(pool, 'webinars', { name: 'Kurs', date: '2030-01-01' })
    const ola = { name: 'Ola', email: 'ola@prove.example' }
    await insertRow(pool, 'webinar_registrations', { ...ola, webinar_id: webinar })
    await insertMail(pool, { to_address: ola.email, subject: 'Takk', delivery: 'queued' })

    const answer = await record(id)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({
      customer: { id, name: 'Prøve AS', description: 'Ring.', register: null },
      persons: [{ firstName: 'Kari' }, { firstName: 'Ola' }],
      sums: [
        { status: 'accepted', count: 1, net: 0, gross: 0 },
        { status: 'draft', count: 1, net: 300_003, gross: 375_004 },
      ],
      enquiries: [{ subject: 'Lenket' }, { subject: 'Pris', state: 'new' }],
      registrations: [{ webinar: 'Kurs', state: 'registered' }],
      mails: [{ subject: 'Takk', delivery: 'queued', relatedId: null }],
      leads: [{ id: made.id, status: 'Kunde', notes: 'Ring.' }],
      leadEntries: [
        { kind: 'call', outcome: 'answered', text: null, author: 'salg', leadId: made.id, company_name: 'Prøve AS' },
        { kind: 'note', outcome: null, text: 'Vil ha tilbud.', author: 'Administrator', isEdited: false },
      ],
    })
    expect(answer.json().agreements.map((one: { id: string }) => one.id)).toEqual([second.id, agreement.id])
    expect(answer.json().events).toMatchObject([
      { kind: 'created', agreementId: second.id, title: 'Drift' },
      { kind: 'created', agreementId: agreement.id },
    ])
  })

  it('names the creator of a customer made by hand, by import or from a lead; none for older rows', async () => {
    const byHand = await post('/api/customers', { name: 'For Hånd AS', email: 'hand@x.example' })
    const lead = await asSales('POST', '/api/leads', { company_name: 'Fra Lead AS', email: 'lead@x.example' })
    const { lead: linked } = (await asSales('POST', `/api/leads/${lead.json().id}/customer`, {})).json()
    const admin = await logInAsAdmin(kontor)
    await admin.importRows('/api/customers/import', [
      ['Navn', 'E-post'],
      ['Importert AS', 'import@x.example'],
    ])
    const { rows: imported } = await pool.query(`SELECT id FROM customers WHERE name = 'Importert AS'`)
    const old = await insertRow<number>(pool, 'customers', { name: 'Gammel AS', email: 'g@x.example' })
    const creators = [byHand.id, linked.customer_id, imported[0].id, old].map(
      async (id) => (await record(id)).json().createdBy,
    )
    expect(await Promise.all(creators)).toEqual(['Administrator', 'salg', 'Administrator', null])
  })

  it('has no rows for an address that is missing', async () => {
    const { id } = await post('/api/customers', { name: 'Tom AS', email: 'tom@tom.example' })
    await insertRow(pool, 'contact_persons', { customer_id: id, first_name: 'Kari', last_name: '', email: '' })
    await insertRow(pool, 'contacts', { name: 'x', email: '', subject: 'x', message: 'x' })
    expect((await record(id)).json()).toMatchObject({ agreements: [], sums: [], enquiries: [], mails: [], leads: [] })
  })

  it('has the entries of all its leads, without those of other customers', async () => {
    const { id } = await post('/api/customers', { name: 'To AS', email: 'to@to.example' })
    const addNoted = async (company_name: string): Promise<number> => {
      const lead = await post('/api/leads', { company_name, email: 'lead@to.example', next_step: 'Ringe' })
      await post(`/api/leads/${lead.id}/notes`, { text: `Om ${company_name}` })
      return lead.id
    }
    const own = [await addNoted('To AS'), await addNoted('TO AS')]
    await addNoted('En annen AS')
    for (const lead of own) await post(`/api/leads/${lead}/customer`, {})
    expect((await record(id)).json()).toMatchObject({ leadEntries: [{ text: 'Om TO AS' }, { text: 'Om To AS' }] })
    expect((await record(id)).json().leadEntries).toHaveLength(2)
  })
})
