import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { products } from './products.table.ts'

type NewProduct = typeof products.$inferInsert

type Editable =
  | 'number'
  | 'name'
  | 'costPrice'
  | 'grosMargin'
  | 'salesPrice'
  | 'productTax_Id'
  | 'salesPriceIncVat'
  | 'description'
  | 'comment'
  | 'isActive'
  | 'type'

export type ProductChanges = { [Field in Editable]?: NewProduct[Field] | undefined } & { version?: number | undefined }

// Raw SQL, since products may not import agreements. Qualified, since a bare `id` would be the line's.
const linesOfProduct = sql`from agreement_products where agreement_products.product_id = products.id`

const listColumns = {
  id: products.id,
  number: products.number,
  name: products.name,
  costPrice: products.costPrice,
  grosMargin: products.grosMargin,
  salesPrice: products.salesPrice,
  productTax_Id: products.productTax_Id,
  salesPriceIncVat: products.salesPriceIncVat,
  description: products.description,
  comment: products.comment,
  isActive: products.isActive,
  type: products.type,
  usageCount: sql<number>`(select count(distinct agreement_id)::integer ${linesOfProduct})`,
  version: products.version,
  createdAt: products.createdAt,
  updatedAt: products.updatedAt,
}

// Counted in one query: a subquery per product took most of the time with ten thousand products.
const uses = sql`(select product_id, count(distinct agreement_id)::integer as number from agreement_products where product_id is not null group by product_id) as uses`

/** The newest products (at most `maxListRows`), sorted by number. */
export const listProducts = (db: Queryable) => {
  const newest = db.select({ id: products.id }).from(products).orderBy(desc(products.id)).limit(maxListRows)
  return db
    .select({ ...listColumns, usageCount: sql<number>`coalesce(uses.number, 0)` })
    .from(products)
    .leftJoin(uses, sql`uses.product_id = products.id`)
    .where(inArray(products.id, newest))
    .orderBy(asc(products.number), asc(products.id))
}

export const findProduct = async (db: Queryable, id: number) => {
  const [found] = await db.select(listColumns).from(products).where(eq(products.id, id))
  return found
}

export const insertProduct = async (db: Queryable, product: NewProduct) => {
  const [inserted] = await db.insert(products).values(product).returning(listColumns)
  if (!inserted) throw new Error('The product was not stored')
  return inserted
}

/** Changes the given fields of a product; undefined when it is gone or `version` is stale. */
export const updateProduct = async (db: Queryable, id: number, { version, ...changes }: ProductChanges) => {
  const [updated] = await db
    .update(products)
    .set({ ...changes, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, id), version === undefined ? undefined : eq(products.version, version)))
    .returning(listColumns)
  return updated
}

/** Locks a product until the transaction ends, so that no new line can refer to it. False when it is gone. */
export const lockProduct = async (tx: Queryable, id: number): Promise<boolean> => {
  const found = await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('update')
  return found.length > 0
}

/** Deletes a product that no agreement uses; false when one does. */
export const deleteUnusedProduct = async (db: Queryable, id: number): Promise<boolean> => {
  const deleted = await db
    .delete(products)
    .where(and(eq(products.id, id), sql`not exists (select ${linesOfProduct})`))
    .returning({ id: products.id })
  return deleted.length > 0
}

/** Deactivates a product; does nothing if it is already inactive. */
export const retireProduct = async (db: Queryable, id: number): Promise<void> => {
  await db
    .update(products)
    .set({ isActive: false, version: sql`${products.version} + 1` })
    .where(and(eq(products.id, id), eq(products.isActive, true)))
}
