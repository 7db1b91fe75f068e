import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  formatDay,
  formatLongDay,
  formatMonth,
  isDay,
  parseClock,
  parseDay,
  weekday,
  weekdays,
  weekNumber,
  weeksOfMonth,
} from './days.ts'

const day = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

describe('days', () => {
  test.each(['24.03.2026', '24.3.2026', '24.3.26', '24/3 2026', '24-03-2026', ' 240326 ', '24032026', '2026-03-24'])(
    'parses %j',
    (text) => expect(parseDay(text)).toBe('2026-03-24'),
  )

  test.each(['', '24.3', '30.02.2026', '32.01.2026', '1.13.2026', 'i morgen', '24.03.202', '24.03.20266'])(
    'rejects %j',
    (text) => expect(parseDay(text)).toBe(null),
  )

  test('formats a day as it is parsed, and in words', () => {
    fc.assert(fc.property(day, (one) => parseDay(formatDay(one)) === one))
    expect(formatLongDay('2026-03-24')).toBe('tirsdag 24. mars 2026')
    expect(formatMonth('2026-03-24')).toBe('mars 2026')
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

describe('the calendar', () => {
  test('begins the week on Monday', () => {
    expect(weekdays.map(({ short }) => short)).toEqual(['ma', 'ti', 'on', 'to', 'fr', 'lø', 'sø'])
    expect(weekdays[0]?.long).toBe('mandag')
    expect([weekday('2026-03-23'), weekday('2026-03-29')]).toEqual([0, 6])
  })

  test.each([
    ['2026-01-01', 1],
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2024-12-30', 1],
    ['2026-03-24', 13],
  ])('puts %s in week %d', (one, week) => expect(weekNumber(one)).toBe(week))

  test('clamps to the last day of a shorter month', () => {
    expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
    expect(addMonths('2024-03-31', -1)).toBe('2024-02-29')
    expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
    expect(addMonths('2024-02-29', 12)).toBe('2025-02-28')
  })

  test('shows each day of a month once, in whole weeks', () => {
    fc.assert(
      fc.property(day, (one) => {
        const weeks = weeksOfMonth(one)
        const shown = weeks.flat()
        expect(shown.every((other, index) => index === 0 || other === addDays(shown[index - 1] ?? '', 1))).toBe(true)
        expect(weeks.every((week) => week.length === 7 && weekday(week[0] ?? '') === 0)).toBe(true)
        expect(weeks.every((week) => week.some((other) => other.slice(0, 7) === one.slice(0, 7)))).toBe(true)
        expect(shown).toContain(one)
        expect(shown.filter((other) => other.slice(0, 7) === one.slice(0, 7)).length).toBeGreaterThanOrEqual(28)
        expect(shown.every(isDay)).toBe(true)
      }),
    )
  })
})
