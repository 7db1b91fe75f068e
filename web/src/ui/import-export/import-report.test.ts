import { expect, it } from 'vitest'
import { importSummary } from './import-report.tsx'

it('writes a single new row in the singular, before and after the import', () => {
  const counts = { rows_ok: 4, rows_failed: 1, rows_created: 1, rows_updated: 2, rows_skipped: 0 }
  const report = { ...counts, success: true as const, rows: [], headers: [], columns: [], unknownColumns: [] }
  expect(importSummary({ ...report, dryRun: true })).toBe('1 ny, 2 oppdateres, 1 feiler, 1 uendret')
  expect(importSummary({ ...report, dryRun: false })).toBe('1 ny, 2 oppdatert, 1 feilet, 1 uendret')
  expect(importSummary({ ...report, dryRun: true, rows_skipped: 3 })).toMatch(/1 uendret, 3 hoppes over$/)
})
