import {
  type CallOutcome,
  leadEntryKinds,
  type TimelineField,
} from '@kontor/contract/lead-timeline/lead-timeline.rules'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, oneOf, updatedAt, version } from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import { leads } from '../leads/leads.table.ts'
import { users } from '../users/users.table.ts'

/**
 * Notes and calls, and changes that a trigger on `leads` records (docs/leads.md#history). The author's name is kept as it was, even after
 * the user is deleted. The shared administrator's entries have `byAdmin` and no `authorId`.
 */
export const leadEntries = pgTable(
  'lead_entries',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    leadId: integer('lead_id')
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    kind: text().$type<(typeof leadEntryKinds)[number]>().notNull(),
    text: text(),
    outcome: text().$type<CallOutcome>(),
    field: text().$type<TimelineField>(),
    from: text('from_value'),
    to: text('to_value'),
    author: text(),
    authorId: integer('author_id').references(() => users.id, { onDelete: 'set null' }),
    byAdmin: boolean('by_admin').notNull().default(false),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf('lead_entries_kind_check', table.kind, leadEntryKinds),
    index('lead_entries_lead_index').on(table.leadId, table.createdAt, table.id),
    index('lead_entries_author_index').on(table.authorId),
  ],
)

export const leadEntryData = declarePersonalData(
  leadEntries,
  {
    person: ['text', 'from', 'to'],
    other: ['kind', 'outcome', 'field', 'author', 'createdAt', 'updatedAt'],
  },
  { event: 'lead-entry', under: 'lead', parents: { lead: 'lead_id' } },
)
