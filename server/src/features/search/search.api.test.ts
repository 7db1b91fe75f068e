import type { Found } from '@kontor/contract/search/search.schema'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'

const kontor = await startTestApp({ worker: 'off' })
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()
const { pool } = kontor.database

type Caller = typeof admin

const search = async (q: string, caller: Caller = admin): Promise<Found[]> => {
  const answer = await caller('GET', `/api/search?q=${encodeURIComponent(q)}`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

const titles = async (q: string, caller?: Caller): Promise<string[]> =>
  (await search(q, caller)).map(({ kind, title }) => `${kind}: ${title}`)

const created = async (path: string, body: object): Promise<{ id: number }> => {
  const answer = await admin('POST', path, body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json()
}

let bakery: number

beforeAll(async () => {
  await created('/api/leads', { company_name: 'Nordfiktiv Teknologi AS', city: 'Oslo', phone: '22 33 44 55' })
  await created('/api/leads', { company_name: 'Nordfiktiv AS', city: 'Bergen', org_no: '914 594 685' })
  await created('/api/leads', { company_name: 'Stor-Nordfiktiv Drift', contact_name: 'Åse Øvrebø', city: 'Hamar' })
  bakery = (await created('/api/customers', { name: 'Sandvik Bakeri AS', email: 'post@sandvik.example', city: 'Moss' }))
    .id
  await created('/api/contact-persons', {
    customerId: bakery,
    firstName: 'Kari',
    lastName: 'Lunde',
    email: 'kari@sandvik.example',
    mobilePhone: '+47 912 34 567',
  })
  await created('/api/agreements', { customerId: bakery, title: 'Opplæring i hygiene' })
  await created('/api/webinars', { name: 'Åpenhetsloven i praksis', date: '2027-01-11T10:00:00Z' })
  await pool.query(
    `INSERT INTO contacts (name, email, company, subject, message)
     VALUES ('Peder Ås', 'peder@ås.example', 'Ås Rør', 'support', 'Kan dere hjelpe oss med vannmåleren?')`,
  )
})

describe('the search', () => {
  test('names a contact person without a last name by the first name alone', async () => {
    // Simulates a contact person made of a lead's contact.
    await pool.query(
      "INSERT INTO contact_persons (customer_id, first_name, last_name, email) VALUES ($1, 'Ylva', '', '')",
      [bakery],
    )
    expect(await titles('ylva')).toEqual(['contactPerson: Ylva'])
  })

  test('lists exact titles first, then titles that begin with the search', async () => {
    expect(await titles('nordfiktiv as')).toEqual(['lead: Nordfiktiv AS', 'lead: Nordfiktiv Teknologi AS'])
    expect(await titles('nordfiktiv')).toEqual([
      'lead: Nordfiktiv AS',
      'lead: Nordfiktiv Teknologi AS',
      'lead: Stor-Nordfiktiv Drift',
    ])
  })

  test.each([
    ['words in any order and case', 'OSLO nordfiktiv', ['lead: Nordfiktiv Teknologi AS']],
    ['a name by its parts', 'øvrebø stor', ['lead: Stor-Nordfiktiv Drift']],
    ['nothing that lacks a word', 'nordfiktiv tromsø', []],
    ['a phone number', '22334455', ['lead: Nordfiktiv Teknologi AS']],
    ['part of a phone number', '3344', ['lead: Nordfiktiv Teknologi AS']],
    ['an organisation number', '914594685', ['lead: Nordfiktiv AS']],
    ["a contact person's mobile number", '91234567', ['contactPerson: Kari Lunde']],
    ['a webinar', 'praksis åpenhets', ['webinar: Åpenhetsloven i praksis']],
    ['an enquiry', 'vannmåleren ås', ['contact: Peder Ås']],
    ['short words at the beginnings of words', 'ås', ['lead: Stor-Nordfiktiv Drift', 'contact: Peder Ås']],
    ['nothing for an empty search', '', []],
    ['nothing for a search without words', ' , ', []],
    ['no more for wildcards', '%%%', []],
    ['wildcards only as they are', 'nord_iktiv', []],
  ])('finds %s: %s', async (_, q, found) => {
    expect(await titles(q)).toEqual(found)
  })

  test("finds a contact person and the customer by the person's name and the company's", async () => {
    for (const q of ['kari bakeri', 'bakeri kari']) {
      expect(await search(q)).toEqual(
        [
          {
            kind: 'contactPerson',
            id: expect.any(Number),
            title: 'Kari Lunde',
            detail: 'Sandvik Bakeri AS · kari@sandvik.example',
            customerId: bakery,
          },
          { kind: 'customer', id: bakery, title: 'Sandvik Bakeri AS', detail: 'Moss' },
        ].toSorted((a, b) => (a.kind < b.kind ? 1 : -1)),
      )
    }
  })

  test("finds an agreement by its title, its reference and its customer's name", async () => {
    const [agreement] = await search('opplæring sandvik')
    expect(agreement).toMatchObject({ kind: 'agreement', title: 'Opplæring i hygiene' })
    const reference = agreement?.detail.split(' · ')[0] ?? ''
    expect(reference).toMatch(/^A-\d{4}-\d{4}$/)
    expect(await titles(reference)).toEqual(['agreement: Opplæring i hygiene'])
    expect(await titles('sandvik')).toEqual([
      'customer: Sandvik Bakeri AS',
      'contactPerson: Kari Lunde',
      'agreement: Opplæring i hygiene',
    ])
  })

  test('lists at most 20 results, among them some of each kind', async () => {
    await pool.query(`INSERT INTO leads (company_name) SELECT 'Mange ' || n FROM generate_series(1, 30) n`)
    expect(await search('mange', sales)).toHaveLength(20)
    expect(await search('mange')).toHaveLength(20)
    await pool.query(`INSERT INTO customers (name, email) SELECT 'Altfor mange ' || n, 'a@b.example'
      FROM generate_series(1, 6) n`)
    const kinds = (await search('mange')).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'lead')).toHaveLength(16)
    expect(kinds.filter((kind) => kind === 'customer')).toHaveLength(4)
  })

  test('does not find archived customers and agreements', async () => {
    await pool.query(`UPDATE customers SET archived_at = now() WHERE id = $1`, [bakery])
    await pool.query(`UPDATE agreements SET archived_at = now()`)
    expect(await search('sandvik')).toEqual([])
    await pool.query(`UPDATE customers SET archived_at = NULL`)
    await pool.query(`UPDATE agreements SET archived_at = NULL`)
  })

  test('shows sales users only leads', async () => {
    expect(await titles('nordfiktiv oslo', sales)).toEqual(['lead: Nordfiktiv Teknologi AS'])
    for (const q of ['sandvik', 'kari bakeri', 'vannmåleren', 'åpenhetsloven', 'a']) {
      expect((await search(q, sales)).filter(({ kind }) => kind !== 'lead')).toEqual([])
    }
  })

  test.each(['a'.repeat(201), '\0'])('rejects a search that is too long or unstorable', async (q) => {
    expect((await admin('GET', `/api/search?q=${encodeURIComponent(q)}`)).statusCode).toBe(400)
  })
})
