import { describe, expect, test } from 'vitest'
import { figuresByMonth, sumsByStatus } from './office/agreement-figures.ts'

const none = { sentAt: null, respondedAt: null }
const draft = { status: 'draft', totalAmount: 100, vatAmount: 25 } as const

test('counts and adds up the agreements of each status, VAT included', () => {
  const sums = sumsByStatus([draft, draft, { ...draft, status: 'accepted', totalAmount: 7 }])
  expect(sums.filter(({ count }) => count > 0)).toEqual([
    { status: 'draft', count: 2, total: 250 },
    { status: 'accepted', count: 1, total: 32 },
  ])
  expect(sums).toHaveLength(5)
})

describe('the figures of the months', () => {
  const now = '2026-03-24T09:00:00.000Z'

  test('end with the current month and cover a year', () => {
    const months = figuresByMonth([], now).map(({ month }) => month)
    expect([months.length, months[0], months.at(-1)]).toEqual([12, '2025-04', '2026-03'])
  })

  test('count answers when they were given and open ones when they were sent, by the calendar of Norway', () => {
    const figures = figuresByMonth(
      [
        // In Norway it is already March.
        { ...none, status: 'accepted', sentAt: '2026-01-05T09:00:00.000Z', respondedAt: '2026-02-28T23:30:00.000Z' },
        { ...none, status: 'rejected', respondedAt: '2026-02-10T09:00:00.000Z' },
        { ...none, status: 'sent', sentAt: '2026-02-11T09:00:00.000Z' },
        { ...none, status: 'pending_contact', sentAt: '2026-02-12T09:00:00.000Z' },
        { ...none, status: 'draft' },
        { ...none, status: 'sent', sentAt: '2025-03-31T09:00:00.000Z' },
      ],
      now,
      2,
    )
    expect(figures).toEqual([
      { month: '2026-02', accepted: 0, rejected: 1, open: 2 },
      { month: '2026-03', accepted: 1, rejected: 0, open: 0 },
    ])
  })
})
