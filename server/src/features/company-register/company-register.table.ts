import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'

/**
 * What the company register said of a company when the watch last asked. Of one that was removed on legal grounds nothing but
 * that it is gone is kept.
 */
export const companyStates = pgTable('company_states', {
  organizationNumber: text('organization_number').primaryKey(),
  name: text(),
  /** Earlier names: the register's own history, and what the watch has seen. */
  formerNames: text('former_names').array().notNull().default([]),
  /** When the watch noticed another name, or address, than before. */
  nameChangedAt: instant('name_changed_at'),
  address: text(),
  postCode: text('post_code'),
  city: text(),
  addressChangedAt: instant('address_changed_at'),
  bankruptcy: boolean().notNull().default(false),
  underLiquidation: boolean('under_liquidation').notNull().default(false),
  deleted: boolean().notNull().default(false),
  checkedAt: instant('checked_at').notNull(),
})
