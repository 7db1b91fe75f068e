import { readFile } from 'node:fs/promises'
import type { Customer } from '@kontor/contract/customers/customers.schema'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()
const session = await logInAsAdmin(kontor)

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../e2e/fixtures/spreadsheets/${name}`, import.meta.url))

const sheet = (...rows: CellValue[][]): Promise<Uint8Array> => writeXlsx({ sheets: [{ name: 'Kunder', rows }] })

const importBytes = (bytes: Uint8Array, query = '', name = 'kunder.xlsx') =>
  session.upload(`/api/customers/import${query}`, { name, bytes })

const importRows = (rows: CellValue[][], query = '') => session.importRows(`/api/customers/import${query}`, rows)

const header = ['Navn', 'E-post', 'Org.nr', 'Telefon', 'Postnr', 'Beskrivelse', 'Aktiv']

const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

describe('a spreadsheet of customers', () => {
  test.each(['customers-openpyxl.xlsx', 'customers-libreoffice.xls'])(
    'is imported completely, with lost leading zeros restored, by POST /api/customers/import: %s',
    async (name) => {
      const answer = await importBytes(await fixture(name), '', name)
      expect(answer.json()).toEqual({
        success: true,
        dryRun: false,
        importId: expect.any(String),
        rows_ok: 40,
        rows_failed: 0,
        rows_created: 40,
        rows_updated: 0,
        rows_skipped: 0,
        rows: expect.any(Array),
        headers: expect.arrayContaining(['Navn', 'Postnr']),
        columns: ['Navn', 'E-post', 'Telefon', 'Org.nr', 'Bransje', 'Adresse', 'Postnummer', 'Poststed'],
        unknownColumns: [],
      })
      expect(answer.statusCode).toBe(200)
      const customers = await stored()
      expect(customers).toHaveLength(40)
      expect(customers[1]).toMatchObject({
        name: 'Prøvefirma 90020000-0001 ENK',
        email: 'post900200001@firma90020000-1.example',
        phone: '+47 00 00 00 01',
        organizationNumber: '900200013',
        industry: 'Drift av barnehager',
        address: 'Prøveveien 2',
        postCode: '0661',
        city: 'Oslo',
        isActive: true,
        version: 1,
      })
    },
  )

  test('may have its headers in the first ten rows, in any order and case; reports unknown columns', async () => {
    const report = await importRows([
      ['Kundeliste', null, null],
      [null],
      ['Utskrift', new Date('2026-03-24T00:00:00Z')],
      ['FARGE', 'e_post', 'organizationNumber', 'Firmanavn:', 'TLF', 'Mobil', null],
      ['rød', 'kari@nordmann.example', 'NO 900 200 005 MVA', 'Nordmann AS', 4_722_334_455, '123', 'bortkommen'],
    ])
    expect(report).toMatchObject({
      rows_ok: 1,
      rows_failed: 0,
      columns: ['E-post', 'Org.nr', 'Navn', 'Telefon'],
      unknownColumns: ['FARGE', 'Mobil'],
      headers: ['FARGE', 'e_post', 'organizationNumber', 'Firmanavn:', 'TLF', 'Mobil'],
      rows: [
        {
          row: 5,
          outcome: 'created',
          name: 'Nordmann AS',
          column: 'TLF',
          message: '«4722334455» er lest som +4722334455',
        },
      ],
    })
    expect(await stored()).toMatchObject([
      { name: 'Nordmann AS', email: 'kari@nordmann.example', organizationNumber: '900200005', phone: '+4722334455' },
    ])
  })

  test('updates customers by organisation number or e-mail address, and ignores empty cells', async () => {
    await importRows([
      header,
      ['Alfa AS', 'post@alfa.example', '900200005', '22 00 00 01', '0150', 'Første linje\nandre linje', 'Ja'],
      ['Beta', 'Post@Beta.example', null, '22 00 00 02', '5003', 'Kort', 'Nei'],
    ])
    const report = await importRows([
      header,
      ['Alfa ASA', null, '900 200 005', null, null, '', null],
      [null, 'post@beta.example', '900200013', ' ', null, null, 'ja'],
      ['Gamma', 'post@alfa.example', '900200021', null, null, null, null],
    ])
    expect(report).toMatchObject({ rows_ok: 3, rows_failed: 0, rows_created: 1, rows_updated: 2 })
    const plain = { column: null, message: null }
    expect(report.rows).toEqual([
      {
        row: 2,
        outcome: 'updated',
        name: 'Alfa ASA',
        ...plain,
        changes: [{ column: 'Navn', before: 'Alfa AS', after: 'Alfa ASA' }],
      },
      {
        row: 3,
        outcome: 'updated',
        name: 'Beta',
        ...plain,
        changes: [
          { column: 'E-post', before: 'Post@Beta.example', after: 'post@beta.example' },
          { column: 'Org.nr', before: null, after: '900200013' },
          { column: 'Aktiv', before: 'Nei', after: 'Ja' },
        ],
      },
      { row: 4, outcome: 'created', name: 'Gamma', ...plain },
    ])
    expect(await stored()).toMatchObject([
      {
        name: 'Alfa ASA',
        email: 'post@alfa.example',
        organizationNumber: '900200005',
        phone: '22 00 00 01',
        postCode: '0150',
        description: 'Første linje\nandre linje',
        isActive: true,
        version: 2,
      },
      {
        name: 'Beta',
        email: 'post@beta.example',
        organizationNumber: '900200013',
        phone: '22 00 00 02',
        postCode: '5003',
        description: 'Kort',
        isActive: true,
        version: 2,
      },
      { name: 'Gamma', email: 'post@alfa.example', organizationNumber: '900200021', version: 1 },
    ])
  })

  test('does not touch unchanged customers', async () => {
    const rows = [header, ['Alfa AS', 'post@alfa.example', 900_200_005, '22 00 00 01', '0150', 'Kort', 'Nei']]
    await importRows(rows)
    const before = await stored()
    expect(await importRows(rows)).toMatchObject({ rows_ok: 1, rows_created: 0, rows_updated: 0, rows: [] })
    expect(await stored()).toEqual(before)
  })

  test('imports valid rows when others fail, and reports row, column and reason', async () => {
    const report = await importRows([
      header,
      ['Alfa AS', 'post@alfa.example'],
      [null, 'post@beta.example'],
      ['Gamma AS', 'ikke-en-adresse', '123456789'],
      ['Delta AS', null, '900200005'],
      ['x'.repeat(201), 'post@epsilon.example'],
      ['Zeta AS', 'post@zeta.example', null, null, null, null, 'kanskje'],
      ['Eta AS', 'post@eta.example', '#N/A'],
      [null, null, null],
      ['Theta AS', 'post@theta.example'],
    ])
    expect(report).toMatchObject({ success: true, rows_ok: 2, rows_failed: 6 })
    const failures = report.rows.filter(({ outcome }) => outcome === 'failed')
    expect(failures.map(({ row, name, column, message }) => [row, name, column, message])).toEqual([
      [3, null, 'Navn', 'Navn er påkrevd'],
      [4, 'Gamma AS', 'E-post, Org.nr', 'Ugyldig e-postadresse. Ugyldig organisasjonsnummer'],
      [5, 'Delta AS', 'E-post', 'E-post er påkrevd'],
      [6, null, 'Navn', 'Navn kan ha høyst 200 tegn'],
      [7, 'Zeta AS', 'Aktiv', '«kanskje» er verken Ja eller Nei'],
      [8, 'Eta AS', 'Org.nr', 'Formelen i cellen gir #N/A'],
    ])
    expect((await stored()).map(({ name }) => name)).toEqual(['Alfa AS', 'Theta AS'])
  })

  test('rejects a second row for the same customer and names the first', async () => {
    await importRows([header, ['Alfa AS', 'post@alfa.example', '900200005']])
    const report = await importRows([
      header,
      ['Alfa ASA', 'post@alfa.example', '900200005'],
      ['Alfa igjen', 'ny@alfa.example', '900200005'],
      ['Beta AS', 'post@beta.example', '900200013'],
      ['Beta ASA', 'post@beta.example', '900200013'],
      ['Gamma', 'post@gamma.example'],
      ['gamma', 'POST@gamma.example'],
    ])
    expect(report).toMatchObject({ rows_ok: 3, rows_failed: 3 })
    expect(report.rows.filter(({ outcome }) => outcome === 'failed').map(({ row, message }) => [row, message])).toEqual(
      [
        [3, 'Gjelder samme kunde som rad 2'],
        [5, 'Gjelder samme kunde som rad 4'],
        [7, 'Gjelder samme kunde som rad 6'],
      ],
    )
    expect((await stored()).map(({ name }) => name)).toEqual(['Alfa ASA', 'Beta AS', 'Gamma'])
  })

  test('also matches the number and address that an earlier row set', async () => {
    await importRows([header, ['Alfa AS', 'gammel@alfa.example', '900200005'], ['Beta AS', 'post@felles.example']])
    const rows = [
      header,
      ['Alfa AS', 'ny@alfa.example', '900200005'],
      ['Alfa igjen', 'NY@alfa.example'],
      ['Beta AS', 'post@felles.example', '900200013'],
      ['Beta igjen', 'annen@beta.example', '900200013'],
      // Another company with the same accountant.
      ['Gamma AS', 'post@felles.example', '900200021'],
    ]
    const between = Array.from({ length: 600 }, (_, at) => [`Firma ${at}`, `post${at}@firma.example`])
    for (const lines of [rows, [...rows.slice(0, 2), ...between, ...rows.slice(2)]]) {
      const report = await importRows(lines, '?dryRun=true')
      expect(report).toMatchObject({ rows_failed: 2, rows_updated: 2, rows_created: lines.length - 5 })
      const failures = report.rows.filter(({ outcome }) => outcome === 'failed')
      expect(failures.map(({ message }) => message)).toEqual([
        'Gjelder samme kunde som rad 2',
        `Gjelder samme kunde som rad ${lines.length - 2}`,
      ])
    }
  })

  test('accepts an invalid number, postcode or city only where it is already stored', async () => {
    const foreign = { organizationNumber: 'SE556036-0793', postCode: '150', city: '#N/A' }
    await admin('POST', '/api/customers', { name: 'Alfa AB', email: 'post@alfa.example', ...foreign })
    await admin('POST', '/api/customers', { name: 'Beta AB', email: 'post@beta.example' })
    const report = await importRows([
      ['Navn', 'E-post', 'Org.nr', 'Postnr', 'Poststed'],
      ['Alfa ABP', 'ny@alfa.example', 'SE556036-0793', 150, '#N/A'],
      ['Beta AB', 'post@beta.example', 'SE556036-0794', '150', null],
      ['Beta AB', 'post@beta.example', null, '150', null],
      ['Gamma AB', 'post@gamma.example', 'SE556036-0795', null, null],
    ])
    expect(report.rows).toMatchObject([
      { row: 2, outcome: 'updated', message: null, changes: [{ column: 'Navn' }, { column: 'E-post' }] },
      { row: 3, outcome: 'failed', name: 'Beta AB', column: 'Org.nr', message: 'Ugyldig organisasjonsnummer' },
      {
        row: 4,
        outcome: 'updated',
        column: 'Postnr',
        message: '«150» er lest som 0150',
        changes: [{ column: 'Postnr', before: null, after: '0150' }],
      },
      { row: 5, outcome: 'failed', column: 'Org.nr', message: 'Ugyldig organisasjonsnummer' },
    ])
    expect(await stored()).toMatchObject([
      { name: 'Alfa ABP', email: 'ny@alfa.example', ...foreign },
      { name: 'Beta AB', organizationNumber: null, postCode: '0150' },
    ])
  })

  test('may follow a cover sheet and empty sheets', async () => {
    const customers = { name: 'Kunder', rows: [header, ['Alfa AS', 'post@alfa.example']] }
    const before = [
      { name: 'Tomt', rows: [] },
      { name: 'Forside', rows: [['Kunderegister'], ['Til import']] },
    ]
    const answer = await importBytes(await writeXlsx({ sheets: [...before, customers] }))
    expect(answer.json()).toMatchObject({ success: true, rows_created: 1, rows_failed: 0 })
  })

  test('rejects a row that matches several customers', async () => {
    for (const name of ['Tvilling', 'Tvilling', 'Søsken']) {
      await admin('POST', '/api/customers', { name, email: 'felles@nordmann.example' })
    }
    const report = await importRows([
      header,
      ['Tvilling', 'felles@nordmann.example', null, '1'],
      ['Søsken', 'felles@nordmann.example', null, '2'],
    ])
    expect(report.rows).toMatchObject([
      { row: 2, outcome: 'failed', column: null, message: 'Passer til flere kunder' },
      { row: 3, outcome: 'updated', changes: [{ column: 'Telefon', before: null, after: '2' }] },
    ])
  })

  test('creates a new customer when the match is archived', async () => {
    await importRows([header, ['Alfa AS', 'post@alfa.example', '900200005']])
    await pool.query('UPDATE customers SET archived_at = now()')
    expect(await importRows([header, ['Alfa AS', 'post@alfa.example', '900200005']])).toMatchObject({ rows_created: 1 })
  })

  test('with dryRun returns the same report and writes nothing', async () => {
    await importRows([header, ['Alfa AS', 'post@alfa.example', '900200005', null, '0150']])
    const before = await stored()
    const rows = [
      header,
      ['Alfa ASA', 'post@alfa.example', '900200005', null, 151],
      ['Beta AS', 'post@beta.example'],
      ['Beta AS', 'post@beta.example'],
      ['Gamma AS'],
    ]
    const { mapping, ...preview } = await importRows(rows, '?dryRun=true')
    expect(await stored()).toEqual(before)
    expect(mapping).toMatchObject({ columns: expect.any(Array), fields: expect.any(Array) })
    expect(preview).toMatchObject({ success: true, dryRun: true, rows_ok: 2, rows_failed: 2, rows_created: 1 })
    expect(await importRows(rows, '?dryRun=false')).toEqual({
      ...preview,
      dryRun: false,
      importId: expect.any(String),
    })
    expect((await stored()).map(({ name, postCode }) => [name, postCode])).toEqual([
      ['Alfa ASA', '0151'],
      ['Beta AS', null],
    ])
    const answer = await importBytes(await sheet(...rows), '?dryRun=kanskje')
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { error: 'Må være true eller false', fields: { dryRun: 'Må være true eller false' } },
    ])
  })

  test('streams its progress as NDJSON on request', async () => {
    const rows = Array.from({ length: 1_200 }, (_, at) => [`Firma ${at}`, `post${at}@firma.example`])
    const form = { name: 'kunder.xlsx', bytes: await sheet(header, ...rows) }
    const answer = await session.upload('/api/customers/import', form, { accept: 'application/x-ndjson' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson'])
    const lines = answer.body.trimEnd().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { progress: { rowsDone: 500, rowsTotal: 1_200 } },
      { progress: { rowsDone: 1_000, rowsTotal: 1_200 } },
      { progress: { rowsDone: 1_200, rowsTotal: 1_200 } },
      expect.objectContaining({ success: true, rows_ok: 1_200, rows_failed: 0 }),
    ])
  })

  test('responds 422 instead of streaming when it is unreadable', async () => {
    const file = { name: 'kunder.xlsx', bytes: await fixture('broken-truncated.xlsx') }
    const answer = await session.upload('/api/customers/import', file, { accept: 'application/x-ndjson' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([422, 'application/json; charset=utf-8'])
  })

  test('may contain only headers', async () => {
    expect((await importBytes(await fixture('headers-only.xlsx'))).json()).toMatchObject({
      success: true,
      rows_ok: 0,
      rows_failed: 0,
    })
  })
})

describe('two imports', () => {
  test('of the same file, run concurrently, store each customer once', async () => {
    const file = await fixture('customers-openpyxl.xlsx')
    const answers = await Promise.all([importBytes(file), importBytes(file)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await stored()).toHaveLength(40)
  })

  test('on two servers at once: rejects the later, streaming or not', async () => {
    const other = await pool.connect()
    await other.query('BEGIN')
    await other.query("SELECT pg_advisory_xact_lock(hashtextextended('import customers', 0))")
    const file = { name: 'kunder.xlsx', bytes: await fixture('customers-openpyxl.xlsx') }
    const refused = {
      success: false,
      rows_ok: 0,
      rows_failed: 0,
      error: 'En annen import av kunder pågår. Vent til den er ferdig, og prøv igjen.',
    }
    for (const accept of ['application/json', 'application/x-ndjson']) {
      const answer = await session.upload('/api/customers/import', file, { accept })
      expect([answer.statusCode, answer.json()]).toEqual([409, refused])
    }
    expect((await session.upload('/api/customers/import?dryRun=true', file)).statusCode).toBe(200)
    await other.query('ROLLBACK')
    other.release()
    expect(await stored()).toEqual([])
  })
})
