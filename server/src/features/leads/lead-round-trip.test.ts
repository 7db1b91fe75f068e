import { leadFields } from '@kontor/contract/leads/leads.fields'
import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import type { Lead } from '@kontor/contract/leads/leads.schema'
import type { ImportReport } from '@kontor/contract/shared/imports'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startTestApp } from '../../testing/app.ts'
import { oddLine, oddValues } from '../../testing/odd-values.ts'
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

const { owner, ...plainFields } = leadFields

const lead = fc.record({
  ...oddValues(plainFields),
  status: fc.constantFrom(...leadStatuses),
  // Few names, so that many leads have equal matching keys.
  company_name: fc.oneof(fc.constantFrom('Prøve AS', 'PRØVE AS'), oddLine(leadFields.company_name.max)),
  owner_id: fc.option(fc.constantFrom(...owners), { nil: null }),
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
