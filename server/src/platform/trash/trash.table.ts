import type { NameIn } from '@kontor/contract/shared/records'
import { boolean, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '../database/columns.ts'

/**
 * Deleted entities, kept to be restored (docs/privacy.md#the-trash). `content` is a `TrashContent`; `archived`: the entity's row is still in
 * its table, hidden or inactive.
 */
export const trash = pgTable(
  'trash',
  {
    kind: text().notNull().$type<NameIn<'trash'>>(),
    entityId: text('entity_id').notNull(),
    title: text().notNull(),
    archived: boolean().notNull().default(false),
    deletedAt: instant('deleted_at').notNull(),
    deletedBy: text('deleted_by').notNull(),
    content: jsonb().notNull(),
  },
  (table) => [
    primaryKey({ name: 'trash_key', columns: [table.kind, table.entityId] }),
    index('trash_deleted_at_index').on(table.deletedAt, table.kind, table.entityId),
  ],
)
