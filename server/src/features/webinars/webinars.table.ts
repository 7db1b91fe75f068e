import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { atLeast, createdAt, instant, norwegianText, oneOf, version } from '../../platform/database/columns.ts'

/** `sequence` is iCalendar's SEQUENCE, incremented when the webinar is moved; the iCalendar uid comes from `id`. */
export const webinars = pgTable(
  'webinars',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: norwegianText().notNull(),
    date: instant().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    sequence: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webinars_date_index').on(table.date, table.id),
    atLeast('webinars_sequence_check', table.sequence, 0),
  ],
)

const languages = ['no', 'en'] as const

export const webinarRegistrations = pgTable(
  'webinar_registrations',
  {
    id: uuid().primaryKey().defaultRandom(),
    webinarId: uuid('webinar_id')
      .notNull()
      .references(() => webinars.id, { onDelete: 'cascade' }),
    name: norwegianText().notNull(),
    email: text().notNull(),
    company: norwegianText(),
    phone: text(),
    /** The language of the form, for later mails. */
    language: text({ enum: languages }).notNull().default('no'),
    suspect: boolean().notNull().default(false),
    /** Dedupes repeated submissions: a hash of the form's `submissionId` and the texts; null when the client sent no id. */
    submissionKey: text('submission_key'),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('webinar_registrations_webinar_email_unique').on(table.webinarId, sql`lower(${table.email})`),
    index('webinar_registrations_webinar_created_at_index').on(table.webinarId, table.createdAt),
    oneOf('webinar_registrations_language_check', table.language, languages),
  ],
)
