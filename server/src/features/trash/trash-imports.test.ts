import type { TimelineItem } from '@kontor/contract/lead-timeline/lead-timeline.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import type { ImportEntry, UndoneImport } from '@kontor/contract/trash/trash.schema'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { logInAsAdmin, multipartForm } from '../../testing/upload.ts'
import { purgeExpired } from '../retention/retention.service.ts'

const kontor = await startTestApp({ worker: 'off' })
const { app, call, config, clock, deps } = kontor
const { pool } = kontor.database
const now = '2026-06-15T09:00:00.000Z'
clock.set(now)
const admin = await kontor.asAdmin()
const sales = await kontor.asSales()
const session = await logInAsAdmin(kontor)

beforeEach(() => clock.set(now))
afterEach(() => clearTables(pool, 'leads', 'customers', 'imports', 'trash'))

const sheet = (rows: CellValue[][]) => writeXlsx({ sheets: [{ name: 'Ark', rows }] })

const importRows = async (rows: CellValue[][], path = '/api/imports/excel'): Promise<ImportReport> =>
  (await session.upload(path, { name: 'ark.xlsx', bytes: await sheet(rows) })).json()

/** Imports leads as the first sales user. */
const importAsSales = async (rows: CellValue[][]): Promise<ImportReport> => {
  const login = await call('POST', '/api/auth/login', { username: 'salg', password: config.salesPassword })
  const cookies = Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]))
  const form = await multipartForm({ name: 'ark.xlsx', bytes: await sheet(rows) })
  const headers = { ...form.headers, 'sec-fetch-site': 'same-origin' }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/imports/excel',
    cookies,
    payload: form.payload,
    headers,
  })
  return answer.json()
}

const undo = (importId: string | undefined, as = admin) => as('POST', `/api/imports/${importId}/undo`)
const undone = async (importId: string | undefined): Promise<UndoneImport> => (await undo(importId)).json()
const listed = async (as = admin): Promise<ImportEntry[]> => (await as('GET', '/api/imports')).json()
const addLead = async (lead: object): Promise<number> => (await admin('POST', '/api/leads', lead)).json().id

/** Every column but those that say when and how often a row was changed. */
const stored = async (table = 'leads') => {
  const { rows } = await pool.query(
    `SELECT to_jsonb(t) - '{version,last_touched_at,updated_at,status_since}'::text[] AS row FROM ${table} t ORDER BY id`,
  )
  return rows.map(({ row }) => row)
}

const header = ['Firmanavn', 'Org.nr', 'Notater', 'Omsetning (NOK)', 'Poststed', 'Status']

describe('POST /api/imports/{importId}/undo', () => {
  test('removes the rows that were created, and gives the others their former values', async () => {
    const notes = '"Hermetegn", \\ og\nto linjer 漢'
    await addLead({ company_name: 'Prøve AS', org_no: '974760673', notes, revenue_nok: 9_999_999_999_999.99 })
    await addLead({ company_name: 'Urørt AS', org_no: '900200005', city: 'Bergen' })
    const before = await stored()
    const report = await importRows([
      header,
      ['Prøve Nytt AS', '974760673', 'Ny tekst', 12.5, 'Oslo', 'Kontaktet'],
      ['Ny AS', '900200013', '', '', '', ''],
    ])
    expect(report).toMatchObject({ rows_created: 1, rows_updated: 1, importId: expect.any(String) })
    expect(await stored()).not.toEqual(before)
    expect(await undone(report.importId)).toEqual({
      importId: report.importId,
      removed: 1,
      restored: 1,
      skipped: 0,
      rows: [],
    })
    expect(await stored()).toEqual(before)
  })

  test('undoes an import of customers', async () => {
    await admin('POST', '/api/customers', { name: 'Alfa', email: 'a@a.example', city: 'Ås' })
    const before = await stored('customers')
    const report = await importRows(
      [
        ['Navn', 'E-post', 'Poststed'],
        ['Alfa', 'a@a.example', 'Oslo'],
        ['Beta', 'b@b.example', ''],
      ],
      '/api/customers/import',
    )
    expect(await undone(report.importId)).toMatchObject({ removed: 1, restored: 1, skipped: 0 })
    expect(await stored('customers')).toEqual(before)
  })

  test('skips and lists rows that were changed or used since', async () => {
    const updated = await addLead({ company_name: 'Prøve AS', org_no: '974760673' })
    const report = await importRows([
      header,
      ['Prøve Nytt AS', '974760673', '', '', '', ''],
      ['Endret AS', '900200005', '', '', '', ''],
      ['Brukt AS', '900200013', '', '', '', ''],
      ['Ny AS', '', '', '', '', ''],
    ])
    const { rows } = await pool.query<{ id: number }>(
      `SELECT id FROM leads WHERE company_name IN ('Endret AS', 'Brukt AS') ORDER BY org_no`,
    )
    const [changed, used] = rows.map(({ id }) => id)
    await admin('PUT', `/api/leads/${changed}`, { city: 'Oslo' })
    await admin('PUT', `/api/leads/${updated}`, { city: 'Oslo' })
    await pool.query(`INSERT INTO lead_status_changes (lead_id, from_status, to_status) VALUES ($1, 'Ny', 'Ny')`, [
      used,
    ])
    const answer = await undone(report.importId)
    expect(answer).toMatchObject({ removed: 1, restored: 0, skipped: 3 })
    expect(answer.rows).toEqual(
      expect.arrayContaining([
        { id: changed, title: 'Endret AS', reason: 'Endret etter importen' },
        { id: used, title: 'Brukt AS', reason: 'Tatt i bruk etter importen' },
        { id: updated, title: 'Prøve Nytt AS', reason: 'Endret etter importen' },
      ]),
    )
  })

  test('lists rows that were deleted since, so that the counts add up to those of the import', async () => {
    await addLead({ company_name: 'Gammel AS', org_no: '974760673' })
    const report = await importRows([
      header,
      ['Gammel Nytt AS', '974760673', '', '', '', ''],
      ['Slettet AS', '900200005', '', '', '', ''],
      ['Tømt AS', '900200013', '', '', '', ''],
      ['Gjenopprettet AS', '900200021', '', '', '', ''],
      ['Ny AS', '', '', '', '', ''],
    ])
    const { rows } = await pool.query<{ id: number; org_no: string }>('SELECT id, org_no FROM leads')
    const [updated, created, emptied, restored] = ['974760673', '900200005', '900200013', '900200021'].map(
      (number) => rows.find(({ org_no }) => org_no === number)?.id,
    )
    for (const id of [updated, created, emptied, restored]) await admin('DELETE', `/api/leads/${id}`)
    await admin('POST', `/api/trash/leads/${restored}/restore`)
    await pool.query('DELETE FROM trash WHERE entity_id = $1', [emptied])
    const answer = await undone(report.importId)
    expect(report).toMatchObject({ rows_created: 4, rows_updated: 1 })
    expect(answer).toMatchObject({ removed: 2, restored: 0, skipped: 3 })
    const reason = 'Slettet etter importen'
    expect(answer.rows).toEqual([
      { id: updated, title: 'Gammel Nytt AS', reason },
      { id: created, title: 'Slettet AS', reason },
      { id: emptied, title: `Lead ${emptied}`, reason },
    ])
  })

  test('undoes once, also under concurrent calls', async () => {
    const { importId } = await importRows([header, ['Ny AS', '', '', '', '', '']])
    const statuses = await Promise.all([undo(importId), undo(importId)])
    expect(statuses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const again = await undo(importId)
    expect([again.statusCode, again.json().error]).toEqual([409, 'Importen er allerede angret.'])
    expect(await listed()).toEqual([])
  })

  test('lets sales users undo their own imports, and nobody else’s', async () => {
    const own = await importAsSales([header, ['Selgers AS', '', '', '', '', '']])
    const other = await importRows([header, ['Kontorets AS', '', '', '', '', '']])
    expect(await listed(sales)).toMatchObject([{ importId: own.importId, importedBy: 'salg' }])
    expect(await listed()).toHaveLength(2)
    expect((await undo(other.importId, sales)).statusCode).toBe(403)
    expect((await undo(own.importId, sales)).statusCode).toBe(200)
  })

  test('is possible for 30 days, and rejects unknown and invalid ids', async () => {
    const { importId } = await importRows([header, ['Ny AS', '', '', '', '', '']])
    expect(await listed()).toEqual([
      {
        importId,
        kind: 'leads',
        importedAt: now,
        importedBy: 'Administrator',
        fileName: 'ark.xlsx',
        rowsCreated: 1,
        rowsUpdated: 0,
        goneAt: '2026-07-15T09:00:00.000Z',
      },
    ])
    expect((await undo('x')).statusCode).toBe(400)
    expect((await undo('11111111-1111-4111-8111-111111111111')).statusCode).toBe(404)
    expect((await call('POST', `/api/imports/${importId}/undo`)).statusCode).toBe(401)
    expect((await call('GET', '/api/imports')).statusCode).toBe(401)
    clock.set('2026-07-15T09:00:00.000Z')
    const later = await kontor.asAdmin()
    expect((await undo(importId, later)).statusCode).toBe(404)
    await purgeExpired(deps)
    expect((await pool.query('SELECT FROM import_changes')).rowCount).toBe(0)
  })
})

test('a dry run records nothing', async () => {
  const report = await importRows([header, ['Ny AS', '', '', '', '', '']], '/api/imports/excel?dryRun=true')
  expect(report.importId).toBeUndefined()
  expect((await pool.query('SELECT FROM imports')).rowCount).toBe(0)
})

test('exports and erases a person’s former values', async () => {
  const email = 'kari@kunde.example'
  await addLead({ company_name: 'Prøve AS', org_no: '974760673', email, contact_name: 'Kari' })
  const { importId } = await importRows([
    ['Firmanavn', 'Org.nr', 'E-post', 'Kontaktperson'],
    ['Prøve AS', '974760673', 'ola@kunde.example', 'Ola'],
  ])
  const exported = (await admin('POST', '/api/privacy/export', { email })).json()
  expect(exported.formerValues).toEqual([expect.objectContaining({ email, contact_name: 'Kari', table: 'leads' })])
  expect((await admin('POST', '/api/privacy/erase', { email })).statusCode).toBe(200)
  expect((await pool.query('SELECT updated FROM import_changes')).rows).toEqual([{ updated: null }])
  expect(await undone(importId)).toMatchObject({ removed: 0, restored: 0, skipped: 0 })
})

test('the timeline of an imported lead names the import, its file and its user, also after 30 days', async () => {
  const { importId } = await importAsSales([header, ['Importert AS', '', '', '', '', '']])
  const typed = await addLead({ company_name: 'Skrevet AS' })
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM leads WHERE company_name = 'Importert AS'`)
  const created = async (id: number | undefined, as = sales) =>
    (await as('GET', `/api/leads/${id}/timeline`)).json<TimelineItem[]>().find(({ kind }) => kind === 'created')
  const origin = { kind: 'created', author: 'salg', import: { id: importId, file: 'ark.xlsx' } }
  expect(await created(rows[0]?.id)).toMatchObject(origin)
  expect(await created(typed)).toMatchObject({ kind: 'created', author: 'Administrator', import: null })
  clock.set('2026-07-15T09:00:00.000Z')
  await purgeExpired(deps)
  expect(await created(rows[0]?.id, await kontor.asSales())).toMatchObject(origin)
  expect((await pool.query('SELECT FROM import_changes')).rowCount).toBe(0)
})

test('forgets old imports that no timeline names', async () => {
  const { importId } = await importRows([header, ['Angret AS', '', '', '', '', '']])
  await undo(importId)
  await importRows(
    [
      ['Firmanavn', 'E-post'],
      ['Blåbær AS', 'post@kunde.example'],
    ],
    '/api/customers/import',
  )
  clock.set('2026-07-15T09:00:00.000Z')
  await purgeExpired(deps)
  expect((await pool.query('SELECT FROM imports')).rowCount).toBe(0)
})
