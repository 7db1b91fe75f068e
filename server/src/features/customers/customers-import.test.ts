import { readFile } from 'node:fs/promises'
import type { Customer } from '@kontor/contract/customers/customers.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { failedRowsHeader } from '@kontor/contract/shared/spreadsheet'
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

const importBytes = (bytes: Uint8Array, query = '', name = 'kunder.xlsx', headers = {}) =>
  session.upload(`/api/customers/import${query}`, { name, bytes }, headers)

const importRows = (rows: CellValue[][], query = '') => session.importRows(`/api/customers/import${query}`, rows)

const header = ['Navn', 'E-post', 'Org.nr', 'Telefon', 'Postnr', 'Sted', 'Aktiv']

const add = (customer: object) => admin('POST', '/api/customers', { email: 'post@kunde.example', ...customer })
const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

test('imports a spreadsheet completely, with lost leading zeros restored', async () => {
  const answer = await importBytes(await fixture('customers-libreoffice.xls'), '', 'customers-libreoffice.xls')
  expect(answer.statusCode).toBe(200)
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
})

test('imports CSV, or a spreadsheet in its place, where the call asks for CSV', async () => {
  const csv = Buffer.from('Navn;E-post\nÆrlig Ål AS;post@kunde.example')
  expect((await importBytes(csv, '?format=csv', 'kunder.csv')).json()).toMatchObject({ rows_created: 1 })
  expect(await stored()).toMatchObject([{ name: 'Ærlig Ål AS' }])
  const xlsx = await fixture('headers-only.xlsx')
  const headersOnly = { success: true, rows_ok: 0, rows_failed: 0 }
  expect((await importBytes(xlsx, '?format=csv', 'kunder.csv')).json()).toMatchObject(headersOnly)
  expect((await importBytes(xlsx, '?format=csv', 'kunder.txt')).statusCode).toBe(415)
  const unknown = await importBytes(csv, '?format=ods', 'kunder.ods')
  expect([unknown.statusCode, unknown.json().fields.format]).toEqual([400, 'Må være csv'])
})

test('takes headers in any order and case below a title; reports unknown columns and changed values', async () => {
  const report = await importRows([
    ['Kundeliste', null, null],
    ['Utskrift', new Date('2026-03-24T00:00:00Z')],
    ['FARGE', 'e_post', 'organizationNumber', 'Firmanavn:', 'TLF', 'Mobil', null],
    ['rød', 'kari@nordmann.example', 'NO 900 200 005 MVA', 'Nordmann AS', 4_722_334_455, '123', 'bortkommen'],
  ])
  expect(report).toMatchObject({
    rows_created: 1,
    columns: ['E-post', 'Org.nr', 'Navn', 'Telefon'],
    unknownColumns: ['FARGE', 'Mobil'],
    headers: ['FARGE', 'e_post', 'organizationNumber', 'Firmanavn:', 'TLF', 'Mobil'],
    rows: [
      {
        row: 4,
        name: 'Nordmann AS',
        column: 'TLF',
        message:
          '«4722334455» er lest som +4722334455. Blir ikke lest, siden kolonnen ikke har overskrift: «bortkommen»',
      },
    ],
  })
  expect(report.mapping).toBeUndefined()
  expect(await stored()).toMatchObject([
    { name: 'Nordmann AS', email: 'kari@nordmann.example', organizationNumber: '900200005', phone: '+4722334455' },
  ])
})

const existing = [
  { name: 'Alfa AS', email: 'post@alfa.example', organizationNumber: '900200005', phone: '22', isActive: false },
  { name: 'Beta', email: 'Post@Beta.example' },
  { name: 'Borte AS', email: 'post@borte.example', organizationNumber: '900200048' },
  { name: 'Delta AB', email: 'post@delta.example', organizationNumber: 'SE556036-0793', postCode: '150', city: '#N/A' },
  { name: 'Epsilon', email: 'post@epsilon.example' },
  { name: 'Tvilling', email: 'felles@nordmann.example' },
  { name: 'Tvilling', email: 'felles@nordmann.example' },
  { name: 'Søsken', email: 'felles@nordmann.example' },
]

/** Rows of a file, each with its outcome. Empty cells change nothing. */
const decided: readonly (readonly [outcome: string, ...cells: CellValue[]])[] = [
  ['updated: Navn Alfa AS → Alfa ASA', 'Alfa ASA', 'post@alfa.example', '900 200 005', ' ', null, '', null],
  ['failed: Gjelder samme kunde som rad 2', 'Alfa igjen', 'ny@alfa.example', '900200005'],
  // Another organisation number is another company, even at one address.
  ['created, E-post: Står også i rad 2', 'Gamma', 'post@alfa.example', '900200021'],
  [
    'updated: E-post Post@Beta.example → post@beta.example, Org.nr  → 900200013, Aktiv Ja → Nei',
    ...['Beta', 'post@beta.example', '900200013', null, null, null, 'nei'],
  ],
  ['failed: Gjelder samme kunde som rad 5', 'Beta AS', 'annen@beta.example', '900200013'],
  ['created', 'Borte AS', 'post@borte.example', '900200048'],
  ['failed: Gjelder samme kunde som rad 7', 'borte', 'ny@borte.example', '900200048'],
  ['updated: Navn Delta AB → Delta ABP', 'Delta ABP', null, 'SE556036-0793', null, 150, '#N/A'],
  ['failed, Org.nr: Ugyldig organisasjonsnummer', 'Epsilon', 'post@epsilon.example', 'SE556036-0794', null, '150'],
  [
    'updated, Postnr: «150» er lest som 0150: Postnr  → 0150',
    ...['Epsilon', 'post@epsilon.example', null, null, '150'],
  ],
  ['failed: Passer til flere kunder', 'Tvilling', 'felles@nordmann.example', null, '1'],
  ['unchanged', 'Tvilling', 'felles@nordmann.example'],
  ['updated: Telefon  → 2', 'Søsken', 'felles@nordmann.example', null, '2'],
  ['created', 'Theta AS', 'post@theta.example'],
  ['failed: Gjelder samme kunde som rad 15', 'theta', 'POST@theta.example'],
  ['failed, Navn: Navn er påkrevd', null, 'post@iota.example'],
  [
    'failed, E-post, Org.nr: Ugyldig e-postadresse. Ugyldig organisasjonsnummer',
    ...['Iota', 'ikke-en-adresse', '123456789'],
  ],
  ['failed, E-post: E-post er påkrevd', 'Iota', null, '900200072'],
  ['failed, Navn: Navn kan ha høyst 200 tegn', 'x'.repeat(201), 'post@kappa.example'],
  ['failed, Aktiv: «kanskje» er verken Ja eller Nei', 'Kappa', 'k@kappa.example', null, null, null, null, 'kanskje'],
  ['failed, Org.nr: Formelen i cellen gir #N/A', 'Lambda', 'post@lambda.example', '#N/A'],
]

const describeRow = ({ rows }: ImportReport, number: number): string => {
  const found = rows.find(({ row }) => row === number)
  if (!found) return 'unchanged'
  const { outcome, column, message, changes } = found
  const changed = changes?.map(({ column: of, before, after }) => `${of} ${before ?? ''} → ${after}`).join(', ')
  return `${outcome}${column ? `, ${column}` : ''}${message ? `: ${message}` : ''}${changed ? `: ${changed}` : ''}`
}

test('creates, updates or rejects each row by number, address and name; with dryRun only says so', async () => {
  for (const customer of existing) await add(customer)
  await pool.query(`UPDATE customers SET archived_at = now() WHERE name = 'Borte AS'`)
  const before = await stored()
  const rows = [header, ...decided.map(([, ...cells]) => cells)]
  const { mapping, ...preview } = await importRows(rows, '?dryRun=true')
  expect(decided.map((_, at) => describeRow(preview, at + 2))).toEqual(decided.map(([outcome]) => outcome))
  expect(mapping).toMatchObject({ columns: expect.any(Array), fields: expect.any(Array) })
  expect(preview).toMatchObject({ success: true, dryRun: true, rows_ok: 9, rows_failed: 12 })
  expect(preview).toMatchObject({ rows_created: 3, rows_updated: 5, rows_skipped: 0 })
  expect(await stored()).toEqual(before)

  const importId = expect.any(String)
  expect(await importRows(rows, '?dryRun=false')).toEqual({ ...preview, dryRun: false, importId })
  const { rows: after } = await pool.query(
    `SELECT concat_ws('|', name, email, organization_number, phone, post_code, city, is_active, version) AS line
     FROM customers ORDER BY id`,
  )
  expect(after.map(({ line }) => line)).toEqual([
    'Alfa ASA|post@alfa.example|900200005|22|f|2',
    'Beta|post@beta.example|900200013|f|2',
    'Borte AS|post@borte.example|900200048|t|1',
    'Delta ABP|post@delta.example|SE556036-0793|150|#N/A|t|2',
    'Epsilon|post@epsilon.example|0150|t|2',
    'Tvilling|felles@nordmann.example|t|1',
    'Tvilling|felles@nordmann.example|t|1',
    'Søsken|felles@nordmann.example|2|t|2',
    'Gamma|post@alfa.example|900200021|t|1',
    'Borte AS|post@borte.example|900200048|t|1',
    'Theta AS|post@theta.example|t|1',
  ])
  const answer = await importBytes(Buffer.from(''), '?dryRun=kanskje&only=alle')
  expect([answer.statusCode, answer.json().fields]).toEqual([
    400,
    { dryRun: 'Må være true eller false', only: 'Må være new eller existing' },
  ])
})

test('imports only new rows or only changes on request', async () => {
  await add({ name: 'Alfa AS', email: 'post@alfa.example', organizationNumber: '900200005' })
  const rows = [
    header,
    ['Alfa ASA', 'post@alfa.example', '900200005'],
    ['Beta AS', 'post@beta.example'],
    ['Gamma AS', 'feil'],
    ['Beta igjen', 'post@beta.example'],
  ]
  const changes = { rows_ok: 1, rows_created: 0, rows_updated: 1, rows_skipped: 2, rows_failed: 1 }
  expect(await importRows(rows, '?dryRun=true&only=existing')).toMatchObject(changes)
  const additions = { rows_ok: 1, rows_created: 1, rows_updated: 0, rows_skipped: 1, rows_failed: 2 }
  expect(await importRows(rows, '?only=new')).toMatchObject(additions)
  expect((await stored()).map(({ name }) => name)).toEqual(['Alfa AS', 'Beta AS'])
})

test('returns the cells of failed rows, which can be corrected and imported', async () => {
  const long = 'lang '.repeat(6_000).trim()
  const report = await importRows([
    ['Navn', 'Farge', 'E-post', 'Aktiv', 'Postnr'],
    ['Alfa AS', 'rød', 'feil', true, 150],
    ['Beta AS', new Date('2026-03-24T00:00:00Z'), 'post@beta.example'],
    ['Gamma AS', null, long],
  ])
  expect(report).toMatchObject({ rows_created: 1, rows_failed: 2 })
  const [failed, tooLong] = report.rows.filter(({ outcome }) => outcome === 'failed')
  expect(failed?.cells).toEqual(['Alfa AS', 'rød', 'feil', true, 150])
  expect(tooLong?.cells).toEqual(['Gamma AS', null, long])
  expect(tooLong?.message?.length).toBeLessThan(300)
  const corrected = failed?.cells?.with(2, 'post@alfa.example') ?? []
  const again = await importRows([
    [...report.headers, failedRowsHeader],
    [...corrected, `${failed?.column}: ${failed?.message}`],
  ])
  expect(again).toMatchObject({ rows_created: 1, rows_failed: 0, unknownColumns: ['Farge'] })
  expect(await stored()).toMatchObject([{ name: 'Alfa AS', postCode: '0150', isActive: true }, { name: 'Beta AS' }])
})

test('streams its progress as NDJSON on request, and remembers the rows of earlier batches', async () => {
  const many = Array.from({ length: 1_199 }, (_, at) => [`Firma ${at}`, `post${at}@firma.example`])
  const rows = [['Navn', 'E-post'], ...many, ['Firma igjen', 'POST0@firma.example']]
  const bytes = await writeXlsx({ sheets: [{ name: 'Kunder', rows }] })
  const streamed = { accept: 'application/x-ndjson' }
  const answer = await importBytes(bytes, '', 'kunder.xlsx', streamed)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/x-ndjson'])
  const lines = answer.body.trimEnd().split('\n')
  const report = JSON.parse(lines.pop() ?? '')
  expect(lines.map((line) => JSON.parse(line).progress)).toEqual([
    { rowsDone: 500, rowsTotal: 1_200 },
    { rowsDone: 1_000, rowsTotal: 1_200 },
    { rowsDone: 1_200, rowsTotal: 1_200 },
  ])
  expect(report).toMatchObject({ success: true, rows_created: 1_199, rows_failed: 1 })
  expect(describeRow(report, 1_201)).toBe('failed: Gjelder samme kunde som rad 2')

  const refused = await importBytes(await fixture('broken-truncated.xlsx'), '', 'kunder.xlsx', streamed)
  expect([refused.statusCode, refused.headers['content-type'], refused.json()]).toEqual([
    422,
    'application/json; charset=utf-8',
    { success: false, rows_ok: 0, rows_failed: 0, error: expect.stringMatching(/^Filen er skadet/) },
  ])
})

test('of two imports at the same time, the later waits its turn or, on another server, is rejected', async () => {
  const file = await fixture('customers-openpyxl.xlsx')
  const answers = await Promise.all([importBytes(file), importBytes(file)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(await stored()).toHaveLength(40)

  const other = await pool.connect()
  await other.query('BEGIN')
  await other.query("SELECT pg_advisory_xact_lock(hashtextextended('import customers', 0))")
  const error = 'En annen import av kunder pågår. Vent til den er ferdig, og prøv igjen.'
  const answer = await importBytes(file, '', 'kunder.xlsx', { accept: 'application/x-ndjson' })
  expect([answer.statusCode, answer.json()]).toEqual([409, { success: false, rows_ok: 0, rows_failed: 0, error }])
  expect((await importBytes(file, '?dryRun=true')).statusCode).toBe(200)
  await other.query('ROLLBACK')
  other.release()
})

describe('the columns of an imported file', () => {
  const known = [
    ['Navn', 'Epost', 'Mail', 'Farge'],
    ['Alfa AS', 'alfa@a.example', 'faktura@a.example', 'rød'],
  ]

  test('are listed by a preview with their fields and first values', async () => {
    const { mapping, unknownColumns } = await importRows(known, '?dryRun=true')
    expect(unknownColumns).toEqual(['Mail', 'Farge'])
    expect(mapping?.columns).toEqual([
      { header: 'Navn', field: 'name', sample: 'Alfa AS' },
      { header: 'Epost', field: 'email', sample: 'alfa@a.example' },
      { header: 'Mail', field: null, sample: 'faktura@a.example' },
      { header: 'Farge', field: null, sample: 'rød' },
    ])
    expect(mapping?.fields.slice(0, 3)).toEqual([
      { field: 'name', label: 'Navn', required: true },
      { field: 'email', label: 'E-post', required: true },
      { field: 'phone', label: 'Telefon', required: false },
    ])
  })

  test('go to the fields that the caller chooses, and messages quote their headers', async () => {
    expect(await importRows(known, '?columns=name,,email,description')).toMatchObject({
      rows_created: 1,
      columns: ['Navn', 'E-post', 'Beskrivelse'],
      unknownColumns: [],
    })
    expect(await stored()).toMatchObject([{ name: 'Alfa AS', email: 'faktura@a.example', description: 'rød' }])
    const { mapping, rows } = await importRows(known, '?dryRun=true&columns=email,name,,')
    expect(mapping?.columns).toMatchObject([{ field: 'email' }, { field: 'name' }, { field: null }, { field: null }])
    expect(rows).toMatchObject([{ outcome: 'failed', column: 'Navn', message: 'Ugyldig e-postadresse' }])
  })

  test('may all be unknown: a preview lists them, and the caller chooses', async () => {
    const unknown = Buffer.from('Hvem;Hvor;Adressen\nAlfa AS;Bergen;alfa@a.example')
    const send = (query: string) => importBytes(unknown, `?format=csv${query}`, 'kunder.csv')
    const refused = await send('&dryRun=true')
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      {
        error:
          'Fant ingen kolonner vi kjenner igjen. Filen må ha en rad med overskrifter, for eksempel Navn, E-post, Org.nr.',
        mapping: { columns: [{ header: 'Hvem', field: null, sample: 'Alfa AS' }, {}, {}] },
      },
    ])
    expect((await send('')).json().mapping).toBeUndefined()
    expect((await send('&columns=name,city,email')).json()).toMatchObject({ rows_created: 1, rows_failed: 0 })
    expect(await stored()).toMatchObject([{ name: 'Alfa AS', city: 'Bergen', email: 'alfa@a.example' }])
  })

  test.each([
    ['name,name', 400, 'To kolonner kan ikke gå til samme felt: Navn'],
    ['name,passord', 400, 'Ukjent felt: passord'],
    ['name,toString', 400, 'Ukjent felt: toString'],
    ['city,', 400, 'Minst en kolonne må gå til et av disse feltene: Navn, E-post, Org.nr'],
    ['name,email', 422, 'Filen har andre kolonner enn dem som er valgt. Velg filen på nytt.'],
  ])('are rejected with a sentence: %s', async (columns, status, sentence) => {
    const bytes = Buffer.from('Navn;Epost;Mail\nAlfa;a@a.example;')
    const answer = await importBytes(bytes, `?format=csv&columns=${columns}`, 'kunder.csv')
    expect([answer.statusCode, answer.json().error]).toEqual([status, sentence])
  })
})
