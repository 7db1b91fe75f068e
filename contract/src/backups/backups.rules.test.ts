import { describe, expect, it } from 'vitest'
import { keepUntil, lastDueAt, nextDueAt } from './backups.rules.ts'

const rules = { daily: 7, weekly: 4, monthly: 6 }

describe('keepUntil', () => {
  it('keeps the first of a month for months, the first of a week for weeks and others for days', () => {
    const sunday = '2026-03-01T02:30:00.000Z'
    const monday = '2026-03-02T02:30:00.000Z'
    const tuesday = '2026-03-03T02:30:00.000Z'
    expect(keepUntil([sunday, monday, tuesday], rules)).toEqual([
      '2026-08-31T22:00:00.000Z',
      '2026-03-30T01:30:00.000Z',
      '2026-03-10T02:30:00.000Z',
    ])
  })

  it('keeps a second backup of a day for days only', () => {
    const [, second] = keepUntil(['2026-03-01T02:30:00.000Z', '2026-03-01T12:00:00.000Z'], rules)
    expect(second).toBe('2026-03-08T12:00:00.000Z')
  })

  it('keeps every backup for days only without weekly and monthly ones', () => {
    expect(keepUntil(['2026-03-01T02:30:00.000Z'], { daily: 2, weekly: 0, monthly: 0 })).toEqual([
      '2026-03-03T02:30:00.000Z',
    ])
  })
})

describe('the schedule', () => {
  it('is at the same time of day in summer and winter', () => {
    expect(nextDueAt('2026-03-28T12:00:00.000Z', '03:30')).toBe('2026-03-29T01:30:00.000Z')
    expect(nextDueAt('2026-03-27T12:00:00.000Z', '03:30')).toBe('2026-03-28T02:30:00.000Z')
  })

  it('is due from its time on', () => {
    expect(lastDueAt('2026-03-24T01:30:00.000Z', '02:30')).toBe('2026-03-24T01:30:00.000Z')
    expect(lastDueAt('2026-03-24T01:29:59.999Z', '02:30')).toBe('2026-03-23T01:30:00.000Z')
  })
})
