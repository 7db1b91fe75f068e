import { readFile } from 'node:fs/promises'
import type { Customer } from '@kontor/contract/customers/customers.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { type CellValue, writeXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { asClerk } from '../../testing/upload.ts'

const office = await startTestApp({ worker: 'off' })
const { pool } = office.database
const admin = await office.asAdmin()
const clerk = await asClerk(office)

const fixture = (name: string): Promise<Buffer> =>
  readFile(new URL(`../../../../e2e/fixtures/spreadsheets/${name}`, import.meta.url))

const sheet = (...rows: CellValue[][]): Promise<Uint8Array> => writeXlsx({ sheets: [{ name: 'Kunder', rows }] })

const importBytes = (bytes: Uint8Array, query = '', name = 'kunder.xlsx') =>
  clerk.upload(`/api/customers/import${query}`, { name, bytes })

const importRows = async (rows: CellValue[][], query = ''): Promise<ImportReport> =>
  (await importBytes(await sheet(...rows), query)).json()

const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

beforeEach(async () => {
  await pool.query('TRUNCATE customers CASCADE')
})

describe('a spreadsheet of customers', () => {
  test.each([
    'customers-openpyxl.xlsx',
    'customers-libreoffice.xls',
  ])('is imported whole, lost zeros restored, by POST /api/customers/import: %s', async (name) => {
    const answer = await importBytes(await fixture(name), '', name)
    expect(answer.json()).toEqual({
      success: true,
      dryRun: false,
      rows_ok: 40,
      rows_failed: 0,
      rows_created: 40,
      rows_updated: 0,
      rows: expect.any(Array),
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
  })
})
