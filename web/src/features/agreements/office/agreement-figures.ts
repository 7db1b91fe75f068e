import { type AgreementStatus, agreementStatuses } from '@kontor/contract/agreements/agreements.rules'
import { addMonths, osloDay } from '@kontor/contract/shared/time'
import type { Agreement } from '../agreements.api.ts'

export interface StatusSum {
  readonly status: AgreementStatus
  readonly count: number
  /** The sum in øre, VAT included. */
  readonly total: number
}

const statuses = Object.keys(agreementStatuses) as readonly AgreementStatus[]

/** Returns the number of agreements and the sum of their amounts for each status. */
export const sumsByStatus = (
  agreements: readonly Pick<Agreement, 'status' | 'totalAmount' | 'vatAmount'>[],
): StatusSum[] =>
  statuses.map((status) => {
    const having = agreements.filter((agreement) => agreement.status === status)
    const total = having.reduce((sum, { totalAmount, vatAmount }) => sum + totalAmount + vatAmount, 0)
    return { status, count: having.length, total }
  })

/** Counts of a month's agreements: `accepted` and `rejected` by the day of the answer, `open` by the day of the last sending. */
export interface MonthFigures {
  /** `YYYY-MM` */
  readonly month: string
  readonly accepted: number
  readonly rejected: number
  readonly open: number
}

export type Outcome = keyof Omit<MonthFigures, 'month'>

type Answered = Pick<Agreement, 'status' | 'sentAt' | 'respondedAt'>

const outcomeOf = ({ status, sentAt, respondedAt }: Answered): { outcome: Outcome; at: string | null } | null => {
  if (status === 'accepted' || status === 'rejected') return { outcome: status, at: respondedAt }
  return status === 'draft' ? null : { outcome: 'open', at: sentAt }
}

/** Returns the figures of the last `months` months in Norway; the current month is last. */
export const figuresByMonth = (agreements: readonly Answered[], now: string, months = 12): MonthFigures[] => {
  const firstOfMonth = `${osloDay(now).slice(0, 7)}-01`
  const counted = Array.from({ length: months }, (_, index) => ({
    month: addMonths(firstOfMonth, index - months + 1).slice(0, 7),
    ...{ accepted: 0, rejected: 0, open: 0 },
  }))
  const byMonth = new Map(counted.map((figures) => [figures.month, figures]))
  for (const agreement of agreements) {
    const found = outcomeOf(agreement)
    const figures = found?.at ? byMonth.get(osloDay(found.at).slice(0, 7)) : undefined
    if (found && figures) figures[found.outcome] += 1
  }
  return counted
}
