import { type CompanyFacts, photoFormats } from '@kontor/contract/company/company.rules'
import { sql } from 'drizzle-orm'
import { integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { bytes, createdAt, oneOf, updatedAt, version } from '../../platform/database/columns.ts'

/** At most one row; without it, the default facts apply. */
export const company = pgTable(
  'company',
  {
    id: uuid().primaryKey().defaultRandom(),
    facts: jsonb().$type<CompanyFacts>().notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [uniqueIndex('company_single_unique').on(sql`(true)`)],
)

/** Photos of the team; `company.facts` refers to them. */
export const companyPhotos = pgTable('company_photos', {
  id: uuid().primaryKey().defaultRandom(),
  createdAt: createdAt(),
})

/** A photo in one size and format. */
export const companyPhotoFiles = pgTable(
  'company_photo_files',
  {
    photoId: uuid('photo_id')
      .notNull()
      .references(() => companyPhotos.id, { onDelete: 'cascade' }),
    width: integer().notNull(),
    format: text().$type<(typeof photoFormats)[number]>().notNull(),
    content: bytes().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.photoId, table.width, table.format] }),
    oneOf('company_photo_files_format_check', table.format, photoFormats),
  ],
)
