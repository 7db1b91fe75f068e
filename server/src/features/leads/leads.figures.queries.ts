import { type LeadStage, type LeadStatus, leadStages, lostStatus } from '@kontor/contract/leads/leads.rules'
import { and, count, desc, eq, gte, lt, ne, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { users } from '../users/users.table.ts'
import { leadStatusChanges, leads } from './leads.table.ts'

/** Returns the position of a status in the pipeline, from 1; 0 for the status of lost leads. */
const stageOf = (status: PgColumn | SQL): SQL =>
  sql`coalesce(array_position(${sql.param([...leadStages])}::text[], ${status}), 0)`

/** Counts the leads by the furthest stage that they reached, from their current status and all earlier ones. */
export const countFurthestStages = async (db: Queryable): Promise<ReadonlyMap<LeadStage, number>> => {
  const { rows } = await db.execute<{ stage: number; n: number }>(sql`
    select greatest(1, ${stageOf(leads.status)}, coalesce(earlier.stage, 0)) as stage, count(*)::int as n
    from ${leads}
    left join (
      select lead_id, max(greatest(${stageOf(sql`from_status`)}, ${stageOf(sql`to_status`)})) as stage
      from ${leadStatusChanges} group by lead_id) earlier on earlier.lead_id = ${leads.id}
    group by 1`)
  return new Map(rows.flatMap(({ stage, n }) => (leadStages[stage - 1] ? [[leadStages[stage - 1] ?? 'Ny', n]] : [])))
}

/** Returns the Monday of a moment's week in Norway. */
const mondayOf = (moment: PgColumn): SQL<string> =>
  sql<string>`to_char(date_trunc('week', ${moment} at time zone 'Europe/Oslo'), 'YYYY-MM-DD')`

type ByWeek = ReadonlyMap<string, number>

const byWeek = (rows: readonly { readonly week: string; readonly n: number }[]): ByWeek =>
  new Map(rows.map(({ week, n }) => [week, n]))

/** Counts new leads by week since a moment. */
export const countNewLeads = async (db: Queryable, since: string): Promise<ByWeek> =>
  byWeek(
    await db
      .select({ week: mondayOf(leads.created_at), n: count() })
      .from(leads)
      .where(gte(leads.created_at, since))
      .groupBy(sql`1`),
  )

/** Counts leads that became customers, by week since a moment. A lead counts once per week. */
export const countNewCustomers = async (db: Queryable, since: string): Promise<ByWeek> => {
  const customer: LeadStatus = 'Kunde'
  return byWeek(
    await db
      .select({
        week: mondayOf(leadStatusChanges.changedAt),
        n: sql<number>`count(distinct ${leadStatusChanges.leadId})::int`,
      })
      .from(leadStatusChanges)
      .where(and(eq(leadStatusChanges.to, customer), gte(leadStatusChanges.changedAt, since)))
      .groupBy(sql`1`),
  )
}

export const countOverdue = (db: Queryable, today: string) =>
  db
    .select({ owner: users.username, leads: count() })
    .from(leads)
    .leftJoin(users, eq(users.id, leads.owner_id))
    .where(and(lt(leads.next_step_at, today), ne(leads.status, lostStatus)))
    .groupBy(users.id)
    .orderBy(desc(count()), users.username)

/** Maximum number of reasons to count, since imports may contain any number of different texts. */
const maxReasons = 30

export const countLostReasons = (db: Queryable) =>
  db
    .select({ reason: leads.lost_reason, leads: count() })
    .from(leads)
    .where(eq(leads.status, lostStatus))
    .groupBy(leads.lost_reason)
    .orderBy(desc(count()), leads.lost_reason)
    .limit(maxReasons)
