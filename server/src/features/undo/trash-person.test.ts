import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()

const kari = 'kari@kunde.example'

const create = async (path: string, body: object): Promise<string> => {
  const { id } = (await admin('POST', path, body)).json()
  return String(id)
}
const remove = async (path: string) => expect((await admin('DELETE', path)).statusCode).toBe(204)
const group = async () => {
  const { groups } = (await admin('POST', '/api/privacy/search', { email: kari })).json()
  return groups.find(({ kind }: { kind: string }) => kind === 'trash')
}
const person = (customerId: string, email: string) =>
  create('/api/contact-persons', { customerId: Number(customerId), firstName: 'Kari', lastName: 'Ås', email })

test('finds, exports and erases a person in the trash; other parts of an entry can still be restored', async () => {
  const webinar = await create('/api/webinars', { name: 'Økonomi', date: '2027-01-01T10:00:00.000Z' })
  for (const email of [kari, 'ola@kunde.example'])
    await kontor.call('POST', `/api/webinars/${webinar}/registrations`, { name: 'Deltaker', email })
  const customer = await create('/api/customers', { name: 'Blåbær AS', email: 'post@kunde.example' })
  for (const email of [kari, 'ola@kunde.example']) await person(customer, email)
  const lead = await create('/api/leads', { company_name: 'Sak AS', email: 'KARI@kunde.example', notes: 'Ring' })
  await kontor.call('POST', '/api/contacts', { name: 'Kari', email: kari, subject: 'general', message: 'Hemmelig' })
  const enquiry = (await pool.query<{ id: string }>('SELECT id FROM contacts')).rows[0]?.id
  const other = await create('/api/leads', { company_name: 'Annen AS', email: `x${kari}` })
  for (const path of [`webinars/${webinar}`, `customers/${customer}`, `leads/${lead}`, `leads/${other}`])
    await remove(`/api/${path}`)
  await remove(`/api/contacts/${enquiry}`)

  const { count, entries } = await group()
  expect(count).toBe(4)
  expect(entries.map(({ title, detail, fate }: Record<string, string>) => [title, detail, fate]).sort()).toEqual([
    ['Blåbær AS', 'Kunde', 'anonymised'],
    ['Kari', 'Henvendelse', 'deleted'],
    ['Sak AS', 'Lead', 'deleted'],
    ['Økonomi', 'Webinar', 'anonymised'],
  ])

  const { trash } = (await admin('POST', '/api/privacy/export', { email: kari })).json()
  expect(trash).toHaveLength(4)
  expect(trash).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ table: 'contacts', message: 'Hemmelig' }),
      expect.objectContaining({ table: 'leads', company_name: 'Sak AS', notes: 'Ring' }),
    ]),
  )
  // No tokens, and nothing about others.
  expect(JSON.stringify(trash)).not.toMatch(/token|ola@|submission/)

  expect((await admin('POST', '/api/privacy/erase', { email: kari })).json().erased).toContainEqual({
    kind: 'trash',
    deleted: 2,
    anonymised: 2,
  })
  const { rows } = await pool.query('SELECT kind, content FROM trash ORDER BY kind')
  expect(rows.map(({ kind }) => kind)).toEqual(['customers', 'leads', 'webinars'])
  expect(JSON.stringify(rows).replaceAll(`x${kari}`, '')).not.toMatch(/kari@/i)
  for (const path of [`customers/${customer}`, `webinars/${webinar}`])
    expect((await admin('POST', `/api/trash/${path}/restore`)).statusCode).toBe(200)
  const left = await pool.query('SELECT email FROM contact_persons UNION ALL SELECT email FROM webinar_registrations')
  expect(left.rows).toEqual([{ email: 'ola@kunde.example' }, { email: 'ola@kunde.example' }])
  expect((await group()).count).toBe(0)
})
