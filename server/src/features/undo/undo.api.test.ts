import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { insertRow } from '../../testing/rows.ts'
import { purgeExpired } from '../retention/retention.service.ts'

const kontor = await startTestApp({ worker: 'off' })
const { database, clock, deps } = kontor
const { pool } = database
const now = '2026-06-15T09:00:00.000Z'
clock.set(now)
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()

beforeEach(() => clock.set(now))

afterEach(async () => {
  await pool.query(
    'DELETE FROM trash; DELETE FROM leads; DELETE FROM contacts; DELETE FROM webinars; DELETE FROM customers',
  )
})

type Answer = Awaited<ReturnType<typeof admin>>

const create = async (path: string, body: object): Promise<{ id: string | number; version: number }> => {
  const answer = await admin('POST', path, body)
  expect(answer.statusCode).toBe(200)
  return answer.json()
}

const addLead = (company_name = 'Nordfiktiv') => create('/api/leads', { company_name })
const addCustomer = () => create('/api/customers', { name: 'Blåbær AS', email: 'post@kunde.example' })
const addPerson = (customerId: unknown) =>
  create('/api/contact-persons', { customerId, firstName: 'Kari', lastName: 'Ås', email: 'kari@kunde.example' })

const webinar = { name: 'Økonomi', date: '2026-07-01T10:00:00.000Z' }

const register = async (webinarId: unknown, email: string): Promise<string> => {
  await kontor.call('POST', `/api/webinars/${webinarId}/registrations`, { name: 'Kari', email, waitingList: true })
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM webinar_registrations WHERE email = $1', [email])
  return rows[0]?.id ?? ''
}

const remove = async (path: string) => expect((await admin('DELETE', path)).statusCode).toBe(204)
const restore = (kind: string, id: unknown, as = admin): Promise<Answer> =>
  as('POST', `/api/trash/${kind}/${id}/restore`)
const countTrash = async () => (await pool.query('SELECT FROM trash')).rowCount
const listed = async (as = admin) => (await as('GET', '/api/trash')).json()

describe('GET /api/trash', () => {
  it('lists what was deleted, newest first, with who deleted it and until when; sales users see leads only', async () => {
    const lead = await addLead()
    const customer = await addCustomer()
    expect((await sales('DELETE', `/api/leads/${lead.id}`)).statusCode).toBe(204)
    clock.advance({ minutes: 1 })
    await remove(`/api/customers/${customer.id}`)
    expect(await listed()).toEqual([
      {
        kind: 'customers',
        id: String(customer.id),
        title: 'Blåbær AS',
        belongsTo: null,
        archived: false,
        deletedAt: '2026-06-15T09:01:00.000Z',
        deletedBy: 'Administrator',
        goneAt: '2026-07-15T09:01:00.000Z',
      },
      {
        kind: 'leads',
        id: String(lead.id),
        title: 'Nordfiktiv',
        belongsTo: null,
        archived: false,
        deletedAt: now,
        deletedBy: 'salg',
        goneAt: '2026-07-15T09:00:00.000Z',
      },
    ])
    expect(await listed(sales)).toMatchObject([{ kind: 'leads' }])
    expect((await admin('GET', '/api/trash?kind=leads')).json()).toMatchObject([{ kind: 'leads' }])
    expect((await sales('GET', '/api/trash?kind=leads')).json()).toMatchObject([{ kind: 'leads' }])
    for (const kind of ['customers', 'contactPersons', 'agreements', 'enquiries', 'webinars', 'registrations'])
      expect((await sales('GET', `/api/trash?kind=${kind}`)).statusCode, kind).toBe(403)
    expect((await admin('GET', '/api/trash?kind=users')).statusCode).toBe(400)
  })

  it('returns a hundred entries at a time, and each once', async () => {
    await pool.query(`
      INSERT INTO trash (kind, entity_id, title, deleted_at, deleted_by, content)
      SELECT 'leads', n, 'Nr ' || n, '${now}', 'sales', '{}' FROM generate_series(1, 250) n`)
    const ids: string[] = []
    let cursor: unknown
    do {
      const answer = await admin('GET', `/api/trash${cursor ? `?cursor=${encodeURIComponent(String(cursor))}` : ''}`)
      const page = answer.json<{ id: string }[]>()
      expect(page.length).toBeLessThanOrEqual(100)
      ids.push(...page.map(({ id }) => id))
      cursor = answer.headers['x-next-cursor']
    } while (cursor)
    expect((await admin('GET', '/api/trash?cursor=x')).statusCode).toBe(400)
    expect([ids.length, new Set(ids).size]).toEqual([250, 250])
  })
})

describe('POST /api/trash/{kind}/{id}/restore', () => {
  it('lets sales users restore leads, and nothing else', async () => {
    const lead = await addLead()
    const customer = await addCustomer()
    await remove(`/api/leads/${lead.id}`)
    await remove(`/api/customers/${customer.id}`)
    const answer = await restore('leads', lead.id, sales)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { kind: 'leads', id: String(lead.id), title: 'Nordfiktiv', notice: null },
    ])
    expect((await restore('customers', customer.id, sales)).statusCode).toBe(403)
    expect((await restore('customers', customer.id)).statusCode).toBe(200)
  })

  it('restores once, also under concurrent calls, and only what was deleted', async () => {
    const lead = await addLead()
    expect((await restore('leads', lead.id)).statusCode).toBe(404)
    expect((await restore('users', lead.id)).statusCode).toBe(400)
    expect((await restore('leads', 'x')).statusCode).toBe(400)
    await remove(`/api/leads/${lead.id}`)
    const statuses = await Promise.all([1, 2, 3].map(async () => (await restore('leads', lead.id)).statusCode))
    expect(statuses.toSorted()).toEqual([200, 404, 404])
  })

  it('explains that the customer or the webinar must be restored first', async () => {
    const customer = await addCustomer()
    const person = await addPerson(customer.id)
    await remove(`/api/contact-persons/${person.id}`)
    await remove(`/api/customers/${customer.id}`)
    const answer = await restore('contactPersons', person.id)
    expect([answer.statusCode, answer.json().error]).toEqual([
      409,
      'Kunden finnes ikke lenger. Gjenopprett kunden først.',
    ])
    expect((await restore('customers', customer.id)).statusCode).toBe(200)
    expect((await restore('contactPersons', person.id)).statusCode).toBe(200)

    const { id } = await create('/api/webinars', webinar)
    const registration = await register(id, 'kari@kunde.example')
    await remove(`/api/registrations/${registration}`)
    await remove(`/api/webinars/${id}`)
    expect((await restore('registrations', registration)).json().error).toBe(
      'Webinaret finnes ikke lenger. Gjenopprett webinaret først.',
    )
  })

  it('explains that an address was registered again', async () => {
    const { id } = await create('/api/webinars', webinar)
    const registration = await register(id, 'kari@kunde.example')
    await remove(`/api/registrations/${registration}`)
    await register(id, 'kari@kunde.example')
    const answer = await restore('registrations', registration)
    expect([answer.statusCode, answer.json().error]).toEqual([409, 'Adressen er meldt på webinaret på nytt.'])
    expect(await listed()).toMatchObject([{ kind: 'registrations' }])
  })

  it('puts a registration whose seat was given away on the waiting list, and says so', async () => {
    const { id } = await create('/api/webinars', { ...webinar, capacity: 1 })
    const first = await register(id, 'kari@kunde.example')
    const second = await register(id, 'ola@kunde.example')
    await remove(`/api/registrations/${first}`)
    const answer = await restore('registrations', first)
    expect(answer.json().notice).toBe('Webinaret er fullt nå. Påmeldingen står på ventelisten.')
    const { rows } = await pool.query('SELECT id, state FROM webinar_registrations ORDER BY email')
    expect(rows).toEqual([
      { id: first, state: 'waiting' },
      { id: second, state: 'registered' },
    ])
  })

  it('warns that registrants already got the cancellation mail', async () => {
    const { id } = await create('/api/webinars', webinar)
    await register(id, 'kari@kunde.example')
    await remove(`/api/webinars/${id}?notify=true`)
    const answer = await restore('webinars', id)
    expect(answer.json().notice).toMatch(/^De påmeldte har fått e-post om at webinaret er avlyst/)
    // Calendars ignore later changes with the number of the cancellation.
    expect((await pool.query('SELECT sequence FROM webinars')).rows).toEqual([{ sequence: 1 }])
  })

  it('clears references to deleted rows, and restores references that are still empty', async () => {
    const customer = await addCustomer()
    const lead = await addLead()
    const other = await addLead('Annen')
    await pool.query('UPDATE leads SET customer_id = $1', [customer.id])
    await remove(`/api/leads/${lead.id}`)
    await remove(`/api/customers/${customer.id}`)
    expect((await restore('leads', lead.id)).statusCode).toBe(200)
    const links = async () => (await pool.query('SELECT id, customer_id FROM leads ORDER BY id')).rows
    expect(await links()).toEqual([
      { id: lead.id, customer_id: null },
      { id: other.id, customer_id: null },
    ])
    expect((await restore('customers', customer.id)).statusCode).toBe(200)
    expect(await links()).toEqual([
      { id: lead.id, customer_id: null },
      { id: other.id, customer_id: customer.id },
    ])
  })

  it('fills columns that were added since with their defaults, and ignores removed ones', async () => {
    const lead = await addLead()
    await remove(`/api/leads/${lead.id}`)
    await pool.query(`
      ALTER TABLE leads ADD COLUMN added text NOT NULL DEFAULT 'standard';
      UPDATE trash SET content = jsonb_set(content, '{tables,0,rows,0,removed}', '"x"')`)
    expect((await restore('leads', lead.id)).statusCode).toBe(200)
    const { rows } = await pool.query('SELECT added FROM leads')
    await pool.query('ALTER TABLE leads DROP COLUMN added')
    expect(rows).toEqual([{ added: 'standard' }])
  })

  it('reactivates a retired product and an archived customer', async () => {
    const product = await create('/api/products', { number: '7', name: 'Kurs' })
    const customer = await addCustomer()
    const agreement = { title: 'Avtale', reference: 'A-2026-0001', response_token: 'token', status: 'accepted' }
    const agreementId = await insertRow(pool, 'agreements', { ...agreement, customer_id: customer.id })
    const line = { description: 'x', unit_price: 1, total_price: 1 }
    await insertRow(pool, 'agreement_products', { ...line, agreement_id: agreementId, product_id: product.id })
    const ids = { products: product.id, customers: customer.id, agreements: agreementId }
    for (const [kind, id] of Object.entries(ids)) await remove(`/api/${kind}/${id}`)
    for (const entry of await listed()) expect(entry).toMatchObject({ kind: expect.any(String), archived: true })
    for (const [kind, id] of Object.entries(ids)) {
      expect((await restore(kind, id)).statusCode).toBe(200)
      expect((await admin('GET', `/api/${kind}`)).json()).toMatchObject([{ id }])
    }
    expect((await admin('GET', '/api/products')).json()).toMatchObject([{ isActive: true, version: 3 }])
    await pool.query(`SET session_replication_role = replica; DELETE FROM agreement_events; DELETE FROM agreements;
      DELETE FROM agreement_products; SET session_replication_role = origin; DELETE FROM products`)
  })
})

describe('after 30 days', () => {
  it('refuses to restore, and the next purge deletes for good', async () => {
    const lead = await addLead()
    await remove(`/api/leads/${lead.id}`)
    clock.set('2026-07-15T08:59:59.000Z')
    await purgeExpired(deps)
    expect(await countTrash()).toBe(1)
    clock.set('2026-07-15T09:00:00.000Z')
    const later = await kontor.asAdmin()
    expect((await restore('leads', lead.id, later)).statusCode).toBe(404)
    expect(await listed(later)).toEqual([])
    await purgeExpired(deps)
    expect(await countTrash()).toBe(0)
  })

  it('keeps the mails of a registration that can be restored, and empties them afterwards', async () => {
    await pool.query('DELETE FROM email_logs')
    const { id } = await create('/api/webinars', { ...webinar, date: '2027-07-01T10:00:00.000Z' })
    await register(id, 'kari@kunde.example')
    await pool.query(`UPDATE email_logs SET delivery = 'sent' WHERE type = 'webinar'`)
    const withText = async () =>
      (await pool.query(`SELECT FROM email_logs WHERE type = 'webinar' AND html_content IS NOT NULL`)).rowCount
    await remove(`/api/webinars/${id}`)
    const mails = await withText()
    await purgeExpired(deps)
    expect([mails, await withText()]).toEqual([mails, mails])
    expect(mails).toBeGreaterThan(0)
    clock.set('2026-07-15T09:00:00.000Z')
    await purgeExpired(deps)
    expect(await withText()).toBe(0)
  })

  it('deletes an enquiry for good on the day it becomes twelve months old', async () => {
    const enquiry = { name: 'Kari', email: 'kari@kunde.example', subject: 'general', message: 'Hemmelig' }
    const id = await insertRow(pool, 'contacts', { ...enquiry, created_at: '2025-06-15T22:30:00Z' })
    await remove(`/api/contacts/${id}`)
    await purgeExpired(deps)
    expect(await countTrash()).toBe(1)
    // Midnight in Oslo: it came on the 16th, Oslo time.
    clock.set('2026-06-15T22:00:00.000Z')
    await purgeExpired(deps)
    expect(await countTrash()).toBe(0)
  })
})
