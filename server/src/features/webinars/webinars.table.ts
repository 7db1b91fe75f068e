import { registrationFields } from '@kontor/contract/webinars/webinars.fields'
import { registrationStates, webinarLanguages } from '@kontor/contract/webinars/webinars.rules'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { addressKeyOf } from '../../platform/database/addresses.ts'
import { atLeast, createdAt, instant, norwegianText, oneOf, version } from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'

/**
 * `sequence` is iCalendar's SEQUENCE, incremented when calendars must change; the iCalendar uid comes from `id`. Without a
 * `capacity`, the seats are unlimited.
 */
export const webinars = pgTable(
  'webinars',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: norwegianText().notNull(),
    date: instant().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    durationMinutes: integer('duration_minutes'),
    joinLink: text('join_link'),
    capacity: integer(),
    language: text().$type<keyof typeof webinarLanguages>(),
    description: text(),
    sequence: integer().notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    index('webinars_date_index').on(table.date, table.id),
    atLeast('webinars_sequence_check', table.sequence, 0),
    atLeast('webinars_duration_minutes_check', table.durationMinutes, 1),
    atLeast('webinars_capacity_check', table.capacity, 1),
    oneOf('webinars_language_check', table.language, Object.keys(webinarLanguages)),
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
    state: text().$type<keyof typeof registrationStates>().notNull().default('registered'),
    /** The encrypted token of the registrant's personal link (`platform/mail/link-tokens.queries.ts`). */
    sealedToken: text('token')
      .notNull()
      .unique('webinar_registrations_token_unique')
      .default(sql`replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '')`),
    tokenHash: text('token_hash').unique('webinar_registrations_token_hash_unique'),
    /** The webinar's start at the time of the last reminder; differs from `date` if the webinar was moved since. Null without a reminder. */
    remindedOf: instant('reminded_of'),
    /** The time when the registration lapses unless it is confirmed; null if no confirmation is needed. */
    heldUntil: instant('held_until'),
    /** Identifies a repeated submission: a hash of the form's `submissionId` and the texts. Null when the client sent no id. */
    submissionKey: text('submission_key'),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('webinar_registrations_webinar_email_unique').on(table.webinarId, addressKeyOf(table.email)),
    index('webinar_registrations_webinar_created_at_index').on(table.webinarId, table.createdAt),
    oneOf('webinar_registrations_language_check', table.language, languages),
    oneOf('webinar_registrations_state_check', table.state, Object.keys(registrationStates)),
  ],
)

export const registrationData = declarePersonalData(
  webinarRegistrations,
  {
    fields: registrationFields,
    withheld: ['sealedToken', 'tokenHash', 'submissionKey'],
    other: ['id', 'webinarId', 'language', 'state', 'remindedOf', 'heldUntil', 'createdAt'],
  },
  { event: 'registration', under: 'webinar', alone: true, names: [['name'], ['phone']] },
)
