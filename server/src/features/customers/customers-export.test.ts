import { customerLabels } from '@kontor/contract/customers/customers.rules'
import type { Customer } from '@kontor/contract/customers/customers.schema'
import { readXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { beginImport } from '../../platform/database/imports.ts'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { logInAsAdmin } from '../../testing/upload.ts'
import { insertCustomers as insertImported } from './customers.queries.ts'

const kontor = await startTestApp({ worker: 'off' })
const { app, database } = kontor
const { pool, db } = database
const admin = await kontor.asAdmin()
const session = await logInAsAdmin(kontor)
const url = '/api/customers/export'

const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

const exported = async (query = '') => {
  const answer = await session.get(url + query)
  const workbook = await readXlsx(answer.rawPayload)
  return workbook.sheets[0]?.rows ?? []
}

const cause = { kind: 'customers', by: 'Administrator', userId: null, at: '2026-03-24T09:00:00.000Z' }

const insertCustomers = async (tx: typeof db, rows: Parameters<typeof insertImported>[1]): Promise<void> =>
  insertImported(tx, rows, await beginImport(tx, cause))

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

describe('the export of customers', () => {
  test('restores the same customers when imported into an empty database', async () => {
    const twoLines = 'To\nlinjer'
    await insertCustomers(db, [
      { name: 'Alfa', email: 'post@felles.example', organizationNumber: '900200005', postCode: '0150', isActive: true },
      { name: '=Beta', email: 'post@felles.example', organizationNumber: '900200013', isActive: false },
      { name: 'Gamma', email: 'post@gamma.example', phone: '+47 22', description: twoLines, isActive: true },
    ])
    const before = await stored()
    const bytes = (await session.get(url)).rawPayload
    await clearTables(pool, 'customers')
    await session.upload('/api/customers/import', { name: 'kunder.xlsx', bytes })
    const editableFields = ({ id: _, createdAt: __, updatedAt: ___, ...fields }: Customer) => fields
    expect((await stored()).map(editableFields)).toEqual(before.map(editableFields))
  })

  test('has the columns of the import, formulas as text, and no archived customers', async () => {
    await insertCustomers(db, [
      {
        name: '=HYPERLINK("x")',
        email: 'a@a.example',
        postCode: '0150',
        organizationNumber: '900200005',
        isActive: true,
      },
      { name: 'Borte', email: 'b@b.example', isActive: false },
    ])
    await pool.query("UPDATE customers SET archived_at = now() WHERE name = 'Borte'")
    const answer = await session.get(url)
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="kunder.xlsx"',
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
    const [head, ...rows] = await exported()
    expect(head).toEqual(Object.values(customerLabels))
    expect(rows).toEqual([
      ['=HYPERLINK("x")', 'a@a.example', null, null, '900200005', null, null, null, '0150', null, null, null, 'Ja'],
    ])
  })

  test('contains the customers that the search finds', async () => {
    await insertCustomers(db, [
      {
        name: 'Ålesund Fisk',
        email: 'post@fisk.example',
        organizationNumber: '900200005',
        city: 'Ålesund',
        isActive: true,
      },
      {
        name: '100 % Rør',
        email: 'post@ror.example',
        industry: 'Rørleggerarbeid',
        phone: '22 33 44 55',
        isActive: true,
      },
      { name: 'Snøhetta_1', email: 'post@sno.example', isActive: true },
    ])
    const found = async (q: string) => (await exported(`?q=${encodeURIComponent(q)}`)).slice(1).map(([name]) => name)
    expect(await found('')).toEqual(['Ålesund Fisk', '100 % Rør', 'Snøhetta_1'])
    expect(await found(' ålesund ')).toEqual(['Ålesund Fisk'])
    expect(await found('A\u030alesund')).toEqual(['Ålesund Fisk'])
    expect(await found('900 200 005')).toEqual(['Ålesund Fisk'])
    expect(await found('RØRLEGGER')).toEqual(['100 % Rør'])
    expect(await found('0 %')).toEqual(['100 % Rør'])
    expect(await found('%')).toEqual(['100 % Rør'])
    expect(await found('_')).toEqual(['Snøhetta_1'])
    expect(await found('33 44')).toEqual(['100 % Rør'])
    expect(await found('\\')).toEqual([])
  })

  test('contains every customer once, across pages', async () => {
    const rows = Array.from({ length: 1_203 }, (_, at) => ({
      name: `Firma ${at}`,
      email: `p${at}@f.example`,
      isActive: true,
    }))
    await insertCustomers(db, rows)
    const [, ...found] = await exported()
    expect(new Set(found.map(([name]) => name)).size).toBe(1_203)
    expect(found).toHaveLength(1_203)
  })

  test('requires a session, and its token or a same-origin request', async () => {
    expect((await app.inject(`${url}?auth=${session.auth}`)).statusCode).toBe(401)
    expect((await session.get(`${url}?auth=${session.auth}`, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(200)
    expect((await session.get(url, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect((await session.get(url, { 'sec-fetch-site': 'none' })).statusCode).toBe(200)
    expect((await session.get(`${url}?auth=`, { 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    const wrong = await session.get(`${url}?auth=feil`)
    expect([wrong.statusCode, wrong.json()]).toEqual([
      403,
      { error: 'Økten er en annen enn den du logget inn med. Logg inn på nytt og prøv igjen.' },
    ])
    expect((await session.get(url, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await admin('HEAD', url)).statusCode).toBe(200)
  })
})
