import { percentFromHundredths } from '@kontor/contract/products/products.rules'
import type { Product } from '@kontor/contract/products/products.schema'
import { kronerFromOre } from '@kontor/contract/shared/money'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteUnusedProduct, type findProduct, lockProduct, retireProduct } from './products.queries.ts'

type StoredProduct = NonNullable<Awaited<ReturnType<typeof findProduct>>>

/** A product as it goes over the wire: kroner for øre, percent for hundredths of it. */
export const onTheWire = (product: StoredProduct): Product => ({
  ...product,
  costPrice: kronerFromOre(product.costPrice),
  grosMargin: percentFromHundredths(product.grosMargin),
  salesPrice: kronerFromOre(product.salesPrice),
  salesPriceIncVat: kronerFromOre(product.salesPriceIncVat),
})

/** Deletes a product or, where agreements use it, retires it. False when there is no such product. */
export const removeProduct = (db: Queryable, id: number): Promise<boolean> =>
  db.transaction(async (tx) => {
    // A line that is being added at this moment is waited for; a deletion alone would not see it and take its product away.
    if (!(await lockProduct(tx, id))) return false
    if (!(await deleteUnusedProduct(tx, id))) await retireProduct(tx, id)
    return true
  })
