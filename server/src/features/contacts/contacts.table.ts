import { contactFields } from '@kontor/contract/contacts/contacts.fields'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { createdAt, instant, norwegianText, oneOf, version } from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import { searchText } from '../../platform/database/search.ts'
import { customers } from '../customers/customers.table.ts'
import { leads } from '../leads/leads.table.ts'

const languages = ['no', 'en'] as const

export const contacts = pgTable(
  'contacts',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: norwegianText().notNull(),
    email: text().notNull(),
    company: norwegianText(),
    subject: norwegianText().notNull(),
    message: text().notNull(),
    /** The language of the form, for the mails to the visitor. */
    language: text({ enum: languages }).notNull().default('no'),
    suspect: boolean().notNull().default(false),
    /** The time when a user replied to the enquiry or marked it as handled; null for a new enquiry. */
    handledAt: instant('handled_at'),
    customerId: integer('customer_id').references(() => customers.id, { onDelete: 'set null' }),
    leadId: integer('lead_id').references(() => leads.id, { onDelete: 'set null' }),
    /** Identifies a repeated submission: a hash of the form's `submissionId` and the texts. Null when the client sent no id. */
    submissionKey: text('submission_key').unique('contacts_submission_key_unique'),
    version: version(),
    createdAt: createdAt(),
    searchText: searchText(['name', 'email', 'company', 'subject', 'message']),
  },
  (table) => [
    index('contacts_created_at_index').on(table.createdAt, table.id),
    index('contacts_search_index').using('gin', table.searchText.op('gin_trgm_ops')),
    index('contacts_new_index').on(table.createdAt).where(sql`${table.handledAt} is null and not ${table.suspect}`),
    index('contacts_customer_index').on(table.customerId),
    index('contacts_lead_index').on(table.leadId),
    oneOf('contacts_language_check', table.language, languages),
  ],
)

/** Replies from the office. The id may come from the client, so that a repeated call doesn't send the reply again. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: uuid().primaryKey().defaultRandom(),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    /** The id of the reply's mail in the mail log. The mail may be deleted before the reply. */
    mailId: text('mail_id'),
    author: text().notNull(),
    subject: norwegianText().notNull(),
    text: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('contact_replies_contact_index').on(table.contactId)],
)

const eventKinds = ['approved', 'handled', 'reopened', 'customer', 'lead'] as const

/** The office's actions on an enquiry, apart from replies. */
export const contactEvents = pgTable(
  'contact_events',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    contactId: uuid('contact_id')
      .notNull()
      .references(() => contacts.id, { onDelete: 'cascade' }),
    kind: text({ enum: eventKinds }).notNull(),
    actor: text().notNull(),
    at: instant().notNull().default(sql`now()`),
  },
  (table) => [
    index('contact_events_contact_index').on(table.contactId),
    oneOf('contact_events_kind_check', table.kind, eventKinds),
  ],
)

export const contactData = declarePersonalData(
  contacts,
  {
    fields: contactFields,
    withheld: ['submissionKey', 'searchText'],
    other: ['id', 'language', 'handledAt', 'createdAt'],
  },
  { event: 'contact', alone: true, names: [['name']] },
)

const ofContact = { parents: { contact: 'contact_id' } }

export const contactReplyData = declarePersonalData(
  contactReplies,
  { person: ['subject', 'text'], other: ['id', 'contactId', 'mailId', 'author', 'createdAt'] },
  ofContact,
)

export const contactEventData = declarePersonalData(
  contactEvents,
  { other: ['contactId', 'kind', 'actor', 'at'] },
  ofContact,
)
