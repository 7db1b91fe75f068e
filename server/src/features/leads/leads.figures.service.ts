import type { LeadFigures } from '@kontor/contract/leads/leads.figures.schema'
import { figureWeeks, leadStages } from '@kontor/contract/leads/leads.rules'
import { addOsloDays, daysBetween, osloDay, startOfOsloDay } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import * as queries from './leads.figures.queries.ts'

const daysAfter = (day: string, days: number): string => osloDay(addOsloDays(startOfOsloDay(day), days))

/** An arbitrary Monday in the past. */
const aMonday = '2024-01-01'

/** Returns the Mondays of the last `figureWeeks` weeks, oldest first. The last one is this week's Monday. */
const lastMondays = (today: string): string[] => {
  const monday = daysAfter(today, -(daysBetween(aMonday, today) % 7))
  return Array.from({ length: figureWeeks }, (_, index) => daysAfter(monday, (index + 1 - figureWeeks) * 7))
}

export const readFigures = async (db: Queryable, now: Date): Promise<LeadFigures> => {
  const today = osloDay(now.toISOString())
  const mondays = lastMondays(today)
  const since = startOfOsloDay(mondays[0] ?? today)
  const [furthest, leads, customers, overdue, lost] = await Promise.all([
    queries.countFurthestStages(db),
    queries.countNewLeads(db, since),
    queries.countNewCustomers(db, since),
    queries.countOverdue(db, today),
    queries.countLostReasons(db),
  ])
  const reachedFrom = (first: number): number =>
    leadStages.slice(first).reduce((sum, stage) => sum + (furthest.get(stage) ?? 0), 0)
  return {
    funnel: leadStages.map((stage, index) => ({ stage, reached: reachedFrom(index) })),
    weeks: mondays.map((week) => ({ week, leads: leads.get(week) ?? 0, customers: customers.get(week) ?? 0 })),
    overdue,
    lost,
  }
}
