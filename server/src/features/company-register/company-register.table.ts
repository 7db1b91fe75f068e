import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'

/** The state at the last check. For a company removed on legal grounds, only the number and `deleted` are kept. */
export const companyStates = pgTable('company_states', {
  organizationNumber: text('organization_number').primaryKey(),
  name: text(),
  /** Former names in lower case, from the register's history and from earlier checks. */
  formerNames: text('former_names').array().notNull().default([]),
  /** The time when the nightly checks noticed a changed name; null if none has been noticed. */
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
