import { boolean, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { atLeast, createdAt, norwegianText, ore, updatedAt, version } from '../../platform/database/columns.ts'

/** Prices in øre, `grosMargin` in hundredths of a percent. */
export const products = pgTable(
  'products',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    number: norwegianText().notNull(),
    name: norwegianText().notNull(),
    costPrice: ore('cost_price').notNull().default(0),
    grosMargin: integer('gros_margin').notNull().default(0),
    salesPrice: ore('sales_price').notNull().default(0),
    productTax_Id: integer('product_tax_id').notNull().default(0),
    salesPriceIncVat: ore('sales_price_inc_vat').notNull().default(0),
    description: text(),
    comment: text(),
    isActive: boolean('is_active').notNull().default(true),
    type: norwegianText(),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    atLeast('products_cost_price_check', table.costPrice, 0),
    atLeast('products_gros_margin_check', table.grosMargin, 0),
    atLeast('products_sales_price_check', table.salesPrice, 0),
    atLeast('products_product_tax_id_check', table.productTax_Id, 0),
    atLeast('products_sales_price_inc_vat_check', table.salesPriceIncVat, 0),
    index('products_number_index').on(table.number, table.id),
    index('products_name_index').on(table.name, table.id),
  ],
)
