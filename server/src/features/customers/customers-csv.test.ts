import type { Customer } from '@kontor/contract/customers/customers.schema'
import { writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()
const session = await logInAsAdmin(kontor)
const url = '/api/customers/import?format=csv'

const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

const send = (bytes: Uint8Array, name = 'kunder.csv', query = '') => session.upload(url + query, { name, bytes })

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

const lines = (delimiter: string, lineEnd: string) =>
  [
    ['Navn', 'E-post', 'Postnummer', 'Beskrivelse'],
    ['Ærlig Ål AS', 'post@ærlig.no', '0150', '"To\nlinjer, og ""sitat"""'],
  ]
    .map((cells) => cells.join(delimiter))
    .join(lineEnd)

const customer = { name: 'Ærlig Ål AS', postCode: '0150', description: 'To\nlinjer, og "sitat"' }

describe('a CSV file', () => {
  test.each([
    ['semicolons, UTF-8 with a byte order mark', Buffer.from(`\ufeff${lines(';', '\r\n')}\r\n`)],
    ['semicolons, UTF-8', Buffer.from(lines(';', '\n'))],
    ['commas', Buffer.from(lines(',', '\n'))],
    ['tabs', Buffer.from(lines('\t', '\r'))],
    ['the delimiter in its first line', Buffer.from(`sep=;\r\n${lines(';', '\r\n')}`)],
    ['Windows-1252', Buffer.from(lines(';', '\r\n'), 'latin1')],
    ['UTF-16, as Excel saves Unicode text', Buffer.from(`\ufeff${lines('\t', '\r\n')}`, 'utf16le')],
  ])('is imported with %s', async (_, bytes) => {
    expect((await send(bytes)).json()).toMatchObject({ rows_created: 1, rows_failed: 0, unknownColumns: [] })
    expect(await stored()).toMatchObject([customer])
    expect((await send(bytes)).json()).toMatchObject({ rows_ok: 1, rows_created: 0, rows_updated: 0 })
  })

  test('numbers its rows as a spreadsheet program does', async () => {
    const text = 'Navn;E-post\nAlfa;alfa@a.example\n\n"Be\nta";feil\nGamma;gamma@g.example'
    const { rows_created, rows } = (await send(Buffer.from(text))).json()
    expect(rows_created).toBe(2)
    expect(rows).toContainEqual(expect.objectContaining({ row: 4, outcome: 'failed', name: 'Be ta' }))
  })

  test('loses the apostrophes that kept its texts from running as formulas', async () => {
    await send(Buffer.from("Navn;E-post;Telefon\n'=1+1;a@a.example;'+47 22 33 44 55\n'tis;b@b.example;"))
    expect(await stored()).toMatchObject([{ name: "'tis" }, { name: '=1+1', phone: '+47 22 33 44 55' }])
  })

  test.each([
    ['no text', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'Filen er ikke en CSV-fil.'],
    ['empty', Buffer.alloc(0), 'Filen er tom.'],
    ['without known headers', Buffer.from('Farge;Smak\nrød;søt'), 'Fant ingen kolonner vi kjenner igjen.'],
    ['with a quote that never ends', Buffer.from(`Navn\n"${'x'.repeat(40_000)}`), 'Rad 2 har en celle med mer enn'],
    ['with too many columns', Buffer.from(`Navn\n${'x;'.repeat(501)}x`), 'Filen har for mange kolonner i rad 2.'],
    ['with too many rows', Buffer.from(`Navn\n${'x\n'.repeat(100_001)}`), 'Filen har for mange rader.'],
  ])('is rejected with a sentence: %s', async (_, bytes, sentence) => {
    const answer = await send(bytes)
    expect([answer.statusCode, answer.json().error]).toEqual([422, expect.stringContaining(sentence)])
    expect(await stored()).toEqual([])
  })

  test('may be a spreadsheet in truth, or have the name of one', async () => {
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Ark',
          rows: [
            ['Navn', 'E-post'],
            ['Alfa', 'alfa@a.example'],
          ],
        },
      ],
    })
    expect((await send(bytes)).json()).toMatchObject({ rows_created: 1 })
    expect((await send(bytes, 'kunder.xlsx')).json()).toMatchObject({ rows_ok: 1, rows_created: 0 })
    expect((await send(bytes, 'kunder.txt')).statusCode).toBe(415)
  })

  test('is rejected by a call that does not ask for one', async () => {
    const answer = await session.upload('/api/customers/import', { name: 'kunder.csv', bytes: Buffer.from('Navn\nA') })
    expect(answer.statusCode).toBe(415)
    const unknown = await session.upload('/api/customers/import?format=ods', {
      name: 'kunder.ods',
      bytes: Buffer.from('x'),
    })
    expect([unknown.statusCode, unknown.json().fields.format]).toEqual([400, 'Må være csv'])
  })
})
