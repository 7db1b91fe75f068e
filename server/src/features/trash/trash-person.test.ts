import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()

const kari = 'kari@kunde.example'
const ids = new Map<string, string>()

const create = async (path: string, body: object): Promise<string> => {
  const { id } = (await admin('POST', path, body)).json()
  return String(id)
}
const remove = async (path: string) => expect((await admin('DELETE', path)).statusCode).toBe(204)
const listed = async () =>
  (await admin('GET', '/api/trash'))
    .json()
    .map(({ kind }: { kind: string }) => kind)
    .sort()
const group = async () => {
  const { groups } = (await admin('POST', '/api/privacy/search', { email: kari })).json()
  return groups.find(({ kind }: { kind: string }) => kind === 'trash')
}
const person = (customerId: string, email: string) =>
  create('/api/contact-persons', { customerId: Number(customerId), firstName: 'Kari', lastName: 'Ås', email })

beforeEach(async () => {
  const webinar = await create('/api/webinars', { name: 'Økonomi', date: '2027-01-01T10:00:00.000Z' })
  for (const email of [kari, 'ola@kunde.example'])
    await kontor.call('POST', `/api/webinars/${webinar}/registrations`, { name: 'Deltaker', email })
  const customer = await create('/api/customers', { name: 'Blåbær AS', email: 'post@kunde.example' })
  for (const email of [kari, 'ola@kunde.example']) await person(customer, email)
  const lead = await create('/api/leads', { company_name: 'Sak AS', email: 'KARI@kunde.example', notes: 'Ring' })
  await kontor.call('POST', '/api/contacts', { name: 'Kari', email: kari, subject: 'general', message: 'Hemmelig' })
  const enquiry = (await pool.query<{ id: string }>('SELECT id FROM contacts')).rows[0]?.id ?? ''
  const other = await create('/api/leads', { company_name: 'Annen AS', email: `x${kari}` })
  for (const [key, id] of Object.entries({ webinar, customer, lead, enquiry, other })) ids.set(key, id)
  await remove(`/api/webinars/${webinar}`)
  await remove(`/api/customers/${customer}`)
  await remove(`/api/leads/${lead}`)
  await remove(`/api/leads/${other}`)
  await remove(`/api/contacts/${enquiry}`)
})

afterEach(() => clearTables(pool, 'trash', 'webinars', 'customers', 'leads', 'contacts', 'email_logs'))

test('finds a person in the trash, and says what an erasure would do', async () => {
  const { count, entries } = await group()
  expect(count).toBe(4)
  expect(entries.map(({ title, detail, fate }: Record<string, string>) => [title, detail, fate]).sort()).toEqual([
    ['Blåbær AS', 'Kunde', 'anonymised'],
    ['Kari', 'Henvendelse', 'deleted'],
    ['Sak AS', 'Lead', 'deleted'],
    ['Økonomi', 'Webinar', 'anonymised'],
  ])
})

test('exports what the trash holds about a person, without tokens and without others', async () => {
  const answer = await admin('POST', '/api/privacy/export', { email: kari })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().trash).toHaveLength(4)
  expect(answer.json().trash).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ table: 'contacts', message: 'Hemmelig' }),
      expect.objectContaining({ table: 'leads', company_name: 'Sak AS', notes: 'Ring' }),
    ]),
  )
  expect(JSON.stringify(answer.json().trash)).not.toMatch(/token|ola@|submission/)
})

test('erases a person from the trash; the rest of a customer and a webinar can still be restored', async () => {
  expect((await admin('POST', '/api/privacy/erase', { email: kari })).json().erased).toContainEqual({
    kind: 'trash',
    deleted: 2,
    anonymised: 2,
  })
  expect(await listed()).toEqual(['customers', 'leads', 'webinars'])
  const { rows } = await pool.query('SELECT content FROM trash')
  expect(JSON.stringify(rows).replaceAll(`x${kari}`, '')).not.toMatch(/kari@/i)
  for (const [kind, key] of [
    ['customers', 'customer'],
    ['webinars', 'webinar'],
  ] as const)
    expect((await admin('POST', `/api/trash/${kind}/${ids.get(key)}/restore`)).statusCode).toBe(200)
  const left = await pool.query('SELECT email FROM contact_persons UNION ALL SELECT email FROM webinar_registrations')
  expect(left.rows).toEqual([{ email: 'ola@kunde.example' }, { email: 'ola@kunde.example' }])
  expect((await group()).count).toBe(0)
})
