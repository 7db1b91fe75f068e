/** Constants and arithmetic of products. Prices are in øre, margins in hundredths of a percent; all arithmetic is exact. */

import { maxOre, oreFromKroner } from '../shared/money.ts'
import { plainNumber } from '../shared/read-values.ts'

/** The largest margin that the API accepts, in percent; larger margins are typos. */
export const maxMarginPercent = 1_000_000

/** VAT rates by `productTax_Id`, in percent (docs/agreements.md#products-and-conditions). The default id, 0, is the ordinary rate. */
export const productTaxes = [
  { id: 0, rate: 25, label: '25 % – alminnelig sats' },
  { id: 1, rate: 15, label: '15 % – næringsmidler' },
  { id: 2, rate: 12, label: '12 % – transport, overnatting, kultur' },
  { id: 3, rate: 0, label: '0 % – uten mva.' },
] as const

export const productVatRate = (taxId: number): number | null =>
  productTaxes.find(({ id }) => id === taxId)?.rate ?? null

/** Divides and rounds to the nearest integer, half up; `denominator` must be positive. */
const divideRounded = (numerator: bigint, denominator: bigint): bigint => {
  const doubled = 2n * numerator + denominator
  const quotient = doubled / (2n * denominator)
  // BigInt division truncates towards zero, so the floor of a negative fraction is one less.
  return doubled < 0n && doubled % (2n * denominator) !== 0n ? quotient - 1n : quotient
}

const withinMaxOre = (ore: bigint): number | null => (ore <= BigInt(maxOre) ? Number(ore) : null)

/** Returns the price with VAT, to the nearest øre; null if above `maxOre`. `rate` is in whole percent. */
export const priceWithVat = (price: number, rate: number): number | null =>
  withinMaxOre(divideRounded(BigInt(price) * BigInt(100 + rate), 100n))

/** Returns the price without VAT, to the nearest øre. Reverses `priceWithVat` exactly. */
export const priceWithoutVat = (priceIncVat: number, rate: number): number =>
  Number(divideRounded(BigInt(priceIncVat) * 100n, BigInt(100 + rate)))

/** Returns the margin in hundredths of a percent of the sales price: negative for a price below cost, null without a price. */
export const marginOf = (costPrice: number, salesPrice: number): number | null =>
  salesPrice > 0 ? Number(divideRounded(BigInt(salesPrice - costPrice) * 10_000n, BigInt(salesPrice))) : null

/** Returns the sales price for a margin, to the nearest øre. Null for a margin of 100 % or more, and for a price above `maxOre`. */
export const priceWithMargin = (costPrice: number, margin: number): number | null =>
  margin < 10_000 ? withinMaxOre(divideRounded(BigInt(costPrice) * 10_000n, BigInt(10_000 - margin))) : null

const decimalPattern = /^([-−]?)(\d{1,12})(?:[.,](\d+))?$/

/** Converts percent, as a number or as typed (`33.3333`, `33,3`), to hundredths, rounded half away from zero; null if it isn't a number. */
export const hundredthsFromPercent = (percent: number | string): number | null => {
  // Rounds tiny numbers here: String() writes them with an exponent, which the pattern doesn't match.
  if (typeof percent === 'number' && Math.abs(percent) < 0.001) return 0
  const match = decimalPattern.exec(String(percent).trim())
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const rounding = Number(fraction[2] ?? 0) >= 5 ? 1 : 0
  const hundredths = Number(whole + fraction.slice(0, 2).padEnd(2, '0')) + rounding
  return sign && hundredths !== 0 ? -hundredths : hundredths
}

export const percentFromHundredths = (hundredths: number): number => hundredths / 100

/** Returns the margin to display, in hundredths of a percent; null if unknown. For a price below cost, computes the margin, since 0 is stored. */
export const shownMargin = (costPrice: number, salesPrice: number, stored: number): number | null => {
  if (salesPrice > 0 && costPrice > salesPrice) return marginOf(costPrice, salesPrice)
  return stored === 0 && (costPrice === 0 || salesPrice === 0) ? null : stored
}

/** Returns the price with VAT to display, in øre: the stored price or, if none is stored, the sales price with VAT. */
export const shownPriceIncVat = (salesPrice: number, taxId: number, stored: number): number => {
  const rate = productVatRate(taxId)
  return stored > 0 || rate === null ? stored : (priceWithVat(salesPrice, rate) ?? stored)
}

/** The price field that the user typed last. The other two price fields are computed from this field. */
export type PriceDriver = 'grosMargin' | 'salesPrice' | 'salesPriceIncVat'

/** The form's values: prices in øre, the margin in hundredths of a percent; null for a text that isn't a number. */
export type TypedPrices = Readonly<Record<PriceDriver | 'costPrice', number | null>>

export const readTypedPrices = (typed: Readonly<Record<keyof TypedPrices, string>>): TypedPrices => ({
  costPrice: oreFromKroner(plainNumber(typed.costPrice)),
  grosMargin: hundredthsFromPercent(plainNumber(typed.grosMargin)),
  salesPrice: oreFromKroner(plainNumber(typed.salesPrice)),
  salesPriceIncVat: oreFromKroner(plainNumber(typed.salesPriceIncVat)),
})

const deriveSalesPrice = (typed: TypedPrices, driver: PriceDriver, rate: number | null): number | null => {
  const { costPrice, grosMargin, salesPrice, salesPriceIncVat } = typed
  if (driver === 'salesPriceIncVat' && rate !== null)
    return salesPriceIncVat === null ? null : priceWithoutVat(salesPriceIncVat, rate)
  if (driver === 'grosMargin' && costPrice && grosMargin !== null)
    return priceWithMargin(costPrice, grosMargin) ?? salesPrice
  return salesPrice
}

const deriveMargin = ({ costPrice, grosMargin }: TypedPrices, salesPrice: number | null): number | null => {
  // Keeps the typed margin, which can't be computed without a cost price.
  if (!costPrice) return grosMargin
  return salesPrice === null ? null : marginOf(costPrice, salesPrice)
}

/** Computes the other price fields from the field that the user typed last. `rate` is the VAT rate in percent, null if unknown. */
export const derivePrices = (typed: TypedPrices, driver: PriceDriver, rate: number | null): TypedPrices => {
  const salesPrice = deriveSalesPrice(typed, driver, rate)
  const withVat = salesPrice === null || rate === null ? null : priceWithVat(salesPrice, rate)
  return {
    costPrice: typed.costPrice,
    salesPrice,
    grosMargin: driver === 'grosMargin' ? typed.grosMargin : deriveMargin(typed, salesPrice),
    salesPriceIncVat: driver === 'salesPriceIncVat' || rate === null ? typed.salesPriceIncVat : withVat,
  }
}
