import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant, norwegianText, updatedAt, version } from '../../platform/database/columns.ts'

/** A customer with an accepted agreement is archived instead of deleted: `archivedAt` hides the row. */
export const customers = pgTable(
  'customers',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: norwegianText().notNull(),
    email: text().notNull(),
    phone: text(),
    website: text(),
    organizationNumber: text('organization_number'),
    industry: norwegianText(),
    description: text(),
    isActive: boolean('is_active').notNull().default(true),
    customer_Type: text('customer_type'),
    address: text(),
    postCode: text('post_code'),
    city: norwegianText(),
    location: text(),
    archivedAt: instant('archived_at'),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('customers_name_index').on(table.name, table.id),
    index('customers_organization_number_index').on(table.organizationNumber),
    index('customers_email_index').on(sql`lower(${table.email})`),
    index('customers_search_index').using(
      'gin',
      table.name.op('gin_trgm_ops'),
      table.email.op('gin_trgm_ops'),
      table.organizationNumber.op('gin_trgm_ops'),
      table.industry.op('gin_trgm_ops'),
      table.city.op('gin_trgm_ops'),
    ),
  ],
)

export const contactPersons = pgTable(
  'contact_persons',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    customerId: integer('customer_id')
      .notNull()
      .references(() => customers.id, { onDelete: 'cascade' }),
    firstName: norwegianText('first_name').notNull(),
    lastName: norwegianText('last_name').notNull(),
    email: text().notNull(),
    telephone: text(),
    mobilePhone: text('mobile_phone'),
    note: text(),
    isActive: boolean('is_active').notNull().default(true),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('contact_persons_customer_index').on(table.customerId, table.lastName, table.firstName)],
)
