import { contactPersonFields, customerFields } from '@kontor/contract/customers/customers.fields'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { addressKeyOf } from '../../platform/database/addresses.ts'
import { createdAt, inNameOrder, instant, norwegianText, updatedAt, version } from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import { searchText } from '../../platform/database/search.ts'

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
    /** The creator's name at the time of creation; null if an older version of Kontor created the customer. See `Origin`. */
    createdBy: text('created_by').default(sql`(nullif(current_setting('kontor.origin', true), '')::jsonb ->> 'actor')`),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    searchText: searchText(
      ['name', 'email', 'organization_number', 'industry', 'city', 'phone'],
      ['phone', 'organization_number'],
    ),
  },
  (table) => [
    index('customers_name_index').on(inNameOrder(table.name), table.id),
    index('customers_organization_number_index').on(table.organizationNumber),
    index('customers_email_index').on(addressKeyOf(table.email)),
    index('customers_search_index').using('gin', table.searchText.op('gin_trgm_ops')),
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
    searchText: searchText(
      [`(first_name || ' ' || last_name)`, 'email', 'telephone', 'mobile_phone'],
      ['telephone', 'mobile_phone'],
    ),
  },
  (table) => [
    index('contact_persons_customer_index').on(table.customerId, table.lastName, table.firstName),
    index('contact_persons_search_index').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
)

export const customerData = declarePersonalData(
  customers,
  { fields: customerFields, withheld: ['createdBy', 'searchText'], other: ['archivedAt', 'createdAt', 'updatedAt'] },
  { event: 'customer', names: [['name'], ['phone']] },
)

export const contactPersonData = declarePersonalData(
  contactPersons,
  { fields: contactPersonFields, withheld: ['searchText'], other: ['createdAt', 'updatedAt'] },
  {
    event: 'contact-person',
    under: 'customer',
    parents: { customer: 'customer_id' },
    alone: true,
    names: [['firstName', 'lastName'], ['telephone'], ['mobilePhone']],
  },
)
