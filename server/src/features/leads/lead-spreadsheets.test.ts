import { readFile } from 'node:fs/promises'
import type { Lead } from '@kontor/contract/leads/leads.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { readXlsx } from 'hucre'
import type { CellValue } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const asSales = await kontor.asSales()
const session = await logInAsAdmin(kontor)

beforeEach(async () => {
  await pool.query('DELETE FROM leads')
})

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../e2e/fixtures/spreadsheets/${name}`, import.meta.url))

const importBytes = async (bytes: Uint8Array, query = '', name = 'leads.xlsx'): Promise<ImportReport> =>
  (await session.upload(`/api/imports/excel${query}`, { name, bytes })).json()

const importRows = (rows: CellValue[][], query = '') => session.importRows(`/api/imports/excel${query}`, rows)

const stored = async (): Promise<Lead[]> => (await asSales('GET', '/api/leads?size=200&sort=id:asc')).json().leads

const exported = async (query = ''): Promise<Uint8Array> => {
  const answer = await session.get(`/api/export/excel${query}`)
  expect(answer.statusCode).toBe(200)
  return new Uint8Array(answer.rawPayload)
}

const rowsOf = async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets[0]?.rows ?? []

describe('POST /api/imports/excel', () => {
  test.each(['leads-libreoffice.xlsx', 'leads-xlwt.xls'])(
    'imports every row of a file from another program: %s',
    async (name) => {
      const bytes = await fixture(name)
      const report = await importBytes(bytes, '', name)
      expect(report).toMatchObject({ success: true, rows_failed: 0, rows_updated: 0, unknownColumns: [] })
      expect(report.rows_created).toBeGreaterThan(30)
      expect(await stored()).toHaveLength(report.rows_created)
      expect((await stored())[0]).toMatchObject({
        status: 'Ny',
        postal_code: expect.stringMatching(/^\d{4}$/),
        email: expect.stringContaining('@'),
        vat_registered: expect.any(Boolean),
        customer_active: true,
      })
    },
  )

  test('updates by organisation number, clears nothing, and records who changed a status', async () => {
    const lead = { company_name: 'Prøve AS', org_no: '974760673', notes: 'Viktig', next_step: 'Ring' }
    const { id } = (await asSales('POST', '/api/leads', lead)).json()
    const report = await importRows([
      ['Firmanavn', 'Org.nr', 'Notater', 'Status', 'Poststed'],
      ['Nytt navn AS', '974 760 673', null, 'Tilbud sendt', 'Oslo'],
    ])
    expect(report).toMatchObject({ rows_created: 0, rows_updated: 1 })
    const changed = { ...lead, company_name: 'Nytt navn AS', status: 'Tilbud sendt', city: 'Oslo', version: 2 }
    expect(await stored()).toMatchObject([changed])
    expect((await asSales('GET', `/api/leads/${id}/history`)).json()).toMatchObject([
      { from: 'Ny', to: 'Tilbud sendt', changed_by: 'Administrator' },
    ])
    const { counts } = (await asSales('GET', '/api/leads/summary')).json()
    expect(counts.find(({ status }: { status: string }) => status === 'Tilbud sendt')?.count).toBe(1)
  })
})

describe('GET /api/export/excel', () => {
  const addLeads = async (): Promise<number[]> => {
    const base = { company_name: 'Ærlig AS', org_no: '974760673', postal_code: '0150', phone: '+47 12 34 56 78' }
    const full = { ...base, revenue_nok: -1234.5, employees: 3, established_date: '1990-01-02', vat_registered: true }
    const ids: number[] = []
    for (const lead of [
      { ...full, bankruptcy: false, notes: '=1+1', status: 'Kunde' },
      { company_name: 'Uten nummer', email: 'kari@kunde.example', customer_active: null },
      { company_name: 'Uten nummer', industry: 'Bygg' },
    ])
      ids.push((await asSales('POST', '/api/leads', lead)).json().id)
    return ids
  }

  test('writes all columns of the filtered leads with their types', async () => {
    await addLeads()
    const [header = [], first = [], ...others] = await rowsOf(await exported())
    expect(header).toHaveLength(34)
    expect(others).toHaveLength(2)
    expect(Object.fromEntries(header.map((label, index) => [label, first[index]]))).toMatchObject({
      Firmanavn: 'Ærlig AS',
      'Org.nr': '974760673',
      Postnummer: '0150',
      Notater: '=1+1',
      'Omsetning (NOK)': -1234.5,
      'MVA-registrert': 'Ja',
      Konkurs: 'Nei',
    })
    for (const [filter, rows] of [
      ['status=Kunde', 1],
      ['industry=bygg', 1],
      ['q=nummer&status=Ny', 2],
    ] as const)
      expect(await rowsOf(await exported(`?${filter}`)), filter).toHaveLength(1 + rows)
  })

  test('writes chosen columns of chosen leads in a chosen order, also as CSV, to its own pages only', async () => {
    const [rich, poor] = await addLeads()
    const query = `format=csv&columns=company_name,phone,revenue_nok,established_date,notes&ids=${rich},${poor}`
    const answer = await session.get(`/api/export/excel?${query}&sort=company_name:asc`)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="leads.csv"')
    expect(answer.body.split('\r\n')).toEqual([
      '\ufeffFirmanavn;Telefon;Omsetning (NOK);Stiftelsesdato;Notater',
      'Uten nummer;;;;',
      "Ærlig AS;'+47 12 34 56 78;-1234,5;02.01.1990;'=1+1",
    ])
    expect(await rowsOf(await exported(`?columns=company_name,owner&sort=owner:asc&ids=${poor}`))).toEqual([
      ['Firmanavn', 'Ansvarlig'],
      ['Uten nummer', null],
    ])
    expect(await rowsOf(await exported('?sort=last_touched_at:desc'))).toHaveLength(4)
    const wrong = await asSales('GET', '/api/export/excel?columns=passord')
    expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { columns: 'Ukjent kolonne' }])
    expect((await session.get('/api/export/excel', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  })

  test('is imported into an empty list with every column', async () => {
    await addLeads()
    const before = await stored()
    const bytes = await exported()
    await pool.query('DELETE FROM leads')
    expect(await importBytes(bytes)).toMatchObject({ rows_created: 3, rows_failed: 0, unknownColumns: [] })
    const notImported = { id: 0, created_at: '', last_touched_at: '', status_since: '', customer_active: null }
    const editableFields = (lead: Lead) => ({ ...lead, ...notImported })
    expect((await stored()).map(editableFields)).toEqual(before.map(editableFields))
  })
})
