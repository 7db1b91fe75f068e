import { auditMonths } from '@kontor/contract/audit-events/audit-events.rules'
import {
  type AuditEvent,
  type AuditFilter,
  auditRetentionSchema,
} from '@kontor/contract/audit-events/audit-events.schema'
import { addOsloDays, startOfOsloDay } from '@kontor/contract/shared/time'
import { and, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import { auditEvents } from '../../platform/audit/audit-events.table.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { hasWords } from '../../platform/database/search.ts'
import { defineSetting } from '../../platform/database/system-settings.queries.ts'

const columns = {
  id: auditEvents.id,
  at: auditEvents.at,
  actor: auditEvents.actor,
  actorKind: auditEvents.actorKind,
  address: auditEvents.address,
  action: auditEvents.action,
  kind: auditEvents.kind,
  entityId: auditEvents.entityId,
  title: auditEvents.title,
  before: auditEvents.before,
  after: auditEvents.after,
}

const endOfOsloDay = (day: string): string => startOfOsloDay(addOsloDays(`${day}T12:00:00Z`, 1).slice(0, 10))

const matches = ({ q, actor, kind, action, from, to }: Partial<AuditFilter>) =>
  and(
    q ? hasWords(auditEvents.searchText, q) : undefined,
    actor ? eq(auditEvents.actor, actor) : undefined,
    kind ? eq(auditEvents.kind, kind) : undefined,
    action ? eq(auditEvents.action, action) : undefined,
    from ? gte(auditEvents.at, startOfOsloDay(from)) : undefined,
    to ? lt(auditEvents.at, endOfOsloDay(to)) : undefined,
  )

const newestFirst = [desc(auditEvents.at), desc(auditEvents.id)] as const

export const countAuditEvents = (db: Queryable, filter: Partial<AuditFilter>): Promise<number> =>
  db.$count(auditEvents, matches(filter))

export const listAuditEvents = (
  db: Queryable,
  filter: AuditFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AuditEvent[]> => {
  const page = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(matches(filter))
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset)
  // Reads the values, which may be large, only for the page's rows.
  return db
    .select(columns)
    .from(auditEvents)
    .where(inArray(auditEvents.id, page))
    .orderBy(...newestFirst)
}

/** Lists events older than `last`, newest first. */
export const listAuditEventsAfter = (
  db: Queryable,
  filter: AuditFilter,
  last: Pick<AuditEvent, 'at' | 'id'> | undefined,
  limit: number,
): Promise<AuditEvent[]> =>
  db
    .select(columns)
    .from(auditEvents)
    .where(
      and(
        matches(filter),
        last && sql`(${auditEvents.at}, ${auditEvents.id}) < (${last.at}::timestamptz, ${last.id}::bigint)`,
      ),
    )
    .orderBy(...newestFirst)
    .limit(limit)

/** Lists up to 500 actors by name. Reads one index entry for each (a loose index scan). */
export const listAuditActors = async (db: Queryable): Promise<string[]> => {
  const { rows } = await db.execute<{ actor: string }>(sql`
    with recursive actors as (
      (select ${auditEvents.actor} from ${auditEvents} order by ${auditEvents.actor} limit 1)
      union all
      select (select ${auditEvents.actor} from ${auditEvents} where ${auditEvents.actor} > actors.actor order by ${auditEvents.actor} limit 1)
      from actors where actors.actor is not null)
    select actor from actors where actor is not null limit 500`)
  return rows.map(({ actor }) => actor)
}

/** The setting for how long events are kept. */
export const auditRetention = defineSetting('audit_retention', auditRetentionSchema, { months: auditMonths.default })
