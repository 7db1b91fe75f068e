import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { statesOfWebinar } from './webinars.rules.ts'
import {
  notifyQuerySchema,
  registrationUpdateSchema,
  webinarCopy,
  webinarCreateSchema,
  webinarUpdateSchema,
} from './webinars.schema.ts'

describe('a copy of a webinar', () => {
  test.each([
    ['into summer time', '2026-03-24T09:00:00.000Z', '2026-03-31T08:00:00.000Z'],
    ['into winter time', '2026-10-20T08:00:00.000Z', '2026-10-27T09:00:00.000Z'],
    ['within summer time', '2026-06-01T08:00:00.000Z', '2026-06-08T08:00:00.000Z'],
  ])('is a week later at the same time of day, %s', (_, date, later) => {
    expect(webinarCopy({ name: 'Åpenhetsloven', date })).toEqual({ name: 'Kopi av Åpenhetsloven', date: later })
  })

  test('cuts the name to the maximum length', () => {
    const name = webinarCopy({ name: 'x'.repeat(200), date: '2026-06-01T08:00:00.000Z' }).name
    expect([name.length, name.startsWith('Kopi av x')]).toEqual([200, true])
  })
})

describe('a webinar', () => {
  const now = '2026-03-24T09:00:00.000Z'
  test.each([
    ['active', true, now],
    ['active', true, '2026-03-24T09:00:00.001Z'],
    ['inactive', false, '2026-03-25T09:00:00.000Z'],
    ['expired', true, '2026-03-24T08:59:59.999Z'],
    ['inactive expired', false, '2026-03-23T09:00:00.000Z'],
  ] as const)('is %s when isActive is %s and it begins at %s', (states, isActive, date) => {
    expect(statesOfWebinar({ date, isActive }, now).join(' ')).toBe(states)
  })
})

describe('the date of a webinar', () => {
  const parsed = (date: unknown) => webinarCreateSchema.safeParse({ name: 'Ett', date })

  test.each([
    ['2026-03-31T08:00:00.000Z', '2026-03-31T08:00:00.000Z'],
    ['2026-03-31T10:00:00+02:00', '2026-03-31T08:00:00.000Z'],
    ['2026-03-31T08:00Z', '2026-03-31T08:00:00.000Z'],
    // No zone: Norwegian time.
    ['2026-03-31T10:00', '2026-03-31T08:00:00.000Z'],
    ['2026-03-24T10:00:00', '2026-03-24T09:00:00.000Z'],
    ['2026-03-31', '2026-03-30T22:00:00.000Z'],
    // May be in the past.
    ['2000-01-01T10:00', '2000-01-01T09:00:00.000Z'],
  ])('%s becomes %s', (date, moment) => {
    expect(parsed(date).data?.date).toBe(moment)
  })

  test.each([
    [undefined, 'Dato er påkrevd'],
    [null, 'Dato er påkrevd'],
    ['', 'Dato er påkrevd'],
    ['i morgen', 'Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm'],
    ['2026-02-30T10:00', 'Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm'],
    ['2026-02-30T10:00:00Z', 'Skriv datoen som dd.mm.åååå og klokkeslettet som tt:mm'],
    ['2026-03-31T25:00:00Z', 'Skriv klokkeslettet som tt:mm'],
    ['2026-03-31T', 'Skriv klokkeslettet som tt:mm'],
    ['0202-03-31T10:00', 'Året må være mellom 2000 og 2099'],
    ['2100-01-01T10:00', 'Året må være mellom 2000 og 2099'],
  ])('rejects %j', (date, message) => {
    expect(parsed(date).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

describe('the other fields of a webinar', () => {
  const messagesOf = (schema: z.ZodType, body: object) =>
    Object.fromEntries(schema.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [])
  const webinar = { name: 'Ett', date: '2026-03-31' }
  const durationMinutes = 'Varigheten må være mellom 5 og 720 minutter'
  const capacity = 'Antall plasser må være mellom 1 og 100000'
  const joinLink = 'Lenken må begynne med https://'

  test.each<[object, object]>([
    [
      { name: ' ', isActive: 'ja', language: 'sv' },
      { name: 'Navn er påkrevd', isActive: 'Aktiv må være ja eller nei', language: 'Ugyldig språk' },
    ],
    [
      { name: 'x'.repeat(201), description: 'x'.repeat(2001) },
      { name: 'Navn kan ha høyst 200 tegn', description: 'Beskrivelsen kan ha høyst 2000 tegn' },
    ],
    ...[4, 721, 5.5, 'lenge'].map((wrong): [object, object] => [{ durationMinutes: wrong }, { durationMinutes }]),
    ...[0, 100_001, 1.5].map((wrong): [object, object] => [{ capacity: wrong }, { capacity }]),
    ...['javascript:alert(1)', 'mote.example', 'https://', 'https://mote.example/a b', 'ftp://mote.example'].map(
      (wrong): [object, object] => [{ joinLink: wrong }, { joinLink }],
    ),
  ])('reject %j with a message each', (changes, messages) => {
    expect(messagesOf(webinarCreateSchema, { ...webinar, ...changes })).toEqual(messages)
    expect(messagesOf(webinarUpdateSchema, changes)).toEqual(messages)
  })

  test('accept the limits', () => {
    const lowest = { durationMinutes: 5, capacity: 1, joinLink: 'https://mote.example' }
    const highest = { durationMinutes: 720, capacity: 100_000, description: 'x'.repeat(2000) }
    expect(webinarUpdateSchema.parse(lowest)).toEqual(lowest)
    expect(webinarUpdateSchema.parse(highest)).toEqual(highest)
  })

  test.each([
    [undefined, true],
    [null, true],
    [false, false],
  ])('read isActive %j as %j', (isActive, read) => {
    expect(webinarCreateSchema.parse({ ...webinar, isActive }).isActive).toBe(read)
  })

  test('are absent, not null, where a change leaves them out', () => {
    expect(webinarUpdateSchema.parse({ isActive: null })).toEqual({ isActive: undefined })
    expect(webinarUpdateSchema.parse({ joinLink: '', capacity: '' })).toEqual({ joinLink: null, capacity: null })
  })

  test('of a registration are rejected with a message each', () => {
    const wrong = { name: '', email: 'nei', phone: '1'.repeat(51), company: 'x'.repeat(201) }
    expect(messagesOf(registrationUpdateSchema, wrong)).toEqual({
      name: 'Navn er påkrevd',
      email: 'Ugyldig e-postadresse',
      phone: 'Telefon kan ha høyst 50 tegn',
      company: 'Bedrift kan ha høyst 200 tegn',
    })
  })
})

test.each([
  [undefined, false],
  ['', false],
  ['false', false],
  ['true', true],
  ['kanskje', undefined],
])('reads ?notify=%s as %s', (notify, read) => {
  expect(notifyQuerySchema.safeParse({ notify }).data?.notify).toBe(read)
})
