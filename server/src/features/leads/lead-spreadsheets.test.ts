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
  test.each(['leads-openpyxl.xlsx', 'leads-libreoffice.xlsx', 'leads-xlwt.xls'])(
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

  test('skips invalid rows and reports why', async () => {
    const report = await importBytes(await fixture('leads-with-bad-rows.xlsx'))
    expect(report.success).toBe(true)
    expect(report.rows_failed).toBeGreaterThan(0)
    expect(report.rows.filter(({ outcome }) => outcome === 'failed')).toHaveLength(report.rows_failed)
    for (const { outcome, message } of report.rows) if (outcome === 'failed') expect(message).toMatch(/\S/)
    expect(report.rows.find(({ column }) => column === 'E-post')?.message).toContain('e-postadresse')
    expect(await stored()).toHaveLength(report.rows_created)
  })

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
  const addLeads = async () => {
    const base = { company_name: 'Ærlig AS', org_no: '974760673', postal_code: '0150', phone: '+47 12 34 56 78' }
    const full = { ...base, revenue_nok: 1234.5, employees: 3, established_date: '1990-01-02', vat_registered: true }
    await asSales('POST', '/api/leads', { ...full, bankruptcy: false, notes: '=1+1', status: 'Kunde' })
    await asSales('POST', '/api/leads', {
      company_name: 'Uten nummer',
      email: 'kari@kunde.example',
      customer_active: null,
    })
    await asSales('POST', '/api/leads', { company_name: 'Uten nummer', industry: 'Bygg' })
  }

  test('writes all columns of the filtered leads with their types', async () => {
    await addLeads()
    const [header, first, ...others] = await rowsOf(await exported())
    expect(header).toHaveLength(34)
    expect(others).toHaveLength(2)
    const cell = (label: string) => first?.[header?.indexOf(label) ?? -1]
    expect(cell('Firmanavn')).toBe('Ærlig AS')
    expect(cell('Org.nr')).toBe('974760673')
    expect(cell('Postnummer')).toBe('0150')
    expect(cell('Notater')).toBe('=1+1')
    expect(cell('Omsetning (NOK)')).toBe(1234.5)
    expect(cell('MVA-registrert')).toBe('Ja')
    expect(cell('Konkurs')).toBe('Nei')
    expect(await rowsOf(await exported('?status=Kunde'))).toHaveLength(2)
    expect(await rowsOf(await exported('?industry=bygg'))).toHaveLength(2)
    expect(await rowsOf(await exported('?q=nummer&status=Ny'))).toHaveLength(3)
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

  test('is refused to other sites', async () => {
    expect((await session.get('/api/export/excel', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
  })
})

describe('the choices of an export of leads', () => {
  test('are a format, columns, an order and single leads, besides the filters', async () => {
    const add = async (lead: object): Promise<Lead> => (await asSales('POST', '/api/leads', lead)).json()
    const rich = await add({
      company_name: 'Rik AS',
      revenue_nok: -1234.5,
      phone: '+47 22',
      established_date: '1990-01-02',
    })
    const poor = await add({ company_name: 'Ås AS', notes: '=1+1' })
    await add({ company_name: 'Kunde AS', status: 'Kunde' })
    const query = '?format=csv&columns=company_name,phone,revenue_nok,established_date,notes'
    const answer = await session.get(`/api/export/excel${query}&sort=company_name:desc&status=Ny`)
    expect(answer.headers['content-disposition']).toBe('attachment; filename="leads.csv"')
    expect(answer.body.split('\r\n')).toEqual([
      '\ufeffFirmanavn;Telefon;Omsetning (NOK);Stiftelsesdato;Notater',
      "Ås AS;;;;'=1+1",
      "Rik AS;'+47 22;-1234,5;02.01.1990;",
    ])
    const columns = '?columns=company_name,owner'
    expect(await rowsOf(await exported(`${columns}&sort=owner:asc&ids=${rich.id},${poor.id}`))).toHaveLength(3)
    expect(await rowsOf(await exported(`${columns}&ids=${poor.id}`))).toEqual([
      ['Firmanavn', 'Ansvarlig'],
      ['Ås AS', null],
    ])
    expect(await rowsOf(await exported('?sort=last_touched_at:desc'))).toHaveLength(4)
    const wrong = await asSales('GET', '/api/export/excel?columns=passord')
    expect([wrong.statusCode, wrong.json().fields]).toEqual([400, { columns: 'Ukjent kolonne' }])
  })
})
