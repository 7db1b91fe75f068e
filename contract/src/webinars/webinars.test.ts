import { describe, expect, test } from 'vitest'
import { statesOfWebinar } from './webinars.rules.ts'
import { webinarCopy, webinarCreateSchema } from './webinars.schema.ts'

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
