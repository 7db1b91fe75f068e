import type { Customer } from '@kontor/contract/customers/customers.schema'
import { failedRowsHeader } from '@kontor/contract/shared/spreadsheet'
import type { CellValue } from 'hucre/xlsx'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()
const session = await logInAsAdmin(kontor)

const importRows = (rows: CellValue[][], query = '') => session.importRows(`/api/customers/import${query}`, rows)

const header = ['Navn', 'E-post', 'Org.nr']

const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

test('takes only new rows or only changes, if asked to', async () => {
  await importRows([header, ['Alfa AS', 'post@alfa.example', '900200005']])
  const rows = [
    header,
    ['Alfa ASA', 'post@alfa.example', '900200005'],
    ['Beta AS', 'post@beta.example'],
    ['Gamma AS', 'feil'],
    ['Beta igjen', 'post@beta.example'],
  ]
  const preview = await importRows(rows, '?dryRun=true&only=existing')
  expect(preview).toMatchObject({ rows_ok: 1, rows_created: 0, rows_updated: 1, rows_skipped: 2, rows_failed: 1 })
  const counts = { rows_ok: 1, rows_created: 1, rows_updated: 0, rows_skipped: 1, rows_failed: 2 }
  expect(await importRows(rows, '?only=new')).toMatchObject(counts)
  expect((await stored()).map(({ name }) => name)).toEqual(['Alfa AS', 'Beta AS'])
  expect(await importRows(rows, '?only=existing')).toMatchObject({ rows_ok: 2, rows_updated: 1, rows_skipped: 0 })
  expect((await stored()).map(({ name }) => name)).toEqual(['Alfa ASA', 'Beta AS'])
  expect(await importRows(rows, '?only=alle')).toMatchObject({ error: 'Må være new eller existing' })
})

test('points out addresses that an earlier row has, too, where they are new', async () => {
  const rows = [
    ['Bedrift', 'Mail', 'Foretaksnummer'],
    ['Alfa AS', 'post@felles.example', '900200005'],
    ['Beta AS', 'Post@felles.example', '900200013'],
  ]
  const before = await importRows(rows)
  expect(before.rows).toMatchObject([
    { row: 2, outcome: 'created', message: null },
    { row: 3, outcome: 'created', column: 'Mail', message: 'Står også i rad 2' },
  ])
  expect(await importRows(rows)).toMatchObject({ rows_ok: 2, rows_created: 0, rows_updated: 0, rows: [] })
})

test('returns the cells of failed rows, which can be corrected and imported', async () => {
  const report = await importRows([
    ['Navn', 'Farge', 'E-post', 'Aktiv', 'Postnr'],
    ['Alfa AS', 'rød', 'feil', true, 150],
    ['Beta AS', new Date('2026-03-24T00:00:00Z'), 'post@beta.example'],
  ])
  expect(report.rows_failed).toBe(1)
  const [failed] = report.rows
  expect(failed?.cells).toEqual(['Alfa AS', 'rød', 'feil', true, 150])
  const corrected = failed?.cells?.with(2, 'post@alfa.example') ?? []
  const again = await importRows([
    [...report.headers, failedRowsHeader],
    [...corrected, `${failed?.column}: ${failed?.message}`],
  ])
  expect(again).toMatchObject({ rows_created: 1, rows_failed: 0, unknownColumns: ['Farge'] })
  expect((await stored()).find(({ name }) => name === 'Alfa AS')).toMatchObject({ postCode: '0150', isActive: true })
})

test('reports failures first when there are more than a thousand rows to report', async () => {
  const many = Array.from({ length: 1_100 }, (_, at) => [`Firma ${at}`, `post${at}@firma.example`])
  await importRows([header, ...many])
  const changed = many.map(([, email], at) => [`Nytt navn ${at}`, at % 2 === 0 ? 'feil' : (email ?? '')])
  const { rows, ...report } = await importRows([header, ...changed])
  expect(report).toMatchObject({ rows_ok: 550, rows_failed: 550, rows_updated: 550 })
  expect(rows).toHaveLength(1_000)
  expect(rows.filter(({ outcome }) => outcome === 'failed')).toHaveLength(550)
  expect(rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row).toSorted((a, b) => a - b))
})
