import type { SiteTexts } from '@kontor/contract/site-editing/site-editing.rules'
import { sql } from 'drizzle-orm'
import { jsonb, pgTable, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { createdAt, updatedAt, version } from '../../platform/database/columns.ts'

/** At most one row; without it, the built-in texts apply. */
export const siteTexts = pgTable(
  'site_texts',
  {
    id: uuid().primaryKey().defaultRandom(),
    texts: jsonb().$type<SiteTexts>().notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [uniqueIndex('site_texts_single_unique').on(sql`(true)`)],
)
