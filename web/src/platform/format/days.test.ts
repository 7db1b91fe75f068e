import { readDay } from '@kontor/contract/shared/read-values'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dateOf, dayOf, formatDay, formatLongDay, parseClock } from './days.ts'

const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('days', () => {
  test('formats a day as it is parsed, and in words', () => {
    fc.assert(fc.property(day, (one) => readDay(formatDay(one)) === one))
    expect(formatLongDay('2026-03-24')).toBe('tirsdag 24. mars 2026')
  })

  test('turns a day into a date and back', () => {
    fc.assert(fc.property(day, (one) => dayOf(dateOf(one)) === one))
  })
})

describe('times of day', () => {
  test.each([
    ['10:00', '10:00'],
    ['10.30', '10:30'],
    ['1030', '10:30'],
    ['930', '09:30'],
    ['9', '09:00'],
    ['kl. 14', '14:00'],
    ['Kl 14:05', '14:05'],
    ['0:05', '00:05'],
  ])('parses %j', (text, clock) => expect(parseClock(text)).toBe(clock))

  test.each(['', '24:00', '10:60', '1:5', 'ti', '10:00:00', '-1'])('rejects %j', (text) =>
    expect(parseClock(text)).toBe(null),
  )
})
