import { hundredthsFromPercent, shownMargin, shownPriceIncVat } from '@kontor/contract/products/products.rules'
import { oreFromKroner } from '@kontor/contract/shared/money'
import { compareText } from '../../../platform/format.ts'
import type { Product } from '../products.api.ts'

export const typesOf = (products: readonly Product[], chosen: string | null = null): string[] =>
  [...new Set([...products.map(({ type }) => type), chosen])].filter((type) => type !== null).sort(compareText)

const ore = (kroner: number): number => oreFromKroner(kroner) ?? 0

/** Returns a product's displayed amounts in øre, and its margin in hundredths of a percent; null if unknown. */
export const shownAmounts = (product: Product) => {
  const costPrice = ore(product.costPrice)
  const salesPrice = ore(product.salesPrice)
  return {
    costPrice,
    salesPrice,
    salesPriceIncVat: shownPriceIncVat(salesPrice, product.productTax_Id, ore(product.salesPriceIncVat)),
    grosMargin: shownMargin(costPrice, salesPrice, hundredthsFromPercent(product.grosMargin) ?? 0),
  }
}
