import type { AuditAction } from '@kontor/contract/audit-events/audit-events.rules'
import type { RecordKind } from '@kontor/contract/shared/records'
import { and, eq, gt, isNull, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../database/database.ts'
import { currentOrigin } from '../database/origin.ts'
import { hasRows } from '../database/rows.ts'
import { currentContext } from '../request-context.ts'
import { auditEvents } from './audit-events.table.ts'

/** An event that isn't the change of a row: triggers record changes of rows. */
export interface AuditEvent {
  readonly action: AuditAction
  readonly kind: RecordKind
  readonly id?: string | number | undefined
  readonly title?: string | undefined
  /** The values before the event, by the names that `facts` uses. */
  readonly former?: Readonly<Record<string, unknown>>
  /** The values after the event, by column or name. Never secrets. */
  readonly facts?: Readonly<Record<string, unknown>>
  /** If true, also logs the event as a warning. */
  readonly security?: boolean
  /** If true, the event is skipped if its actor did the same from the same address in the last minute: repeated attempts must not fill the trail. */
  readonly throttled?: boolean
  /** The user of an event without a session, such as a login. */
  readonly actor?: { readonly name: string; readonly id: number | null; readonly kind: 'user' | 'admin' | 'visitor' }
}

const wasJustRecorded = (db: Queryable, action: AuditAction, actor: string, address: string | null): Promise<boolean> =>
  hasRows(
    db
      .select({ id: auditEvents.id })
      .from(auditEvents)
      .where(
        and(
          gt(auditEvents.at, sql`now() - interval '1 minute'`),
          eq(auditEvents.action, action),
          eq(auditEvents.actor, actor),
          address === null ? isNull(auditEvents.address) : eq(auditEvents.address, address),
        ),
      )
      .limit(1),
  )

/**
 * Adds an event to the audit trail: what happened, by whom and from where. User and address come from the request. Call it in the transaction of
 * the recorded change. For example: `recordEvent(tx, { action: 'factor-added', kind: 'user', id, title: username, security: true })`.
 */
export const recordEvent = async (db: Queryable, event: AuditEvent): Promise<void> => {
  const { action, kind, id, title, former, facts, security = false, throttled = false, actor } = event
  const origin = currentOrigin()
  const known = origin?.actorKind === 'user' || origin?.actorKind === 'admin'
  const name = actor?.name ?? origin?.actor ?? 'Kontor'
  // Visitors' addresses are stored only for security events.
  const address = known || security ? (origin?.address ?? null) : null
  if (throttled && (await wasJustRecorded(db, action, name, address))) return
  await db.insert(auditEvents).values({
    actor: name,
    actorId: actor ? actor.id : (origin?.actorId ?? null),
    actorKind: actor?.kind ?? origin?.actorKind ?? 'system',
    address,
    requestId: currentContext()?.requestId ?? null,
    action,
    kind,
    entityId: id === undefined ? null : String(id),
    title: title?.slice(0, 300) ?? null,
    before: former ?? null,
    after: facts ?? null,
  })
  if (security) logSecurityEvent({ action, kind, id, by: name })
}

interface SecurityEvent extends Pick<AuditEvent, 'action' | 'kind' | 'id'> {
  /** The name of the user who acts, if it isn't that of the request's session. */
  readonly by?: string
  /** The settings that were changed. Never names or addresses of people. */
  readonly values?: Readonly<Record<string, string | number | boolean>>
}

/** Logs a security event as a warning. Call it only for events that `recordEvent` or a trigger has added to the audit trail. */
export const logSecurityEvent = ({ action, kind, id, by, values }: SecurityEvent): void => {
  const origin = currentOrigin()
  const details = { event: action, kind, id, ...values, actor: by ?? origin?.actor, address: origin?.address }
  origin?.log?.warn(details, 'security event')
}

/**
 * Records that rows at the end of their retention period were deleted; does nothing if there were none. Call it in the transaction of the
 * deletion.
 */
export const recordPurged = async (tx: Queryable, kind: RecordKind, deleted: number): Promise<void> => {
  if (deleted > 0) await recordEvent(tx, { action: 'purged', kind, facts: { deleted } })
}

const setMode = async (tx: Queryable, mode: 'off' | 'restored' | ''): Promise<void> => {
  await tx.execute(sql`select set_config('kontor.audit', ${mode}, true)`)
}

/** Stops the triggers from recording the transaction's row changes one by one. The caller must record one event for all of them. */
export const recordAsOne = (tx: Queryable): Promise<void> => setMode(tx, 'off')

/** Makes the triggers record the transaction's row changes as restorations. */
export const recordAsRestored = (tx: Queryable): Promise<void> => setMode(tx, 'restored')

/** Makes the triggers record each row change again. */
export const recordEach = (tx: Queryable): Promise<void> => setMode(tx, '')

const count = async (db: Queryable, query: SQL): Promise<number> => {
  const { rows } = await db.execute<{ n: number }>(query)
  return rows[0]?.n ?? 0
}

/** Deletes up to 5 000 events from before `until` (ISO 8601); returns how many. */
export const purgeAuditEvents = (db: Queryable, until: string): Promise<number> =>
  count(db, sql`select purge_audit_events(${until}::timestamptz) as n`)
