import { customerFields } from '@kontor/contract/customers/customers.fields'
import type { Customer } from '@kontor/contract/customers/customers.schema'
import { labelsOf } from '@kontor/contract/shared/field-kinds'
import { osloDay } from '@kontor/contract/shared/time'
import { readXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()
const session = await logInAsAdmin(kontor)
const url = '/api/customers/export'
const headings = Object.values(labelsOf(customerFields))

const add = async (customer: Partial<Customer>): Promise<Customer> =>
  (await admin('POST', '/api/customers', { email: 'post@kunde.example', ...customer })).json()

const rowsOf = async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets[0]?.rows ?? []
const exported = async (query = '') => rowsOf((await session.get(url + query)).rawPayload)
const namesBy = async (query: string) => (await exported(`?columns=name${query}`)).slice(1).flat()

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

test('has the columns of the import, formulas as text, and no archived customers', async () => {
  await add({ name: '=HYPERLINK("x")', email: 'a@a.example', postCode: '0150', organizationNumber: '900200005' })
  const cells: Partial<Record<string, string>> = {
    ...{ Navn: '=HYPERLINK("x")', 'E-post': 'a@a.example', 'Org.nr': '900200005', Postnummer: '0150', Aktiv: 'Ja' },
  }
  await add({ name: 'Borte' })
  await pool.query("UPDATE customers SET archived_at = now() WHERE name = 'Borte'")
  const answer = await session.get(url)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'attachment; filename="kunder.xlsx"',
  ])
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(await rowsOf(answer.rawPayload)).toEqual([headings, headings.map((heading) => cells[heading] ?? null)])
})

test('contains the customers that the search finds', async () => {
  await add({ name: 'Ålesund Fisk', organizationNumber: '900200005', city: 'Ålesund' })
  await add({ name: '100 % Rør', industry: 'Rørleggerarbeid', phone: '22 33 44 55' })
  await add({ name: 'Snøhetta_1' })
  for (const [q, found] of [
    ['', ['Ålesund Fisk', '100 % Rør', 'Snøhetta_1']],
    [' ålesund ', ['Ålesund Fisk']],
    ['A\u030alesund', ['Ålesund Fisk']],
    ['900 200 005', ['Ålesund Fisk']],
    ['RØRLEGGER', ['100 % Rør']],
    ['0 %', ['100 % Rør']],
    ['%', ['100 % Rør']],
    ['_', ['Snøhetta_1']],
    ['33 44', ['100 % Rør']],
    ['\\', []],
  ] as const) {
    expect(await namesBy(`&q=${encodeURIComponent(q)}`), q).toEqual(found)
  }
})

test('as CSV is UTF-8 with a byte order mark, semicolons, CRLF, Norwegian dates, and no formulas', async () => {
  const { createdAt } = await add({ name: 'Ærlig "AS"', postCode: '0150', description: 'To;\nlinjer' })
  for (const name of ['=1+1', '+47 22 33 44 55', '-5', '@SUM(A1)', "'=1+1"]) await add({ name })
  const answer = await session.get(`${url}?format=csv&columns=name,postCode,description,isActive,createdAt`)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    'attachment; filename="kunder.csv"',
  ])
  expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const day = osloDay(createdAt).split('-').reverse().join('.')
  const lines = answer.body.split('\r\n').map((line) => line.replace(/ \d\d:\d\d$/, ''))
  expect(lines).toEqual([
    '\ufeffNavn;Postnummer;Beskrivelse;Aktiv;Opprettet',
    `"Ærlig ""AS""";0150;"To;\nlinjer";Ja;${day}`,
    ...["'=1+1", "'+47 22 33 44 55", "'-5", "'@SUM(A1)", "''=1+1"].map((name) => `${name};;;Ja;${day}`),
  ])
  const [header = ''] = (await session.get(`${url}?format=csv`)).body.split('\r\n')
  expect(header.replace('\ufeff', '').split(';')).toEqual(headings)
})

describe('the choices of an export', () => {
  test('are columns in their order, the order of the list and single customers', async () => {
    const [b, c, a] = [
      await add({ name: 'Bø', city: 'Åsnes' }),
      await add({ name: 'Ås' }),
      await add({ name: 'Alfa', city: 'Bergen' }),
    ]
    expect(await exported('?columns=city,name&sort=name:asc')).toEqual([
      ['Poststed', 'Navn'],
      ['Bergen', 'Alfa'],
      ['Åsnes', 'Bø'],
      [null, 'Ås'],
    ])
    await admin('PUT', `/api/customers/${c.id}`, { isActive: false })
    for (const [query, names] of [
      ['&sort=city:desc', ['Bø', 'Alfa', 'Ås']],
      ['&sort=name:desc', ['Ås', 'Bø', 'Alfa']],
      ['&sort=createdAt:desc', ['Alfa', 'Ås', 'Bø']],
      ['&sort=isActive:asc', ['Bø', 'Alfa', 'Ås']],
      [`&ids=${a.id},${b.id}`, ['Bø', 'Alfa']],
      [`&ids=${a.id},${b.id}&sort=name:asc&q=alfa`, ['Alfa']],
    ] as const) {
      expect(await namesBy(query), query).toEqual(names)
    }
    expect(await exported('?format=&columns=&sort=&ids=')).toEqual(await exported())
  })

  test('contain every customer once, in order, across pages', async () => {
    await pool.query(
      "INSERT INTO customers (name, email, is_active) SELECT 'F' || lpad(n::text, 5, '0'), 'p@f.example', true FROM generate_series(1, 2300) n",
    )
    const names = Array.from({ length: 2300 }, (_, at) => `F${String(at + 1).padStart(5, '0')}`)
    expect(await namesBy('')).toEqual(names)
    expect(await namesBy('&sort=name:desc')).toEqual(names.toReversed())
  })

  test.each([
    ['format=ods', 'format', 'Må være xlsx eller csv'],
    ['columns=name,passord', 'columns', 'Ukjent kolonne'],
    ['columns=name,name', 'columns', 'Samme kolonne er nevnt to ganger'],
    ['columns=name&columns=city', 'columns', 'Kan bare oppgis én gang'],
    ['sort=name', 'sort', 'Ugyldig sortering'],
    ['ids=1,x', 'ids', 'Ugyldig id'],
    [`ids=${Array.from({ length: 1001 }, (_, at) => at + 1)}`, 'ids', 'Høyst 1000 rader kan velges'],
  ])('are rejected with a sentence: %s', async (query, field, sentence) => {
    const answer = await session.get(`${url}?${query}`)
    expect([answer.statusCode, answer.json().fields[field]]).toEqual([400, sentence])
  })
})

test('requires the session’s token, or a page of the same origin', async () => {
  for (const [query, site, status] of [
    [`?auth=${session.auth}`, 'cross-site', 200],
    ['', 'same-origin', 200],
    ['', 'none', 200],
    ['?auth=', 'same-origin', 200],
    ['', 'cross-site', 403],
  ] as const) {
    expect((await session.get(url + query, { 'sec-fetch-site': site })).statusCode, `${query} ${site}`).toBe(status)
  }
  const wrong = await session.get(`${url}?auth=feil`)
  expect([wrong.statusCode, wrong.json()]).toEqual([
    403,
    { error: 'Økten er en annen enn den du logget inn med. Logg inn på nytt og prøv igjen.' },
  ])
  expect((await kontor.call('GET', `${url}?auth=${session.auth}`)).statusCode).toBe(401)
  expect((await admin('HEAD', url)).statusCode).toBe(200)
})
