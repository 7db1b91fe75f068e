import {
  emailDeliveries,
  emailSubjectDefaults,
  emailTypes,
  type TemplateLanguage,
  templateLanguages,
} from '@kontor/contract/emails/emails.rules'
import type { EmailTry } from '@kontor/contract/emails/emails.schema'
import { type SQL, sql } from 'drizzle-orm'
import { type AnyPgColumn, boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { addressKeyOf } from '../../platform/database/addresses.ts'
import { atLeast, createdAt, instant, oneOf, updatedAt, version } from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import type { SecretToMake, StoredAttachment } from '../../platform/mail/mail-hooks.ts'

export const emailTemplates = pgTable(
  'email_templates',
  {
    id: uuid().primaryKey().defaultRandom(),
    type: text().$type<'contact' | 'webinar'>().notNull(),
    language: text().$type<TemplateLanguage>().notNull().default('no'),
    subject: text().notNull(),
    content: text().notNull(),
    isActive: boolean('is_active').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf('email_templates_type_check', table.type, ['contact', 'webinar']),
    oneOf('email_templates_language_check', table.language, Object.keys(templateLanguages)),
    uniqueIndex('email_templates_active_type_unique').on(table.type, table.language).where(sql`${table.isActive}`),
  ],
)

/** At most one row; without it, the defaults apply. */
export const emailSettings = pgTable(
  'email_settings',
  {
    id: uuid().primaryKey().defaultRandom(),
    contactSubject: text('contact_subject').notNull().default(emailSubjectDefaults.contact),
    webinarSubject: text('webinar_subject').notNull().default(emailSubjectDefaults.webinar),
    fromEmail: text('from_email').notNull(),
    fromName: text('from_name').notNull(),
    /** The address that gets the notices until `fromEmail` is confirmed by its mailed code; null if it is confirmed. */
    noticesTo: text('notices_to'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  () => [uniqueIndex('email_settings_single_unique').on(sql`(true)`)],
)

/** Condition: delivery is over, with or without success. The index and the queries must use the same expression. */
export const settledMail = ({ delivery }: { delivery: AnyPgColumn }): SQL =>
  sql`${delivery} in ('stored', 'sent', 'failed')`

/** Condition: delivery isn't over (the opposite of `settledMail`). It is written so that an index applies. */
export const pendingMail = ({ delivery }: { delivery: AnyPgColumn }): SQL => sql`${delivery} in ('queued', 'retrying')`

interface SearchedColumns {
  readonly to: AnyPgColumn
  readonly from: AnyPgColumn
  readonly subject: AnyPgColumn
  readonly errorMessage: AnyPgColumn
}

/** The searched text in lower case, with a bytewise collation. The index and the queries must use the same expression. */
export const mailSearchText = ({ to, from, subject, errorMessage }: SearchedColumns): SQL =>
  sql`lower((${to} || E'\\n' || ${from} || E'\\n' || ${subject} || E'\\n' || coalesce(${errorMessage}, '')) collate "nb-x-icu") collate "C"`

/**
 * The outbox and its history: a row is written in the transaction that causes the mail. `to` and `from` are bare addresses.
 * `htmlContent`, `textContent` and `attachments` are null once the content was deleted.
 */
export const emailLogs = pgTable(
  'email_logs',
  {
    id: text().primaryKey().default(sql`gen_random_uuid()::text`),
    to: text('to_address').notNull(),
    from: text('from_address').notNull(),
    fromName: text('from_name').notNull(),
    replyTo: text('reply_to'),
    cc: text().array().notNull().default(sql`'{}'`),
    subject: text().notNull(),
    htmlContent: text('html_content'),
    textContent: text('text_content'),
    attachments: jsonb().$type<readonly StoredAttachment[]>(),
    /** Names the secret that replaces `secretPlaceholder` at delivery. The secret itself is never stored. */
    secret: jsonb().$type<SecretToMake>(),
    type: text().$type<keyof typeof emailTypes>().notNull(),
    /** The author; null for automatic mails. */
    author: text(),
    /** The Message-IDs of the conversation that this mail continues, oldest first. */
    thread: text().array().notNull().default(sql`'{}'`),
    delivery: text().$type<keyof typeof emailDeliveries>().notNull().default('queued'),
    attempts: integer().notNull().default(0),
    errorMessage: text('error_message'),
    tries: jsonb().$type<readonly EmailTry[]>().notNull().default([]),
    resendOf: text('resend_of').references((): AnyPgColumn => emailLogs.id, { onDelete: 'set null' }),
    relatedId: text('related_id'),
    messageId: text('message_id').notNull().unique('email_logs_message_id_unique'),
    sentAt: instant('sent_at'),
    createdAt: createdAt(),
  },
  (table) => [
    oneOf('email_logs_type_check', table.type, Object.keys(emailTypes)),
    oneOf('email_logs_delivery_check', table.delivery, Object.keys(emailDeliveries)),
    atLeast('email_logs_attempts_check', table.attempts, 0),
    index('email_logs_created_at_index').on(table.createdAt, table.id),
    index('email_logs_delivery_index').on(table.delivery, table.createdAt, table.id),
    // Finds the last delivery. Leaves out undelivered mails, so that each mail enters the index once.
    index('email_logs_sent_index').on(table.delivery, table.sentAt).where(sql`${table.sentAt} is not null`),
    index('email_logs_type_index').on(table.type, table.createdAt, table.id),
    // Leaves out pending mails, whose rows change with each attempt: this index is the most expensive to write.
    index('email_logs_search_index')
      .using('gin', sql`(${mailSearchText(table)}) gin_trgm_ops`)
      .where(settledMail(table)),
    index('email_logs_related_index').on(table.relatedId),
    index('email_logs_recipient_index').on(addressKeyOf(table.to), table.type, table.createdAt),
    index('email_logs_resend_of_index').on(table.resendOf),
  ],
)

export const mailData = declarePersonalData(
  emailLogs,
  {
    addresses: ['to', 'replyTo'],
    copies: ['cc'],
    person: ['subject', 'htmlContent', 'textContent', 'attachments', 'errorMessage', 'tries'],
    withheld: ['secret', 'thread', 'messageId'],
    other: ['id', 'from', 'fromName', 'type', 'author', 'delivery', 'resendOf', 'relatedId', 'sentAt', 'createdAt'],
  },
  { event: 'email', parents: { contact: 'related_id', registration: 'related_id', agreement: 'related_id' } },
)
