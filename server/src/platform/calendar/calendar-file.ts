import { company } from '@kontor/contract/shared/company'
import { addMinutes, osloClock } from '@kontor/contract/shared/time'
import type { MailAttachment } from '../mail/mailer.ts'

/** An event for a calendar; moments are ISO 8601 in UTC. */
export interface CalendarEvent {
  /** The same for ever: by it a calendar tells a change of an event from another event. */
  readonly uid: string
  /** Counts the changes that calendars must take over, from 0. */
  readonly sequence: number
  readonly start: string
  readonly minutes: number
  readonly summary: string
  readonly description: string
  readonly url: string
  readonly organizer: { readonly name: string; readonly address: string }
  /** When the file is written. */
  readonly stamp: string
}

/** Whether a calendar is to hold the event as the file tells it, or to take it out. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

/**
 * An event as a file that any calendar takes in (iCalendar, RFC 5545; published as RFC 5546 §3.2.1 asks, cancelled as
 * §3.2.5 does; a change needs a higher `sequence`, a cancellation too). The time is Norway's, with the rules of its clocks in the file.
 * @throws RangeError when a moment is none.
 */
export const calendarFile = (
  filename: string,
  event: CalendarEvent,
  method: CalendarMethod = 'PUBLISH',
): MailAttachment => ({
  filename,
  contentType: `text/calendar; method=${method}; charset=utf-8`,
  content: calendarLines(event, method).map(folded).join(''),
})

const calendarLines = (event: CalendarEvent, method: CalendarMethod): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  `PRODID:-//${text(company.name)}//Kontor//NO`,
  'CALSCALE:GREGORIAN',
  `METHOD:${method}`,
  ...norwegianClocks,
  'BEGIN:VEVENT',
  `UID:${text(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${inUtc(event.stamp)}`,
  `DTSTART${localTime(event.start)}`,
  `DTEND${localTime(addMinutes(event.start, event.minutes))}`,
  `SUMMARY:${text(event.summary)}`,
  `DESCRIPTION:${text(event.description)}`,
  `URL:${oneLine(event.url)}`,
  `ORGANIZER;CN=${parameter(event.organizer.name)}:mailto:${oneLine(event.organizer.address)}`,
  `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
  'END:VEVENT',
  'END:VCALENDAR',
]

const zone = 'Europe/Oslo'

/** Directive 2000/84/EC: summer time from the last Sunday of March to the last Sunday of October, at 01:00 UTC. */
const norwegianClocks = [
  'BEGIN:VTIMEZONE',
  `TZID:${zone}`,
  'BEGIN:DAYLIGHT',
  'DTSTART:19960331T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'TZNAME:CEST',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'TZNAME:CET',
  'END:STANDARD',
  'END:VTIMEZONE',
]

/** `20260324T100000`, without the separators and the fraction. */
const compact = (isoTime: string): string => isoTime.replaceAll(/[-:]|\.\d+/g, '')

/** By Norway's clocks; in UTC where they name two moments, since calendars do not agree on which of them is meant. */
const localTime = (instant: string): string => {
  const clock = osloClock(instant)
  return clock === null ? `:${inUtc(instant)}` : `;TZID=${zone}:${compact(clock)}`
}

const inUtc = (instant: string): string => compact(addMinutes(instant, 0))

/** RFC 5545 §3.3.11: no control characters but tab and line end; backslash, semicolon and comma escaped. */
const text = (value: string): string =>
  value
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

const oneLine = (value: string): string => value.replaceAll(/\p{Cc}+/gu, '')

/** A quoted value cannot hold quotes (RFC 5545 §3.2). */
const parameter = (value: string): string => `"${value.replaceAll('"', "'").replaceAll(/\p{Cc}+/gu, ' ')}"`

/** The most octets of a line (RFC 5545 §3.1), its end not counted. */
const lineOctets = 75

/** A line with its end; a long one goes on after a line end and a space, and no letter is cut in two. */
const folded = (line: string): string => {
  let result = ''
  let octets = 0
  for (const letter of line) {
    const length = Buffer.byteLength(letter)
    if (octets + length > lineOctets) {
      result += '\r\n '
      octets = 1
    }
    result += letter
    octets += length
  }
  return `${result}\r\n`
}
