/** Constants and arithmetic of products, free of dependencies. Prices in øre, margins in hundredths of a percent; all of it exact. */

import { maxOre } from '../shared/money.ts'

/** Longest accepted texts, in characters. */
export const productLimits = { number: 100, name: 200, description: 5000, comment: 5000, type: 100 } as const

/** The largest margin on the wire, in percent; what is beyond is a mistake. */
export const maxMarginPercent = 1_000_000

/** What `productTax_Id` stands for (docs/decisions/0016): the rates of VAT in percent. 0, the default, is the ordinary rate. */
export const productTaxes = [
  { id: 0, rate: 25, label: '25 % – alminnelig sats' },
  { id: 1, rate: 15, label: '15 % – næringsmidler' },
  { id: 2, rate: 12, label: '12 % – transport, overnatting, kultur' },
  { id: 3, rate: 0, label: '0 % – uten mva.' },
] as const

/** The rate of VAT in percent; null for an id that is none of ours, whose rate nobody knows. */
export const productVatRate = (taxId: number): number | null =>
  productTaxes.find(({ id }) => id === taxId)?.rate ?? null

/** `numerator / denominator` as the nearest whole number, half up; `denominator` above 0. */
const nearest = (numerator: bigint, denominator: bigint): bigint => {
  const doubled = 2n * numerator + denominator
  const quotient = doubled / (2n * denominator)
  // Division of bigints cuts towards zero; below zero the floor is one less.
  return doubled < 0n && doubled % (2n * denominator) !== 0n ? quotient - 1n : quotient
}

const within = (ore: bigint): number | null => (ore <= BigInt(maxOre) ? Number(ore) : null)

/** The price with VAT, to the nearest øre; null when it is beyond `maxOre`. `rate` in whole percent. */
export const priceWithVat = (price: number, rate: number): number | null =>
  within(nearest(BigInt(price) * BigInt(100 + rate), 100n))

/** The price without VAT, to the nearest øre. From a price that `priceWithVat` gave, it is the one it came from. */
export const priceWithoutVat = (priceIncVat: number, rate: number): number =>
  Number(nearest(BigInt(priceIncVat) * 100n, BigInt(100 + rate)))

/**
 * What of the sales price is left when the cost is paid, in hundredths of a percent of the sales price; negative below cost,
 * null without a price.
 */
export const marginOf = (costPrice: number, salesPrice: number): number | null =>
  salesPrice > 0 ? Number(nearest(BigInt(salesPrice - costPrice) * 10_000n, BigInt(salesPrice))) : null

/** The sales price, to the nearest øre, that leaves `margin`; null from 100 % on, which no price leaves, and beyond `maxOre`. */
export const priceWithMargin = (costPrice: number, margin: number): number | null =>
  margin < 10_000 ? within(nearest(BigInt(costPrice) * 10_000n, BigInt(10_000 - margin))) : null

const decimal = /^([-−]?)(\d{1,12})(?:[.,](\d+))?$/

/**
 * Percent as a number or as typed (`33.3333`, `33,3`) in hundredths, to the nearest, half away from zero; null when it is no
 * decimal number.
 */
export const hundredthsFromPercent = (percent: number | string): number | null => {
  // A number this small would be written with an exponent.
  if (typeof percent === 'number' && Math.abs(percent) < 0.001) return 0
  const match = decimal.exec(String(percent).trim())
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const rounding = Number(fraction[2] ?? 0) >= 5 ? 1 : 0
  const hundredths = Number(whole + fraction.slice(0, 2).padEnd(2, '0')) + rounding
  return sign && hundredths !== 0 ? -hundredths : hundredths
}

/** Hundredths of a percent as percent with up to two decimals: 3333 → 33.33. */
export const percentFromHundredths = (hundredths: number): number => hundredths / 100

/** What the list shows as margin, in hundredths of a percent: the stored one but, below cost, where that is 0, the true one; null when it is not known. */
export const shownMargin = (costPrice: number, salesPrice: number, stored: number): number | null => {
  if (salesPrice > 0 && costPrice > salesPrice) return marginOf(costPrice, salesPrice)
  return stored === 0 && (costPrice === 0 || salesPrice === 0) ? null : stored
}
