import { percentFromHundredths } from '@kontor/contract/products/products.rules'
import type { Product } from '@kontor/contract/products/products.schema'
import { kronerFromOre } from '@kontor/contract/shared/money'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteUnusedProduct, type findProduct, lockProduct, retireProduct } from './products.queries.ts'

type StoredProduct = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/** Converts a stored product for the API: øre to kroner, hundredths of a percent to percent. */
export const toWire = (product: StoredProduct): Product => ({
  ...product,
  costPrice: kronerFromOre(product.costPrice),
  grosMargin: percentFromHundredths(product.grosMargin),
  salesPrice: kronerFromOre(product.salesPrice),
  salesPriceIncVat: kronerFromOre(product.salesPriceIncVat),
})

export const removeProduct = (db: Queryable, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    // The lock waits for a line that is being added; a plain deletion would not see it and would clear its product.
    if (!(await lockProduct(tx, id))) return false
    if (!(await deleteUnusedProduct(tx, id))) await retireProduct(tx, id)
    return true
  })
