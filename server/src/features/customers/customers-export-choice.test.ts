import type { Customer } from '@kontor/contract/customers/customers.schema'
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

const add = async (customer: Partial<Customer>): Promise<Customer> =>
  (await admin('POST', '/api/customers', { email: 'post@kunde.example', ...customer })).json()

const xlsxRows = async (query: string) => {
  const workbook = await readXlsx((await session.get(url + query)).rawPayload)
  return workbook.sheets[0]?.rows ?? []
}

const csv = async (query = ''): Promise<string> => (await session.get(`${url}?format=csv${query}`)).body

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

describe('the export of customers as CSV', () => {
  test('is UTF-8 with a byte order mark, semicolons, CRLF and Norwegian dates', async () => {
    const { createdAt } = await add({ name: 'Ærlig "AS"', postCode: '0150', description: 'To;\nlinjer' })
    const answer = await session.get(`${url}?format=csv&columns=name,postCode,description,isActive,createdAt`)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="kunder.csv"',
    ])
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const [year = '', month = '', day = ''] = osloDay(createdAt).split('-')
    expect(answer.body.replace(/ \d\d:\d\d$/, '')).toBe(
      `\ufeffNavn;Postnummer;Beskrivelse;Aktiv;Opprettet\r\n"Ærlig ""AS""";0150;"To;\nlinjer";Ja;${day}.${month}.${year}`,
    )
  })

  test.each(['=1+1', '+47 22 33 44 55', '-5', '@SUM(A1)', "'=1+1"])(
    'keeps a text from running as a formula: %s',
    async (text) => {
      await add({ name: text })
      expect(await csv('&columns=name')).toBe(`\ufeffNavn\r\n'${text}`)
    },
  )

  test('has all columns of the import by default', async () => {
    await add({ name: 'Alfa' })
    const [header = ''] = (await csv()).split('\r\n')
    const [xlsxHeader] = await xlsxRows('')
    expect(header.replace('\ufeff', '').split(';')).toEqual(xlsxHeader)
  })
})

describe('the choices of an export', () => {
  test('are columns in their order, the order of the list and single customers', async () => {
    const [b, c, a] = [
      await add({ name: 'Bø', city: 'Åsnes' }),
      await add({ name: 'Ås' }),
      await add({ name: 'Alfa', city: 'Bergen' }),
    ]
    expect(await xlsxRows('?columns=city,name&sort=name:asc')).toEqual([
      ['Poststed', 'Navn'],
      ['Bergen', 'Alfa'],
      ['Åsnes', 'Bø'],
      [null, 'Ås'],
    ])
    const namesBy = async (query: string) => (await xlsxRows(`?columns=name${query}`)).slice(1).flat()
    expect(await namesBy('&sort=city:desc')).toEqual(['Bø', 'Alfa', 'Ås'])
    expect(await namesBy('&sort=name:desc')).toEqual(['Ås', 'Bø', 'Alfa'])
    expect(await namesBy('&sort=createdAt:desc')).toEqual(['Alfa', 'Ås', 'Bø'])
    expect(await namesBy(`&ids=${a.id},${b.id}`)).toEqual(['Bø', 'Alfa'])
    expect(await namesBy(`&ids=${a.id},${b.id}&sort=name:asc&q=alfa`)).toEqual(['Alfa'])
    await admin('PUT', `/api/customers/${c.id}`, { isActive: false })
    expect(await namesBy('&sort=isActive:asc')).toEqual(['Bø', 'Alfa', 'Ås'])
  })

  test('keep the order across pages', async () => {
    await pool.query(
      "INSERT INTO customers (name, email, is_active) SELECT 'F' || lpad(n::text, 5, '0'), 'p@f.example', true FROM generate_series(1, 2300) n",
    )
    const rows = (await xlsxRows('?columns=name&sort=name:desc')).slice(1).flat()
    expect(rows).toHaveLength(2300)
    expect([rows[0], rows[1200], rows[2299]]).toEqual(['F02300', 'F01100', 'F00001'])
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

  test('are ignored when empty', async () => {
    await add({ name: 'Alfa' })
    expect(await xlsxRows('?format=&columns=&sort=&ids=')).toEqual(await xlsxRows(''))
  })
})
