import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { type CalendarEvent, calendarFile } from './webinars.calendar.ts'

const event: CalendarEvent = {
  uid: 'b1f9a1de-6f1c-4a53-9a0e-5a8a7f3f1c11',
  sequence: 3,
  start: '2026-03-24T09:00:00.000Z',
  minutes: 60,
  summary: 'Åpenhetsloven i praksis',
  description: 'Én time.\nVel møtt!',
  location: null,
  url: 'https://eksempel.example',
  organizer: { name: 'Bjørn & Åse AS', address: 'post@eksempel.example' },
  stamp: '2026-03-01T12:00:00.123Z',
}

const writeEvent = (changes: Partial<CalendarEvent> = {}): string =>
  calendarFile('webinar.ics', { ...event, ...changes }).content

/** Parses the file with an independent reader and the file's own time zone rules. */
const read = (content: string) => {
  const calendar = new ICAL.Component(ICAL.parse(content))
  const entry = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  const instant = (time: ICAL.Time): string => new Date(time.toUnixTime() * 1000).toISOString()
  return { calendar, entry, start: instant(entry.startDate), end: instant(entry.endDate) }
}

const line = (name: string, changes: Partial<CalendarEvent> = {}): string | undefined =>
  writeEvent(changes)
    .split('\r\n')
    .find((one) => one.startsWith(name))

test('publishes an event with everything that calendars need', () => {
  const { calendar, entry } = read(writeEvent())
  expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH')
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(entry).toMatchObject({
    uid: event.uid,
    sequence: 3,
    summary: event.summary,
    description: event.description,
    organizer: 'mailto:post@eksempel.example',
  })
  expect(entry.attendees).toEqual([])
  expect(entry.component.getFirstProperty('organizer')?.getFirstParameter('cn')).toBe('Bjørn & Åse AS')
  expect(line('DTSTAMP')).toBe('DTSTAMP:20260301T120000Z')
  expect(line('URL')).toBe('URL:https://eksempel.example')
  expect(calendarFile('webinar.ics', event)).toMatchObject({
    filename: 'webinar.ics',
    contentType: 'text/calendar; method=PUBLISH; charset=utf-8',
  })
})

test.each([
  ['kari@nordmann.example', 'ATTENDEE;ROLE=REQ-PARTICIPANT:mailto:kari@nordmann.example'],
  ["o'brien+kurs@xn--blbr-roa2f.example", "ATTENDEE;ROLE=REQ-PARTICIPANT:mailto:o'brien+kurs@xn--blbr-roa2f.example"],
  ['x@y.example\r\nEND:VEVENT', 'ATTENDEE;ROLE=REQ-PARTICIPANT:mailto:x@y.exampleEND:VEVENT'],
  [`${'a'.repeat(64)}@nordmann.example`, `ATTENDEE;ROLE=REQ-PARTICIPANT:mailto:${'a'.repeat(64)}@nordmann.example`],
])('cancels an event for its attendee %j with the same uid and a higher sequence', (address, attendee) => {
  const { contentType, content } = calendarFile('webinar.ics', { ...event, sequence: 4 }, address)
  const { calendar, entry } = read(content)
  expect(contentType).toBe('text/calendar; method=CANCEL; charset=utf-8')
  expect(calendar.getFirstPropertyValue('method')).toBe('CANCEL')
  expect(entry).toMatchObject({ uid: event.uid, sequence: 4, organizer: 'mailto:post@eksempel.example' })
  expect(entry.component.getFirstPropertyValue('status')).toBe('CANCELLED')
  expect(content.replaceAll('\r\n ', '').split('\r\n')).toContain(attendee)
})

describe('the time', () => {
  test.each([
    ['winter', '2026-03-24T09:00:00.000Z', '20260324T100000', '20260324T110000'],
    ['summer', '2026-03-31T08:00:00.000Z', '20260331T100000', '20260331T110000'],
    ['the morning after the change to summer time', '2026-03-29T08:00:00.000Z', '20260329T100000', '20260329T110000'],
    ['the hour before summer time', '2026-03-29T00:30:00.000Z', '20260329T013000', '20260329T033000'],
    ['the evening after the change back', '2026-10-25T18:00:00.000Z', '20261025T190000', '20261025T200000'],
  ])('in %s is Norwegian local time', (_, start, from, to) => {
    expect(line('DTSTART;TZID', { start })).toBe(`DTSTART;TZID=Europe/Oslo:${from}`)
    expect(line('DTEND', { start })).toBe(`DTEND;TZID=Europe/Oslo:${to}`)
  })

  test('is in UTC in the ambiguous hour', () => {
    const start = '2026-10-25T00:30:00.000Z'
    expect(line('DTSTART:2026', { start })).toBe('DTSTART:20261025T003000Z')
    expect(line('DTEND', { start })).toBe('DTEND:20261025T013000Z')
  })

  test('is read back as the same instant for any date', () => {
    const hour = fc
      .date({ min: new Date('1997-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
      .map((date) => new Date(Math.floor(date.getTime() / 60_000) * 60_000).toISOString())
    const nightOfChange = fc
      .tuple(fc.constantFrom('2026-03-29', '2026-10-25', '2027-03-28', '2027-10-31'), fc.integer({ min: 0, max: 299 }))
      .map(([day, minute]) => new Date(Date.parse(`${day}T00:00:00Z`) + (minute - 60) * 60_000).toISOString())
    fc.assert(
      fc.property(fc.oneof(hour, nightOfChange), fc.integer({ min: 1, max: 600 }), (start, minutes) => {
        const times = read(writeEvent({ start, minutes }))
        expect(times.start).toBe(start)
        expect(Date.parse(times.end) - Date.parse(start)).toBe(minutes * 60_000)
      }),
      { numRuns: 300 },
    )
  })
})

describe('the texts', () => {
  test('escape commas, semicolons, backslashes and line ends', () => {
    expect(line('SUMMARY', { summary: 'A, b; c\\d "e": f' })).toBe(String.raw`SUMMARY:A\, b\; c\\d "e": f`)
    expect(line('DESCRIPTION', { description: 'a\r\nb\rc\nd' })).toBe(String.raw`DESCRIPTION:a\nb\nc\nd`)
  })

  test('survive a round trip in lines of at most 75 octets that split no character', () => {
    const any = fc.string({ unit: 'grapheme', maxLength: 200, size: 'max' })
    const norwegian = fc.string({ unit: fc.constantFrom(...'aæøåÆØÅ ,;\\\n🫐é'), maxLength: 300, size: 'max' })
    fc.assert(
      fc.property(fc.oneof(any, norwegian), (words) => {
        const content = writeEvent({ summary: words, description: words })
        for (const one of content.split('\r\n')) {
          expect(Buffer.byteLength(one)).toBeLessThanOrEqual(75)
          expect(Buffer.from(one).toString()).toBe(one)
        }
        const kept = words.replaceAll(/\r\n?|[\u2028\u2029]/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '')
        expect(read(content).entry).toMatchObject({ summary: kept, description: kept })
      }),
    )
  })

  test('cannot inject lines through the name of an event or company', () => {
    const nasty = 'x"\r\nEND:VEVENT\nATTENDEE:mailto:offer@spam.example\u2028\0'
    const content = writeEvent({
      uid: nasty,
      summary: nasty,
      description: nasty,
      url: nasty,
      organizer: { name: nasty, address: nasty },
    })
    const names = content
      .replaceAll('\r\n ', '')
      .split('\r\n')
      .map((one) => one.split(/[:;]/)[0])
    expect(names.filter((name) => name === 'END')).toHaveLength(5)
    expect(names).not.toContain('ATTENDEE')
    expect(content).not.toMatch(/\0|[^\r]\n|\r[^\n]/)
  })
})
