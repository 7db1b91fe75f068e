import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addOsloDays, calendarDay, longOsloTime, osloClock, osloDay, osloMoment, startOfOsloDay } from './time.ts'

const instant = fc
  .date({ min: new Date('1970-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const day = instant.map((text) => text.slice(0, 10))
const clock = new Intl.DateTimeFormat('nb-NO', { timeZone: 'Europe/Oslo', timeStyle: 'medium' })
const clockOf = (text: string) => clock.format(new Date(text))
const endOfOsloDay = (date: string) => addOsloDays(startOfOsloDay(date), 1)
const millisecondsBetween = (from: string, to: string) => Date.parse(to) - Date.parse(from)

describe('a calendar day in Norway', () => {
  test.each([
    ['2026-01-31T22:59:59.999Z', '2026-01-31'],
    ['2026-01-31T23:00:00.000Z', '2026-02-01'],
    ['2026-06-29T22:00:00.000Z', '2026-06-30'],
    ['2026-06-29T21:59:59.999Z', '2026-06-29'],
    ['2026-06-30T00:00:00+02:00', '2026-06-30'],
  ])('of %s is %s', (moment, expected) => {
    expect(osloDay(moment)).toBe(expected)
  })

  test.each(['-000001-01-01T00:00:00Z', '0050-06-01T00:00:00Z', '+275760-09-13T00:00:00Z'])(
    'of %s is none: no other year stands in for it',
    (moment) => expect(calendarDay(moment)).toBeNull(),
  )

  test('lasts 23 hours when summer time begins, 25 when it ends', () => {
    const hours = (date: string) => millisecondsBetween(startOfOsloDay(date), endOfOsloDay(date)) / 3_600_000
    expect([hours('2026-03-29'), hours('2026-10-25'), hours('2026-12-31')]).toEqual([23, 25, 24])
  })

  test('begins right after the day before it and ends where the next begins', () => {
    fc.assert(
      fc.property(day, (date) => {
        const start = startOfOsloDay(date)
        const lastMoment = new Date(Date.parse(endOfOsloDay(date)) - 1).toISOString()
        const momentBefore = new Date(Date.parse(start) - 1).toISOString()
        expect([osloDay(momentBefore) < date, osloDay(start), osloDay(lastMoment)]).toEqual([true, date, date])
        expect(osloDay(endOfOsloDay(date)) > date).toBe(true)
      }),
    )
  })

  test.each(['2026-02-30', '2026-2-3', '', 'i dag', '2026-02-03T00:00:00Z'])('rejects %j', (text) => {
    expect(() => startOfOsloDay(text)).toThrow(RangeError)
  })

  test('throws for an invalid moment', () => {
    expect(() => osloDay('i morgen')).toThrow(RangeError)
  })
})

describe('the same time of day, days later', () => {
  test.each([
    ['2026-03-24T09:00:00.000Z', 7, '2026-03-31T08:00:00.000Z'],
    ['2026-10-20T08:00:00.000Z', 7, '2026-10-27T09:00:00.000Z'],
    ['2026-03-31T08:00:00.000Z', -7, '2026-03-24T09:00:00.000Z'],
    // 02:30 doesn't exist when summer time begins.
    ['2026-03-28T01:30:00.000Z', 1, '2026-03-29T01:30:00.000Z'],
    // 02:30 occurs twice when summer time ends.
    ['2026-10-24T00:30:00.000Z', 1, '2026-10-25T00:30:00.000Z'],
  ])('of %s, %d days on, is %s', (from, days, expected) => {
    expect(addOsloDays(from, days)).toBe(expected)
  })

  test('keeps the clock time, except in the hour skipped by summer time', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -400, max: 400 }), (from, days) => {
        const later = addOsloDays(from, days)
        const skippedHour = clockOf(from).startsWith('02')
        if (!skippedHour) expect(clockOf(later)).toBe(clockOf(from))
        expect(millisecondsBetween(osloDay(from), osloDay(later)) / 86_400_000).toBe(days)
      }),
    )
  })
})

describe('Norwegian clock time', () => {
  test.each([
    ['2026-03-24T09:00:00.000Z', '2026-03-24T10:00:00'],
    ['2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00'],
    ['2026-10-24T23:59:00.000Z', '2026-10-25T01:59:00'],
    ['2026-10-25T02:00:00.000Z', '2026-10-25T03:00:00'],
  ])('at %s is %s', (moment, expected) => {
    expect(osloClock(moment)).toBe(expected)
  })

  test('is null in the repeated hour', () => {
    for (const time of ['00:00:00.000', '00:59:59.999', '01:00:00.000', '01:59:59.999']) {
      expect(osloClock(`2026-10-25T${time}Z`)).toBe(null)
    }
  })

  test.each([
    ['2026-03-28T09:00:00.000Z', 'lørdag 28. mars 2026 kl. 10:00', 'Saturday, 28 March 2026 at 10:00'],
    ['2026-03-30T08:00:00.000Z', 'mandag 30. mars 2026 kl. 10:00', 'Monday, 30 March 2026 at 10:00'],
    ['2026-06-01T22:05:00.000Z', 'tirsdag 2. juni 2026 kl. 00:05', 'Tuesday, 2 June 2026 at 00:05'],
  ])('at %s is "%s" and "%s" in words', (moment, no, en) => {
    expect([longOsloTime(moment, 'no'), longOsloTime(moment, 'en')]).toEqual([no, en])
  })

  test.each([
    ['2026-03-24T10:00', '2026-03-24T09:00:00.000Z'],
    ['2026-07-01T10:00:05', '2026-07-01T08:00:05.000Z'],
    ['2026-03-29T02:30', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ])('%s is %s', (shown, moment) => {
    expect(osloMoment(shown)).toBe(moment)
  })

  test('round-trips to the moment, except in the repeated hour', () => {
    fc.assert(
      fc.property(instant, (from) => {
        const second = new Date(Math.floor(Date.parse(from) / 1000) * 1000).toISOString()
        const shown = osloClock(second)
        if (shown !== null) expect(osloMoment(shown)).toBe(second)
      }),
    )
  })

  test.each(['2026-03-24', '2026-03-24T24:00', '2026-02-30T10:00', '2026-03-24T10:60', '2026-03-24T10:00Z', ''])(
    'rejects %j',
    (text) => {
      expect(() => osloMoment(text)).toThrow(RangeError)
    },
  )

  test('throws for an invalid moment', () => {
    expect(() => longOsloTime('i morgen', 'no')).toThrow(RangeError)
    expect(() => osloClock('i morgen')).toThrow(RangeError)
  })
})
