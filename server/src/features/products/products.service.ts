import { percentFromHundredths } from '@kontor/contract/products/products.rules'
import type { Product } from '@kontor/contract/products/products.schema'
import { kronerFromOre } from '@kontor/contract/shared/money'
import type { Queryable } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/http-error.ts'
import { lockForDeletion, type RequestedDeletion } from '../../platform/trash/deletion.ts'
import { moveToArchive, moveToTrash } from '../../platform/trash/trash.ts'
import * as queries from './products.queries.ts'

type StoredProduct = NonNullable<Awaited<ReturnType<typeof queries.findProduct>>>

/** Converts a stored product for the API: øre to kroner, hundredths of a percent to percent. */
export const toWire = (product: StoredProduct): Product => ({
  ...product,
  costPrice: kronerFromOre(product.costPrice),
  grosMargin: percentFromHundredths(product.grosMargin),
  salesPrice: kronerFromOre(product.salesPrice),
  salesPriceIncVat: kronerFromOre(product.salesPriceIncVat),
})

export const productNotFound = () => notFound('Produktet finnes ikke.')

export const removeProduct = (db: Queryable, id: number, deletion: RequestedDeletion): Promise<void> =>
  db.transaction(async (tx) => {
    const find = async () => {
      const product = await queries.findProduct(tx, id)
      return product && toWire(product)
    }
    // The lock waits for a line that is being added. A plain deletion would not see that line, and would clear its `productId`.
    await lockForDeletion(tx, queries.productTrash, { id, find, missing: productNotFound }, deletion.version)
    if (await queries.isUnusedProduct(tx, id)) {
      await moveToTrash(tx, queries.productTrash, [id], deletion)
      await queries.deleteProduct(tx, id)
    } else {
      await moveToArchive(tx, queries.productTrash, id, ['is_active'], deletion)
      await queries.retireProduct(tx, id)
    }
  })
