import { leadStatuses, leadLimits as limits } from '@kontor/contract/leads/leads.rules'
import type { Lead } from '@kontor/contract/leads/leads.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import {
  oddDay,
  oddEmail,
  oddLine,
  oddOrganizationNumber,
  oddPhone,
  oddPostcode,
  oddText,
} from '../../testing/odd-values.ts'
import { logInAsAdmin } from '../../testing/upload.ts'

const kontor = await startTestApp({ worker: 'off' })
const { pool } = kontor.database
const asSales = await kontor.asSales()
const session = await logInAsAdmin(kontor)

const addUser = async (username: string): Promise<number> => {
  const { rows } = await pool.query<{ id: number }>(
    `INSERT INTO users (username, password_hash) VALUES ($1, 'x') RETURNING id`,
    [username],
  )
  return rows[0]?.id ?? 0
}
const owners = [await addUser('Selger Ødegård'), await addUser('kari')]

const stored = async (): Promise<Lead[]> => {
  const answer = await asSales('GET', '/api/leads?size=200&sort=id:asc')
  expect([answer.statusCode, answer.json()]).toEqual([200, expect.objectContaining({ leads: expect.any(Array) })])
  return answer.json().leads
}

const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null })
const all = <Value>(fields: readonly string[], value: fc.Arbitrary<Value>) =>
  Object.fromEntries(fields.map((field) => [field, optional(value)]))
const { company_name, org_no, phone, employees, revenue_nok, postal_code, notes, nace_code, search, ...lines } = limits

const lead = fc.record({
  ...Object.fromEntries(Object.entries(lines).map(([field, max]) => [field, optional(oddLine(max))])),
  ...all(['nace_code1', 'nace_code2', 'nace_code3'], oddLine(nace_code)),
  ...all(['established_date', 'registration_date', 'next_step_at'], oddDay),
  ...all(['vat_registered', 'business_registered', 'bankruptcy', 'under_liquidation'], fc.boolean()),
  ...all(['customer_active'], fc.boolean()),
  status: fc.constantFrom(...leadStatuses),
  // Few names, so that many leads have equal matching keys.
  company_name: fc.oneof(fc.constantFrom('Prøve AS', 'PRØVE AS'), oddLine(company_name)),
  org_no: optional(fc.oneof(oddOrganizationNumber, oddLine(org_no))),
  phone: optional(fc.oneof(oddPhone, oddLine(phone))),
  email: optional(fc.nat(5).map(oddEmail)),
  employees: optional(fc.oneof(fc.constantFrom(0, 1_250, employees), fc.nat(employees))),
  revenue_nok: optional(
    fc.oneof(
      fc.constantFrom(0, -0.01, 48.2, 48_200.005, 1e-7, revenue_nok, -revenue_nok, 9_007_199_254_740.99),
      fc.double({ min: -revenue_nok, max: revenue_nok, noNaN: true }),
    ),
  ),
  postal_code: optional(fc.oneof(oddPostcode, oddLine(postal_code))),
  owner_id: optional(fc.constantFrom(...owners)),
  notes: optional(oddText(notes)),
})

const unchanged = { rows_created: 0, rows_updated: 0, rows_failed: 0, rows: [] }

const importAgain = async (format: 'xlsx' | 'csv', query = ''): Promise<ImportReport> => {
  const bytes = (await session.get(`/api/export/excel?format=${format}`)).rawPayload
  const url = `/api/imports/excel?format=${format === 'csv' ? 'csv' : ''}${query}`
  return (await session.upload(url, { name: `leads.${format}`, bytes })).json()
}

test('importing an export of leads changes nothing, for all values that the form accepts', {
  timeout: 120_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(lead, { minLength: 35, maxLength: 40 }), async (leads) => {
      await pool.query('DELETE FROM leads')
      for (const body of leads) await asSales('POST', '/api/leads', body)
      const before = await stored()
      expect(before.length).toBeGreaterThan(0)
      expect(await importAgain('xlsx', '&dryRun=true')).toMatchObject({
        ...unchanged,
        dryRun: true,
        rows_ok: before.length,
      })
      for (const format of ['xlsx', 'csv'] as const)
        expect(await importAgain(format)).toMatchObject({ ...unchanged, rows_ok: before.length })
      expect(await stored()).toEqual(before)
    }),
    { numRuns: 1, endOnFailure: true },
  )
})
