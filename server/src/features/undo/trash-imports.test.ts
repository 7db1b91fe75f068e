import type { TimelineItem } from '@kontor/contract/lead-timeline/lead-timeline.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import type { ImportEntry, UndoneImport } from '@kontor/contract/undo/undo.schema'
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

describe('POST /api/imports/{importId}/undo', () => {
  test('deletes the rows that an import created and gives the others their former values, once', async () => {
    const notes = '"Hermetegn", \\ og\nto linjer 漢'
    await addLead({ company_name: 'Prøve AS', org_no: '974760673', notes, revenue_nok: 9_999_999_999_999.99 })
    await addLead({ company_name: 'Urørt AS', org_no: '900200005', city: 'Bergen' })
    const before = await stored()
    const { importId, ...report } = await importAsSales([
      ['Firmanavn', 'Org.nr', 'Notater', 'Omsetning (NOK)', 'Poststed', 'Status'],
      ['Prøve Nytt AS', '974760673', 'Ny tekst', 12.5, 'Oslo', 'Kontaktet'],
      ['Ny AS', '900200013', '', '', '', ''],
    ])
    expect(report).toMatchObject({ rows_created: 1, rows_updated: 1 })
    expect(await stored()).not.toEqual(before)
    expect(await listed(sales)).toEqual([
      {
        importId,
        kind: 'leads',
        importedAt: now,
        importedBy: 'salg',
        fileName: 'ark.xlsx',
        rowsCreated: 1,
        rowsUpdated: 1,
        goneAt: '2026-07-15T09:00:00.000Z',
      },
    ])
    const answers = await Promise.all([undo(importId, sales), undo(importId)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const undone = answers.find(({ statusCode }) => statusCode === 200)
    expect(undone?.json()).toEqual({ importId, removed: 1, restored: 1, skipped: 0, rows: [] })
    expect(await stored()).toEqual(before)
    const again = await undo(importId)
    expect([again.statusCode, again.json().error]).toEqual([409, 'Importen er allerede angret.'])
    expect(await listed()).toEqual([])
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

  test('skips and lists rows that were changed, used or deleted since, so that the counts add up', async () => {
    const numbers = ['974760673', '900200005', '900200013', '900200021', '900200048', '900200056', '900200064']
    for (const org_no of numbers.slice(0, 2)) await addLead({ company_name: 'Gammel AS', org_no })
    const names = ['Oppdatert og endret', 'Oppdatert og slettet', 'Endret', 'Brukt', 'Slettet', 'Tømt', 'Gjenopprettet']
    const report = await importRows([
      ['Firmanavn', 'Org.nr'],
      ...names.map((name, index) => [name, numbers[index] ?? '']),
      ['Ny AS', ''],
    ])
    expect(report).toMatchObject({ rows_created: 6, rows_updated: 2 })
    const { rows } = await pool.query<{ id: number; company_name: string }>('SELECT id, company_name FROM leads')
    const idOf = (name: string) => rows.find(({ company_name }) => company_name === name)?.id ?? 0
    for (const name of ['Oppdatert og endret', 'Endret'])
      await admin('PUT', `/api/leads/${idOf(name)}`, { city: 'Oslo' })
    await pool.query(`INSERT INTO lead_status_changes (lead_id, from_status, to_status) VALUES ($1, 'Ny', 'Ny')`, [
      idOf('Brukt'),
    ])
    for (const name of ['Oppdatert og slettet', 'Slettet', 'Tømt', 'Gjenopprettet'])
      await admin('DELETE', `/api/leads/${idOf(name)}`)
    await admin('POST', `/api/trash/leads/${idOf('Gjenopprettet')}/restore`)
    await pool.query('DELETE FROM trash WHERE entity_id = $1', [idOf('Tømt')])

    const answer = await undone(report.importId)
    expect(answer).toMatchObject({ removed: 2, restored: 0, skipped: 6 })
    const skipped = answer.rows.map(({ id, title, reason }) => [id, title, reason])
    const [changed, deleted] = ['Endret etter importen', 'Slettet etter importen']
    expect(skipped.toSorted()).toEqual(
      [
        ...['Oppdatert og endret', 'Endret'].map((name) => [idOf(name), name, changed]),
        [idOf('Brukt'), 'Brukt', 'Tatt i bruk etter importen'],
        ...['Oppdatert og slettet', 'Slettet'].map((name) => [idOf(name), name, deleted]),
        [idOf('Tømt'), `Lead ${idOf('Tømt')}`, deleted],
      ].toSorted(),
    )
  })

  test('is not for another sales user’s import, or unknown ones', async () => {
    const importId = '11111111-1111-4111-8111-111111111111'
    expect((await undo(importId)).statusCode).toBe(404)
    expect((await undo('x')).statusCode).toBe(400)
    await pool.query(
      `INSERT INTO imports (id, kind, imported_at, imported_by, rows_created) VALUES ($1, 'leads', $2, 'Administrator', 1)`,
      [importId, now],
    )
    expect(await listed()).toHaveLength(1)
    expect(await listed(sales)).toEqual([])
    expect((await undo(importId, sales)).statusCode).toBe(403)
  })
})

test('after 30 days an import can’t be undone, but the timeline still names it, its file and its user', async () => {
  const { importId } = await importAsSales([['Firmanavn'], ['Importert AS']])
  const typed = await addLead({ company_name: 'Skrevet AS' })
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM leads WHERE company_name = 'Importert AS'`)
  const created = async (id: number | undefined, as = sales) =>
    (await as('GET', `/api/leads/${id}/timeline`)).json<TimelineItem[]>().find(({ kind }) => kind === 'created')
  const origin = { kind: 'created', author: 'salg', import: { id: importId, file: 'ark.xlsx' } }
  expect(await created(rows[0]?.id)).toMatchObject(origin)
  expect(await created(typed)).toMatchObject({ kind: 'created', author: 'Administrator', import: null })
  clock.set('2026-07-15T09:00:00.000Z')
  const later = await kontor.asAdmin()
  expect((await undo(importId, later)).statusCode).toBe(404)
  await purgeExpired(deps)
  expect(await created(rows[0]?.id, later)).toMatchObject(origin)
  expect((await pool.query('SELECT FROM import_changes')).rowCount).toBe(0)
})

test('forgets old imports that no timeline names', async () => {
  await pool.query(
    `INSERT INTO imports (id, kind, imported_at, imported_by, rows_created, undone_at)
     SELECT gen_random_uuid(), kind, $1, 'Administrator', 1, undone_at
     FROM (VALUES ('leads', $1::timestamptz), ('customers', NULL)) AS old (kind, undone_at)`,
    [now],
  )
  clock.set('2026-07-15T08:59:59.000Z')
  await purgeExpired(deps)
  expect((await pool.query('SELECT FROM imports')).rowCount).toBe(2)
  clock.set('2026-07-15T09:00:00.000Z')
  await purgeExpired(deps)
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
