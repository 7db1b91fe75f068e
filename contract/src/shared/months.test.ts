import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addMonths, daysBetween } from './time.ts'

const day = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('a calendar day, months later', () => {
  test.each([
    ['2026-03-24', 12, '2027-03-24'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2027-02-28', 12, '2028-02-28'],
    ['2026-01-31', 1, '2026-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-01-15', -12, '2025-01-15'],
  ])('%s and %i months is %s', (from, months, to) => {
    expect(addMonths(from, months)).toBe(to)
  })

  test('twelve months later is 365 or 366 days later', () => {
    fc.assert(
      fc.property(day, (from) => {
        const days = daysBetween(from, addMonths(from, 12))
        expect(days).toBeGreaterThanOrEqual(365)
        expect(days).toBeLessThanOrEqual(366)
      }),
    )
  })

  test('keeps the order of days', () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: -60, max: 60 }), (a, b, months) => {
        const [first = a, last = b] = [a, b].toSorted()
        expect(addMonths(first, months) <= addMonths(last, months)).toBe(true)
      }),
    )
  })

  test.each(['2026-13-01', '2026-02-30', 'i går'])('rejects %s', (text) => {
    expect(() => addMonths(text, 1)).toThrow(RangeError)
  })
})

test('daysBetween counts across clock changes, and backwards', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  expect(daysBetween('2026-03-30', '2026-03-28')).toBe(-2)
})
