import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, norwegianText, version } from '../../platform/database/columns.ts'

export const contacts = pgTable(
  'contacts',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: norwegianText().notNull(),
    email: text().notNull(),
    company: norwegianText(),
    subject: norwegianText().notNull(),
    message: text().notNull(),
    suspect: boolean().notNull().default(false),
    /** Dedupes repeated submissions: a hash of the form's `submissionId` and the texts; null when the client sent no id. */
    submissionKey: text('submission_key').unique('contacts_submission_key_unique'),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [index('contacts_created_at_index').on(table.createdAt, table.id)],
)
