import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { atLeast, createdAt, instant, norwegianText, oneOf, version } from '../../platform/database/columns.ts'

/** `sequence` counts the changes that calendars must take over (iCalendar's SEQUENCE); the iCalendar uid comes from `id`. */
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
    /** Of the form, so that later mails speak it too. */
    language: text({ enum: languages }).notNull().default('no'),
    suspect: boolean().notNull().default(false),
    /** Tells a repeated submission: made of the form's mark and the texts. None when the client sent no mark. */
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
