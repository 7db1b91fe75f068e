import { customerFields } from '@kontor/contract/customers/customers.fields'
import type { Customer } from '@kontor/contract/customers/customers.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { clearTables } from '../../testing/database.ts'
import { oddValues } from '../../testing/odd-values.ts'
import { rounds } from '../../testing/rounds.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const admin = await kontor.asAdmin()
const session = await logInAsAdmin(kontor)

const stored = async (): Promise<Customer[]> => (await admin('GET', '/api/customers')).json()

const exported = async (query = ''): Promise<Uint8Array> =>
  (await session.get(`/api/customers/export${query}`)).rawPayload

const imported = async (bytes: Uint8Array, query = '', name = 'kunder.xlsx'): Promise<ImportReport> =>
  (await session.upload(`/api/customers/import${query}`, { name, bytes })).json()

const unchanged = { rows_created: 0, rows_updated: 0, rows_failed: 0, rows: [] }

const customer = fc.record(oddValues(customerFields))

beforeEach(async () => {
  await clearTables(pool, 'customers')
})

test('the export of customers changes nothing when imported again, for all values that the form accepts', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(customer, { minLength: 40, maxLength: 40 }), async (customers) => {
      await clearTables(pool, 'customers')
      for (const body of customers) await admin('POST', '/api/customers', body)
      const before = await stored()
      expect(before.length).toBeGreaterThan(0)
      const bytes = await exported()
      const csv = await exported('?format=csv')
      for (const report of [
        await imported(bytes, '?dryRun=true'),
        await imported(bytes),
        await imported(csv, '?format=csv', 'kunder.csv'),
      ]) {
        expect(report).toMatchObject({ ...unchanged, rows_ok: before.length })
      }
      expect(await stored()).toEqual(before)
    }),
    { numRuns: rounds(3), endOnFailure: true },
  )
})

test('the export of customers keeps customers apart that have the same name, e-mail and number', async () => {
  const twin = { name: 'Tvilling AS', email: 'post@tvilling.example', organizationNumber: '900200005' }
  await admin('POST', '/api/customers', { ...twin, city: 'Oslo' })
  await admin('POST', '/api/customers', { ...twin, city: 'Bergen' })
  await admin('POST', '/api/customers', { ...twin, city: 'Bergen' })
  const before = await stored()
  expect(await imported(await exported())).toMatchObject({ rows_ok: 3, rows_updated: 0, rows: [] })
  expect(await stored()).toEqual(before)
})
