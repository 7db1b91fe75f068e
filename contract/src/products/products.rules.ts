/** Constants and arithmetic of products, free of dependencies. Prices in øre, margins in hundredths of a percent; all of it exact. */

import { maxOre, oreFromKroner } from '../shared/money.ts'

/** Longest accepted texts, in characters. */
export const productLimits = { number: 100, name: 200, description: 5000, comment: 5000, type: 100 } as const

/** What the panel calls the fields. */
export const productLabels = {
  number: 'Nummer',
  name: 'Navn',
  type: 'Type',
  productTax_Id: 'Mva-sats',
  costPrice: 'Kostpris',
  grosMargin: 'Margin %',
  salesPrice: 'Salgspris',
  salesPriceIncVat: 'Pris inkl. mva',
  description: 'Beskrivelse',
  comment: 'Intern kommentar',
  isActive: 'Aktiv',
} as const

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

/** The price with VAT that is shown, in øre: the stored one or, where none was ever stored, the sales price's. */
export const shownPriceIncVat = (salesPrice: number, taxId: number, stored: number): number => {
  const rate = productVatRate(taxId)
  return stored > 0 || rate === null ? stored : (priceWithVat(salesPrice, rate) ?? stored)
}

/** A number as typed, without what people put around it: `1 234,` → `1234`. */
export const plainDecimal = (typed: string): string =>
  typed.replaceAll(/\s/g, '').replace(/[.,]$/, '').replace('−', '-')

/** What was typed last of the three that depend on each other: it stays, and the other two follow. */
export type PriceDriver = 'grosMargin' | 'salesPrice' | 'salesPriceIncVat'

/** What a form's fields say, in øre and hundredths of a percent; null where there is no number. */
export type TypedPrices = Readonly<Record<PriceDriver | 'costPrice', number | null>>

/** The amounts of a form's fields, as typed. */
export const readTypedPrices = (typed: Readonly<Record<keyof TypedPrices, string>>): TypedPrices => ({
  costPrice: oreFromKroner(plainDecimal(typed.costPrice)),
  grosMargin: hundredthsFromPercent(plainDecimal(typed.grosMargin)),
  salesPrice: oreFromKroner(plainDecimal(typed.salesPrice)),
  salesPriceIncVat: oreFromKroner(plainDecimal(typed.salesPriceIncVat)),
})

const drivenPrice = (typed: TypedPrices, driver: PriceDriver, rate: number | null): number | null => {
  const { costPrice, grosMargin, salesPrice, salesPriceIncVat } = typed
  if (driver === 'salesPriceIncVat' && rate !== null)
    return salesPriceIncVat === null ? null : priceWithoutVat(salesPriceIncVat, rate)
  if (driver === 'grosMargin' && costPrice && grosMargin !== null)
    return priceWithMargin(costPrice, grosMargin) ?? salesPrice
  return salesPrice
}

const drivenMargin = ({ costPrice, grosMargin }: TypedPrices, salesPrice: number | null): number | null => {
  // Without a cost nobody knows the margin: what stands there stays.
  if (!costPrice) return grosMargin
  return salesPrice === null ? null : marginOf(costPrice, salesPrice)
}

/** What the fields say when the driver has driven; `rate` of VAT in percent, null when it is not known. */
export const drivenPrices = (typed: TypedPrices, driver: PriceDriver, rate: number | null): TypedPrices => {
  const salesPrice = drivenPrice(typed, driver, rate)
  const withVat = salesPrice === null || rate === null ? null : priceWithVat(salesPrice, rate)
  return {
    costPrice: typed.costPrice,
    salesPrice,
    grosMargin: driver === 'grosMargin' ? typed.grosMargin : drivenMargin(typed, salesPrice),
    salesPriceIncVat: driver === 'salesPriceIncVat' || rate === null ? typed.salesPriceIncVat : withVat,
  }
}
