import type { AuditAction } from '@kontor/contract/audit-events/audit-events.rules'
import type { RecordKind } from '@kontor/contract/shared/records'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, norwegianText, oneOf, plainText } from '../database/columns.ts'

export const actorKinds = ['user', 'admin', 'visitor', 'system'] as const

type Values = Readonly<Record<string, unknown>>

/** The id of the row that an event is about; the index and the queries must use the same expression. */
export const auditedRecord = ({ rowId, entityId }: { rowId: SQLWrapper; entityId: SQLWrapper }): SQL<string | null> =>
  sql<string | null>`coalesce(${rowId}, ${entityId})`

/**
 * The audit trail: what was done, by whom and from where. Triggers on the tables that users change, and `recordEvent`, add rows. Rows are only
 * changed to mask a person's data, and only deleted at the end of their retention period (docs/privacy.md#the-audit-trail).
 */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    at: instant().notNull().default(sql`now()`),
    actor: norwegianText().notNull(),
    /** No foreign key: the id of a deleted user stays. */
    actorId: integer('actor_id'),
    actorKind: text('actor_kind', { enum: actorKinds }).notNull(),
    /** An IP address. Those of visitors are stored only for security events. */
    address: text(),
    requestId: text('request_id'),
    action: text().notNull().$type<AuditAction>(),
    kind: text().notNull().$type<RecordKind>(),
    entityId: text('entity_id'),
    /** The changed row's own id, if `entityId` is the id of a record that the row is a part of. */
    rowId: text('row_id'),
    title: text(),
    /** Former and new values of the columns that changed, or facts about the event. Never secrets. */
    before: jsonb().$type<Values>(),
    after: jsonb().$type<Values>(),
    /** The text to search, in lower case: actor, address, title and the values, without the values' names. */
    searchText: plainText('search_text').generatedAlwaysAs(
      sql.raw(
        String.raw`lower((actor || E'\n' || coalesce(address, '') || E'\n' || coalesce(title, '') || E'\n' || coalesce(jsonb_path_query_array(before, '$.*')::text, '') || E'\n' || coalesce(jsonb_path_query_array(after, '$.*')::text, '')) collate "nb-x-icu")`,
      ),
    ),
  },
  (table) => [
    oneOf('audit_events_actor_kind_check', table.actorKind, actorKinds),
    index('audit_events_at_index').on(table.at, table.id),
    index('audit_events_actor_index').on(table.actor, table.at, table.id),
    index('audit_events_kind_index').on(table.kind, table.at, table.id),
    index('audit_events_entity_index').on(table.kind, table.entityId),
    index('audit_events_record_index').on(table.kind, auditedRecord(table)),
    index('audit_events_search_index').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
)
