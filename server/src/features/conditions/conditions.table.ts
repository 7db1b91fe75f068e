import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, norwegianText, updatedAt, version } from '../../platform/database/columns.ts'

export const conditions = pgTable(
  'conditions',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: norwegianText().notNull(),
    content: text().notNull(),
    category: norwegianText().notNull().default('general'),
    isActive: boolean('is_active').notNull().default(true),
    isDefault: boolean('is_default').notNull().default(false),
    sortOrder: integer('sort_order').notNull().default(0),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('conditions_sort_order_index').on(table.sortOrder, table.id)],
)
