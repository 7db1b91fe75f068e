import { lostStatus } from '@kontor/contract/leads/leads.rules'
import { and, desc, eq, lte, ne } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { leads } from './leads.table.ts'

const isDue = (owner: number, today: string) =>
  and(eq(leads.owner_id, owner), lte(leads.next_step_at, today), ne(leads.status, lostStatus))

/** Lists a user's leads whose next step is overdue or due today, oldest first. If there are more than `limit`, leaves out the oldest. */
export const listDueLeads = async (
  db: Queryable,
  owner: number,
  { today, limit }: { readonly today: string; readonly limit: number },
) => {
  const newestFirst = await db
    .select({
      id: leads.id,
      company_name: leads.company_name,
      contact_name: leads.contact_name,
      phone: leads.phone,
      next_step: leads.next_step,
      next_step_at: leads.next_step_at,
    })
    .from(leads)
    .where(isDue(owner, today))
    .orderBy(desc(leads.next_step_at), desc(leads.id))
    .limit(limit)
  return newestFirst.toReversed()
}

export type DueLead = Awaited<ReturnType<typeof listDueLeads>>[number]

export const countDueLeads = (db: Queryable, owner: number, today: string): Promise<number> =>
  db.$count(leads, isDue(owner, today))
