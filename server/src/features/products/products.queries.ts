import type { productUpdateSchema } from '@kontor/contract/products/products.schema'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, desc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, hasRows, oneRow, updateRow } from '../../platform/database/rows.ts'
import type { TrashKind } from '../../platform/trash/trash.ts'
import { products } from './products.table.ts'

// Raw SQL, since products may not import agreements. `products.id` is qualified, since a bare `id` would be that of the line.
const linesOfProduct = sql`from agreement_products where agreement_products.product_id = products.id`

const listColumns = {
  ...getTableColumns(products),
  usageCount: sql<number>`(select count(distinct agreement_id)::integer ${linesOfProduct})`,
}

// Counted in one query: a subquery per product took most of the time with ten thousand products.
const uses = sql`(select product_id, count(distinct agreement_id)::integer as number from agreement_products where product_id is not null group by product_id) as uses`

export const listProducts = (db: Queryable) => {
  const newest = db.select({ id: products.id }).from(products).orderBy(desc(products.id)).limit(maxListRows)
  return db
    .select({ ...listColumns, usageCount: sql<number>`coalesce(uses.number, 0)` })
    .from(products)
    .leftJoin(uses, sql`uses.product_id = products.id`)
    .where(inArray(products.id, newest))
    .orderBy(asc(products.number), asc(products.id))
}

export const findProduct = (db: Queryable, id: number) =>
  firstRow(db.select(listColumns).from(products).where(eq(products.id, id)))

export const insertProduct = (db: Queryable, product: typeof products.$inferInsert) =>
  oneRow(db.insert(products).values(product).returning(listColumns))

export const updateProduct = (db: Queryable, id: number, changes: z.output<typeof productUpdateSchema>) =>
  firstRow(updateRow(db, products, id, changes).returning(listColumns))

/** Returns true if no line of an agreement refers to the product. */
export const isUnusedProduct = (tx: Queryable, id: number): Promise<boolean> =>
  hasRows(
    tx
      .select({ id: products.id })
      .from(products)
      .where(and(eq(products.id, id), sql`not exists (select ${linesOfProduct})`)),
  )

export const deleteProduct = (tx: Queryable, id: number) => deleteRow(tx, products, id)

export const retireProduct = async (db: Queryable, id: number): Promise<void> => {
  await updateRow(db, products, id, { isActive: false }, eq(products.isActive, true))
}

export const productTrash: TrashKind = { kind: 'products', table: products, title: ({ name }) => String(name) }
