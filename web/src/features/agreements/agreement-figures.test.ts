import { describe, expect, test } from 'vitest'
import type { Agreement } from './agreements.api.ts'
import { figuresByMonth, sumsByStatus } from './office/agreement-figures.ts'

const agreement = (fields: Partial<Agreement>): Agreement => ({
  id: '11111111-1111-4111-8111-111111111111',
  reference: 'A-2026-0001',
  customerId: 1,
  customerName: 'Fjellheim Regnskap AS',
  contactPersonId: null,
  title: 'Kvalitetssystem',
  description: null,
  status: 'draft',
  responseToken: 'x',
  totalAmount: 100,
  vatAmount: 25,
  vatRate: 25,
  validUntil: null,
  language: 'no',
  verification: 'link',
  responsibleName: null,
  responsiblePhone: null,
  responsibleEmail: null,
  sentAt: null,
  openedAt: null,
  archivedAt: null,
  respondedAt: null,
  customerResponse: null,
  respondedBy: null,
  answerChannel: null,
  evidence: null,
  reminderDays: null,
  remindAfterDays: null,
  remindEveryDays: null,
  remindAtMost: 3,
  lastMail: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...fields,
})

test('counts and adds up the agreements of each status, VAT included', () => {
  const sums = sumsByStatus([agreement({}), agreement({}), agreement({ status: 'accepted', totalAmount: 7 })])
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
        agreement({ status: 'accepted', sentAt: '2026-01-05T09:00:00.000Z', respondedAt: '2026-02-28T23:30:00.000Z' }),
        agreement({ status: 'rejected', respondedAt: '2026-02-10T09:00:00.000Z' }),
        agreement({ status: 'sent', sentAt: '2026-02-11T09:00:00.000Z' }),
        agreement({ status: 'pending_contact', sentAt: '2026-02-12T09:00:00.000Z' }),
        agreement({ status: 'draft' }),
        agreement({ status: 'sent', sentAt: '2025-03-31T09:00:00.000Z' }),
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
