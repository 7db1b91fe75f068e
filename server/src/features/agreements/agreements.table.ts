import {
  type AgreementEventKind,
  type AgreementLanguage,
  type AgreementStatus,
  type AgreementVerification,
  type AnswerAction,
  type AnswerChannel,
  agreementLanguages,
  agreementStatuses,
  agreementVerifications,
  answerActions,
  answerChannels,
  defaultReminders,
  eventActors,
  agreementEvents as eventKinds,
} from '@kontor/contract/agreements/agreements.rules'
import type { AgreementTemplateContent } from '@kontor/contract/agreements/agreements.schema'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { TableRights } from '../../platform/access/rights.ts'
import { addressKeyOf } from '../../platform/database/addresses.ts'
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
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import { searchText } from '../../platform/database/search.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { products } from '../products/products.table.ts'

/** The server's role can append evidence, but not delete it. The SQL function `delete_agreement` deletes it with the owner's rights. */
export const agreementRights: TableRights = {
  agreements: ['SELECT', 'INSERT', 'UPDATE'],
  agreement_snapshots: ['SELECT', 'INSERT'],
  agreement_answers: ['SELECT', 'INSERT'],
  agreement_events: ['SELECT', 'INSERT'],
  agreement_evidence: ['SELECT', 'INSERT'],
  agreement_timestamps: ['SELECT', 'INSERT'],
  agreement_sealed_pdfs: ['SELECT', 'INSERT'],
  agreement_sendings: ['SELECT', 'INSERT'],
  agreement_id_tokens: ['SELECT', 'INSERT'],
}

/**
 * Amounts are in øre; `totalAmount` excludes VAT. `validUntil` is a calendar day in Europe/Oslo, inclusive. An accepted agreement is archived
 * instead of deleted: `archivedAt` hides the row. A customer with an accepted agreement can't be deleted.
 */
export const agreements = pgTable(
  'agreements',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Such as `A-2026-0007`: the year in which the agreement was created, and its number in that year (`agreementNumbers`). */
    reference: text().notNull().unique('agreements_reference_unique'),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'restrict' }),
    contactPersonId: integer('contact_person_id').references(() => contactPersons.id, { onDelete: 'set null' }),
    title: norwegianText().notNull(),
    description: text(),
    status: text().$type<AgreementStatus>().notNull().default('draft'),
    signatureToken: text('signature_token').unique('agreements_signature_token_unique'),
    /** The encrypted token of the customer's link (`platform/mail/link-tokens.queries.ts`). */
    sealedToken: text('response_token').notNull().unique('agreements_response_token_unique'),
    tokenHash: text('response_token_hash').unique('agreements_response_token_hash_unique'),
    totalAmount: ore('total_amount').notNull().default(0),
    vatAmount: ore('vat_amount').notNull().default(0),
    vatRate: vatRate(),
    validUntil: date('valid_until', { mode: 'string' }),
    /** The language of the customer's page, the mails and the PDF. */
    language: text().$type<AgreementLanguage>().notNull().default('no'),
    /** The proof of identity that the customer must give. */
    verification: text().$type<AgreementVerification>().notNull().default('link'),
    /** True if a user chose the verification; otherwise the amount decides (`defaultVerification`). */
    verificationChosen: boolean('verification_chosen').notNull().default(true),
    /** The customer's contact in the office; null if it is the company itself. */
    responsibleName: text('responsible_name'),
    responsiblePhone: text('responsible_phone'),
    responsibleEmail: text('responsible_email'),
    sentAt: instant('sent_at'),
    respondedAt: instant('responded_at'),
    customerResponse: text('customer_response'),
    /** This and the next two columns copy the newest row of `agreementAnswers`, for lists; null while the agreement is open. */
    respondedBy: text('responded_by'),
    answerChannel: text('answer_channel').$type<AnswerChannel>(),
    evidence: text(),
    /** The recipient of the last mail with the link. */
    recipientName: text('recipient_name'),
    recipientEmail: text('recipient_email'),
    /** Addresses that got a copy of the last mail with the link. */
    cc: text().array().notNull().default(sql`'{}'`),
    /** The time when the current link was first opened. */
    openedAt: instant('opened_at'),
    /** The newest mail about the agreement: an id in `email_logs`. */
    lastMailId: text('last_mail_id'),
    /** Days before `validUntil` when a reminder is due; null for no such reminder. */
    reminderDays: integer('reminder_days'),
    /** Days from the sending to the first reminder; null for no such reminder. */
    remindAfterDays: integer('remind_after_days'),
    /** Days between reminders; null for only one reminder. */
    remindEveryDays: integer('remind_every_days'),
    /** Scheduled reminders end when `remindersSent`, which also counts manual reminders, reaches this number. */
    remindAtMost: integer('remind_at_most').notNull().default(defaultReminders),
    /** Number of reminders since the sending, scheduled and manual. */
    remindersSent: integer('reminders_sent').notNull().default(0),
    /** The day of the last reminder, manual or scheduled. */
    remindedOn: date('reminded_on', { mode: 'string' }),
    /** The time when the company was notified that the offer expired unanswered. */
    expiryNotedAt: instant('expiry_noted_at'),
    archivedAt: instant('archived_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: searchText(['title', 'reference', 'description']),
  },
  (table) => [
    oneOf('agreements_status_check', table.status, Object.keys(agreementStatuses)),
    atLeast('agreements_total_amount_check', table.totalAmount, 0),
    atLeast('agreements_vat_amount_check', table.vatAmount, 0),
    percentage('agreements_vat_rate_check', table.vatRate),
    atLeast('agreements_reminder_days_check', table.reminderDays, 1),
    oneOf('agreements_language_check', table.language, Object.keys(agreementLanguages)),
    oneOf('agreements_verification_check', table.verification, Object.keys(agreementVerifications)),
    atLeast('agreements_remind_after_days_check', table.remindAfterDays, 1),
    atLeast('agreements_remind_every_days_check', table.remindEveryDays, 1),
    atLeast('agreements_remind_at_most_check', table.remindAtMost, 1),
    index('agreements_created_at_index').on(table.createdAt, table.id),
    index('agreements_customer_index').on(table.customerId),
    index('agreements_contact_person_index').on(table.contactPersonId),
    index('agreements_search_index').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
)

/** The last number that an agreement got in each year. */
export const agreementNumbers = pgTable('agreement_numbers', {
  year: integer().primaryKey(),
  last: integer().notNull(),
})

/** Templates for new agreements: all content but the customer. */
export const agreementTemplates = pgTable(
  'agreement_templates',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: norwegianText().notNull(),
    content: jsonb().$type<AgreementTemplateContent>().notNull(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [uniqueIndex('agreement_templates_name_unique').on(sql`lower(${table.name})`)],
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
 * The texts that the customer was shown: canonical JSON (see `agreements.snapshot.ts`), numbered from 1 per agreement. Triggers
 * make rows immutable. Rows are deleted only with their agreement (docs/signing.md).
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

/** The timeline. Immutable like snapshots, except the columns with personal data, which are blanked or masked to erase a person. */
export const agreementEvents = pgTable(
  'agreement_events',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    agreementId: agreementId(),
    kind: text().$type<AgreementEventKind>().notNull(),
    actor: text().$type<keyof typeof eventActors>().notNull(),
    /** The administrator who acted, if they have an account. */
    author: text(),
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
    index('agreement_events_recipient_index').on(addressKeyOf(table.recipientEmail)),
  ],
)

/**
 * The mails that contained a link. The evidence of an answer lists the mails with the answered link. Rows are deleted
 * only with their agreement; addresses are blanked to erase a person.
 */
export const agreementSendings = pgTable(
  'agreement_sendings',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    agreementId: agreementId(),
    /** SHA-256 of the link's token, in hex. */
    linkHash: text('link_hash').notNull(),
    /** Null once the address was erased. */
    sentTo: text('sent_to'),
    cc: text().array().notNull().default(sql`'{}'`),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    index('agreement_sendings_link_index').on(table.linkHash, table.id),
    index('agreement_sendings_agreement_index').on(table.agreementId),
  ],
)

export const agreementData = declarePersonalData(
  agreements,
  {
    addresses: ['recipientEmail'],
    copies: ['cc'],
    person: ['recipientName', 'respondedBy', 'customerResponse'],
    subject: ['title', 'description'],
    withheld: [
      ...(['signatureToken', 'sealedToken', 'tokenHash', 'searchText', 'lastMailId'] as const),
      ...(['responsibleName', 'responsiblePhone', 'responsibleEmail'] as const),
    ],
    other: [
      ...([
        'id',
        'reference',
        'status',
        'validUntil',
        'language',
        'verification',
        'answerChannel',
        'evidence',
      ] as const),
      ...(['sentAt', 'respondedAt', 'openedAt', 'remindedOn', 'expiryNotedAt', 'archivedAt'] as const),
      ...(['createdAt', 'updatedAt'] as const),
    ],
  },
  { event: 'agreement', parents: { customer: 'customer_id' }, passedOn: true },
)

const ofAgreement = { under: 'agreement', parents: { agreement: 'agreement_id' } } as const

declarePersonalData(
  agreementProducts,
  { subject: ['description'], other: ['id', 'agreementId', 'createdAt'] },
  { event: 'agreement-line', ...ofAgreement },
)

declarePersonalData(
  agreementConditions,
  { subject: ['name', 'content', 'customContent'], other: ['id', 'agreementId', 'createdAt'] },
  { event: 'agreement-condition', ...ofAgreement },
)

declarePersonalData(
  agreementSnapshots,
  { subject: ['content'], other: ['id', 'agreementId', 'createdAt'] },
  ofAgreement,
)

export const agreementEventData = declarePersonalData(
  agreementEvents,
  {
    addresses: ['recipientEmail'],
    person: ['recipientName', 'detail', 'address', 'userAgent'],
    withheld: ['author'],
    other: ['agreementId', 'kind', 'actor', 'at', 'action', 'channel'],
  },
  ofAgreement,
)

export const agreementSendingData = declarePersonalData(
  agreementSendings,
  { copies: ['sentTo', 'cc'], withheld: ['linkHash'], other: ['agreementId', 'sentAt'] },
  { parents: { agreement: 'agreement_id' } },
)
