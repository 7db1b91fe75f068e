import { expect, test } from 'vitest'
import { createReporter, type Outcome } from './report.ts'

const about = { dryRun: false, headers: ['Navn'], columns: ['Navn'], unknownColumns: [] }

const reportOf = (outcomes: readonly Outcome[]) => {
  const reporter = createReporter()
  for (const outcome of outcomes) reporter.add(outcome)
  return reporter.report(about)
}

const outcome = (row: number, changes: Partial<Outcome> = {}): Outcome => ({
  row,
  outcome: 'created',
  name: `Firma ${row}`,
  column: null,
  message: null,
  ...changes,
})

test('lists failures before messages, changes and new records if there are more than a thousand', () => {
  const kinds: readonly Partial<Outcome>[] = [
    {},
    { outcome: 'updated', changes: [{ column: 'Navn', before: 'A', after: 'B' }] },
    { message: 'Står også i rad 2' },
    { outcome: 'failed', message: 'Navn er påkrevd' },
  ]
  const { rows, ...counts } = reportOf(Array.from({ length: 1_600 }, (_, at) => outcome(at + 2, kinds[at % 4])))
  expect(counts).toMatchObject({ rows_ok: 1_200, rows_failed: 400, rows_created: 800, rows_updated: 400 })
  expect(rows).toHaveLength(1_000)
  const listed = (test: (row: Outcome) => unknown) => rows.filter(test).length
  expect([listed((row) => row.outcome === 'failed'), listed((row) => row.message)]).toEqual([400, 800])
  expect(listed((row) => row.changes)).toBe(200)
  expect(rows.map(({ row }) => row)).toEqual(rows.map(({ row }) => row).toSorted((a, b) => a - b))
})

test('counts unchanged and skipped rows without listing them, unless an unchanged one has a message', () => {
  const unchanged = outcome(2, { outcome: 'unchanged' })
  const report = reportOf([
    unchanged,
    { ...unchanged, row: 3, message: 'Lest som 0150' },
    outcome(4, { kind: 'skipped' }),
  ])
  expect(report).toMatchObject({ rows_ok: 2, rows_created: 0, rows_updated: 0, rows_skipped: 1, rows: [{ row: 3 }] })
})

test('lists failed rows only up to a number of characters', () => {
  const cells = ['Kunde', 'feil', 'y'.repeat(9_000)]
  const report = reportOf(
    Array.from({ length: 400 }, (_, at) => outcome(at, { outcome: 'failed', message: 'x', cells })),
  )
  expect(report.rows_failed).toBe(400)
  expect(report.rows.length).toBe(221)
})
