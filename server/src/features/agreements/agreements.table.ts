import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
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
import { conditions } from '../conditions/conditions.table.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { products } from '../products/products.table.ts'

const statuses = ['draft', 'sent', 'accepted', 'rejected', 'pending_contact'] as const

/**
 * Amounts in øre without VAT; `validUntil` is a calendar day in Europe/Oslo, included. An accepted agreement is archived
 * instead of deleted: `archivedAt` hides the row. A customer with agreements cannot be deleted under them.
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
    status: text().$type<(typeof statuses)[number]>().notNull().default('draft'),
    signatureToken: text('signature_token').unique('agreements_signature_token_unique'),
    responseToken: text('response_token').notNull().unique('agreements_response_token_unique'),
    totalAmount: ore('total_amount').notNull().default(0),
    vatAmount: ore('vat_amount').notNull().default(0),
    vatRate: vatRate(),
    validUntil: date('valid_until', { mode: 'string' }),
    sentAt: instant('sent_at'),
    respondedAt: instant('responded_at'),
    customerResponse: text('customer_response'),
    archivedAt: instant('archived_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    oneOf('agreements_status_check', table.status, statuses),
    atLeast('agreements_total_amount_check', table.totalAmount, 0),
    atLeast('agreements_vat_amount_check', table.vatAmount, 0),
    percentage('agreements_vat_rate_check', table.vatRate),
    index('agreements_created_at_index').on(table.createdAt, table.id),
    index('agreements_customer_index').on(table.customerId),
    index('agreements_contact_person_index').on(table.contactPersonId),
  ],
)

/** A line keeps its own text and price: a product that is deleted only loses its link. `unitPrice` and `totalPrice` in øre. */
export const agreementProducts = pgTable(
  'agreement_products',
  {
    id: uuid().primaryKey().defaultRandom(),
    agreementId: uuid('agreement_id')
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    productId: integer('product_id').references(() => products.id, { onDelete: 'set null' }),
    description: text().notNull(),
    quantity: integer().notNull().default(1),
    unitPrice: ore('unit_price').notNull(),
    vatRate: vatRate().notNull().default(25),
    totalPrice: ore('total_price').notNull(),
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

/** A condition as it was attached: a copy, so that later edits or deletion of the condition never change what was sent. */
export const agreementConditions = pgTable(
  'agreement_conditions',
  {
    id: uuid().primaryKey().defaultRandom(),
    agreementId: uuid('agreement_id')
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
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
