import { addMinutes, osloClock } from '@kontor/contract/shared/time'
import type { MailAttachment } from '../../platform/mail/mailer.ts'

/** A calendar event; times are ISO 8601 in UTC. */
export interface CalendarEvent {
  /** Never changes: calendars recognize an event's updates by this id. */
  readonly uid: string
  /** Counts the changes that calendars must apply, from 0. */
  readonly sequence: number
  readonly start: string
  readonly minutes: number
  readonly summary: string
  readonly description: string
  /** The place of the event, such as a link; null for no place. */
  readonly location: string | null
  readonly url: string
  readonly organizer: { readonly name: string; readonly address: string }
  /** The time at which the file is written. */
  readonly stamp: string
}

/**
 * Writes an iCalendar file (RFC 5545) that publishes an event (RFC 5546 §3.2.1). With `cancelledFor`, the file cancels it for the attendee
 * at that address (§3.2.5). A change or cancellation needs a higher `sequence`. Times are Norwegian; the file includes the zone's rules.
 * @throws RangeError for an invalid time
 */
export const calendarFile = (filename: string, event: CalendarEvent, cancelledFor?: string): MailAttachment => ({
  filename,
  contentType: `text/calendar; method=${methodOf(cancelledFor)}; charset=utf-8`,
  content: calendarLines(event, cancelledFor).map(foldLine).join(''),
})

const methodOf = (cancelledFor: string | undefined) => (cancelledFor === undefined ? 'PUBLISH' : 'CANCEL')

const calendarLines = (event: CalendarEvent, cancelledFor: string | undefined): string[] => [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  `PRODID:-//${escapeText(event.organizer.name)}//Kontor//NO`,
  'CALSCALE:GREGORIAN',
  `METHOD:${methodOf(cancelledFor)}`,
  ...timeZoneLines,
  'BEGIN:VEVENT',
  `UID:${escapeText(event.uid)}`,
  `SEQUENCE:${event.sequence}`,
  `DTSTAMP:${inUtc(event.stamp)}`,
  `DTSTART${localTime(event.start)}`,
  `DTEND${localTime(addMinutes(event.start, event.minutes))}`,
  `SUMMARY:${escapeText(event.summary)}`,
  `DESCRIPTION:${escapeText(event.description)}`,
  ...(event.location === null ? [] : [`LOCATION:${escapeText(event.location)}`]),
  `URL:${oneLine(event.url)}`,
  `ORGANIZER;CN=${quoteParameter(event.organizer.name)}:mailto:${oneLine(event.organizer.address)}`,
  // Calendars remove an entry only if the cancellation names their user as an attendee; a published event must name none.
  ...(cancelledFor === undefined
    ? ['STATUS:CONFIRMED']
    : [`ATTENDEE;ROLE=REQ-PARTICIPANT:mailto:${oneLine(cancelledFor)}`, 'STATUS:CANCELLED']),
  'END:VEVENT',
  'END:VCALENDAR',
]

const zone = 'Europe/Oslo'

/** Directive 2000/84/EC: summer time from the last Sunday of March to the last Sunday of October, at 01:00 UTC. */
const timeZoneLines = [
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

const compact = (isoTime: string): string => isoTime.replaceAll(/[-:]|\.\d+/g, '')

/** Returns the Norwegian local time, or UTC where the local time is ambiguous: calendars disagree on which instant it means. */
const localTime = (instant: string): string => {
  const clock = osloClock(instant)
  return clock === null ? `:${inUtc(instant)}` : `;TZID=${zone}:${compact(clock)}`
}

const inUtc = (instant: string): string => compact(addMinutes(instant, 0))

/** Removes control characters except tab and line end; escapes backslash, semicolon, comma and line end (RFC 5545 §3.3.11). */
const escapeText = (value: string): string =>
  value
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`)

const oneLine = (value: string): string => value.replaceAll(/\p{Cc}+/gu, '')

/** Quotes a parameter's value, which cannot contain quotes (RFC 5545 §3.2). */
const quoteParameter = (value: string): string => `"${value.replaceAll('"', "'").replaceAll(/\p{Cc}+/gu, ' ')}"`

/** Maximum octets of a line, not counting its line end (RFC 5545 §3.1). */
const maxLineOctets = 75

/** Ends a line, and folds a long one with a line end and a space; never splits a character. */
const foldLine = (line: string): string => {
  let result = ''
  let octets = 0
  for (const letter of line) {
    const length = Buffer.byteLength(letter)
    if (octets + length > maxLineOctets) {
      result += '\r\n '
      octets = 1
    }
    result += letter
    octets += length
  }
  return `${result}\r\n`
}
