import {
  type AgreementEventKind,
  type AgreementStatus,
  type AnswerAction,
  type AnswerChannel,
  agreementStatuses,
  answerActions,
  answerChannels,
  eventActors,
  agreementEvents as eventKinds,
} from '@kontor/contract/agreements/agreements.rules'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  atLeast,
  createdAt,
  instant,
  norwegianText,
  oneOf,
  ore,
  percentage,
  updatedAt,
  vatRate,
  version,
} from '../../platform/database/columns.ts'
import type { TableRights } from '../../platform/database/rights.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { products } from '../products/products.table.ts'

/** The server's role only appends evidence: `delete_agreement`, which deletes it, runs with the owner's rights. */
export const agreementRights: TableRights = {
  agreements: ['SELECT', 'INSERT', 'UPDATE'],
  agreement_snapshots: ['SELECT', 'INSERT'],
  agreement_answers: ['SELECT', 'INSERT'],
  agreement_events: ['SELECT', 'INSERT'],
}

/**
 * Amounts in øre without VAT; `validUntil` is a calendar day in Europe/Oslo, inclusive. An accepted agreement is archived
 * instead of deleted: `archivedAt` hides the row. A customer with agreements can't be deleted.
 */
export const agreements = pgTable(
  'agreements',
  {
    id: uuid().primaryKey().defaultRandom(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    contactPersonId: integer('contact_person_id').references(() => contactPersons.id, { onDelete: 'set null' }),
    title: norwegianText().notNull(),
    description: text(),
    status: text().$type<AgreementStatus>().notNull().default('draft'),
    signatureToken: text('signature_token').unique('agreements_signature_token_unique'),
    responseToken: text('response_token').notNull().unique('agreements_response_token_unique'),
    totalAmount: ore('total_amount').notNull().default(0),
    vatAmount: ore('vat_amount').notNull().default(0),
    vatRate: vatRate(),
    validUntil: date('valid_until', { mode: 'string' }),
    sentAt: instant('sent_at'),
    respondedAt: instant('responded_at'),
    customerResponse: text('customer_response'),
    /** This and the next two copy the newest row of `agreementAnswers`, for lists; null while the agreement is open. */
    respondedBy: text('responded_by'),
    answerChannel: text('answer_channel').$type<AnswerChannel>(),
    evidence: text(),
    /** The last recipient. */
    recipientName: text('recipient_name'),
    recipientEmail: text('recipient_email'),
    /** The newest mail about it: an id in `email_logs`. */
    lastMailId: text('last_mail_id'),
    /** Days before `validUntil`; null is off. */
    reminderDays: integer('reminder_days'),
    /** The day of the last reminder, manual or scheduled. */
    remindedOn: date('reminded_on', { mode: 'string' }),
    archivedAt: instant('archived_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf('agreements_status_check', table.status, Object.keys(agreementStatuses)),
    atLeast('agreements_total_amount_check', table.totalAmount, 0),
    atLeast('agreements_vat_amount_check', table.vatAmount, 0),
    percentage('agreements_vat_rate_check', table.vatRate),
    atLeast('agreements_reminder_days_check', table.reminderDays, 1),
    index('agreements_created_at_index').on(table.createdAt, table.id),
    index('agreements_customer_index').on(table.customerId),
    index('agreements_contact_person_index').on(table.contactPersonId),
  ],
)

const agreementId = () =>
  uuid('agreement_id')
    .notNull()
    .references(() => agreements.id, { onDelete: 'cascade' })

/** A line has its own text and price; deleting its product only clears `productId`. `unitPrice` and `totalPrice` in øre. */
export const agreementProducts = pgTable(
  'agreement_products',
  {
    id: uuid().primaryKey().defaultRandom(),
    agreementId: agreementId(),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    description: text().notNull(),
    quantity: integer().notNull().default(1),
    unitPrice: ore('unit_price').notNull(),
    vatRate: vatRate().notNull().default(25),
    totalPrice: ore('total_price').notNull(),
    sortOrder: integer('sort_order').notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    atLeast('agreement_products_quantity_check', table.quantity, 1),
    atLeast('agreement_products_unit_price_check', table.unitPrice, 0),
    percentage('agreement_products_vat_rate_check', table.vatRate),
    check('agreement_products_total_price_check', sql`${table.totalPrice} = ${table.quantity} * ${table.unitPrice}`),
    index('agreement_products_agreement_index').on(table.agreementId, table.createdAt),
    index('agreement_products_product_index').on(table.productId),
  ],
)

/** A copy of a condition, so that later edits or deletion of the original don't change what was sent. */
export const agreementConditions = pgTable(
  'agreement_conditions',
  {
    id: uuid().primaryKey().defaultRandom(),
    agreementId: agreementId(),
    conditionId: integer('condition_id').references(() => conditions.id, { onDelete: 'set null' }),
    name: text().notNull(),
    content: text().notNull(),
    customContent: text('custom_content'),
    sortOrder: integer('sort_order').notNull().default(0),
    version: version(),
    createdAt: createdAt(),
  },
  (table) => [
    index('agreement_conditions_agreement_index').on(table.agreementId, table.sortOrder),
    index('agreement_conditions_condition_index').on(table.conditionId),
  ],
)

/**
 * The texts that the customer was shown: canonical JSON (see `agreements.evidence.ts`), numbered from 1 per agreement. Triggers
 * make rows immutable; they are deleted with their agreement only (docs/decisions/0021).
 */
export const agreementSnapshots = pgTable(
  'agreement_snapshots',
  {
    id: uuid().primaryKey().defaultRandom(),
    agreementId: agreementId(),
    number: integer().notNull(),
    content: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    unique('agreement_snapshots_number_unique').on(table.agreementId, table.number),
    atLeast('agreement_snapshots_number_check', table.number, 1),
  ],
)

/** Answers, each to one snapshot, with the SHA-256 of both and the time. Immutable like snapshots. */
export const agreementAnswers = pgTable(
  'agreement_answers',
  {
    id: uuid().primaryKey().defaultRandom(),
    agreementId: agreementId(),
    snapshotId: uuid('snapshot_id')
      .notNull()
      .references(() => agreementSnapshots.id, { onDelete: 'cascade' }),
    action: text().$type<AnswerAction>().notNull(),
    message: text(),
    name: text(),
    channel: text().$type<AnswerChannel>().notNull(),
    answeredAt: instant('answered_at').notNull(),
    evidence: text().notNull(),
  },
  (table) => [
    oneOf('agreement_answers_action_check', table.action, Object.keys(answerActions)),
    oneOf('agreement_answers_channel_check', table.channel, Object.keys(answerChannels)),
    index('agreement_answers_agreement_index').on(table.agreementId, table.answeredAt),
    index('agreement_answers_snapshot_index').on(table.snapshotId),
  ],
)

/** The timeline. Immutable like snapshots, except `address` and `userAgent`, which are blanked to erase a person. */
export const agreementEvents = pgTable(
  'agreement_events',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    agreementId: agreementId(),
    kind: text().$type<AgreementEventKind>().notNull(),
    actor: text().$type<keyof typeof eventActors>().notNull(),
    at: instant().notNull(),
    detail: text(),
    recipientName: text('recipient_name'),
    recipientEmail: text('recipient_email'),
    action: text().$type<AnswerAction>(),
    channel: text().$type<AnswerChannel>(),
    address: text(),
    userAgent: text('user_agent'),
  },
  (table) => [
    oneOf('agreement_events_kind_check', table.kind, Object.keys(eventKinds)),
    oneOf('agreement_events_actor_check', table.actor, Object.keys(eventActors)),
    oneOf('agreement_events_action_check', table.action, Object.keys(answerActions)),
    oneOf('agreement_events_channel_check', table.channel, Object.keys(answerChannels)),
    index('agreement_events_agreement_index').on(table.agreementId, table.at, table.id),
    index('agreement_events_recipient_index').on(sql`lower(${table.recipientEmail})`),
  ],
)
