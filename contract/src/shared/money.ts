/**
 * Amounts are whole øre everywhere except in the product endpoints, which use kroner with up to two decimals.
 * All arithmetic is exact: a float is never multiplied by 100. Free of dependencies.
 */

/** The largest amount, in øre, that converts to kroner as an exact JSON number with two decimals (70 000 billion kroner). */
export const maxOre = 7_000_000_000_000_000

const decimalPattern = /^(-?)(\d+)(?:[.,](\d{1,2}))?$/

/**
 * Converts kroner, as a number or as typed (`1234.5`, `1234,50`), to whole øre; null if it isn't a number with at most two
 * decimals, or is above `maxOre`.
 */
export const oreFromKroner = (kroner: number | string): number | null => {
  const match = decimalPattern.exec(String(kroner).trim())
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const ore = Number(whole + fraction.padEnd(2, '0'))
  if (ore > maxOre) return null
  return sign && ore !== 0 ? -ore : ore
}

/** Converts whole øre to kroner: 1999 → 19.99. Exact in both directions up to `maxOre`. */
export const kronerFromOre = (ore: number): number => ore / 100

/** Formats whole øre exactly: `1 234,50 kr` or `NOK 1,234.50`, with no-break spaces. */
export const oreText = (ore: number, language: 'no' | 'en' = 'no'): string => {
  const digits = String(Math.abs(ore)).padStart(3, '0')
  const sign = ore < 0 ? '\u2212' : ''
  // regexp: a whole number has at most 16 digits.
  const kroner = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, language === 'no' ? '\u00a0' : ',')
  const fraction = digits.slice(-2)
  return language === 'no' ? `${sign}${kroner},${fraction}\u00a0kr` : `${sign}NOK\u00a0${kroner}.${fraction}`
}

/** Formats a percentage: `12,5 %` or `12.5%`. */
export const percentText = (percent: number, language: 'no' | 'en' = 'no'): string =>
  language === 'no' ? `${String(percent).replace('.', ',')}\u00a0%` : `${percent}%`

/** Returns the price of a line without VAT, in øre. @throws RangeError if it isn't a whole number, or is above `maxOre`. */
export const lineTotal = (quantity: number, unitPrice: number): number => {
  const total = quantity * unitPrice
  if (!Number.isInteger(total) || Math.abs(total) > maxOre)
    throw new RangeError(`No amount: ${quantity} × ${unitPrice}`)
  return total
}

/**
 * Returns the VAT of a line in øre: `total` × `vatRate` percent, rounded half up to a whole øre.
 * @throws RangeError if the rate isn't between 0 and 100 with at most two decimals, or the total is negative.
 */
export const lineVat = (total: number, vatRate: number): number => {
  const hundredths = oreFromKroner(vatRate)
  if (hundredths === null || hundredths < 0 || hundredths > 10_000) throw new RangeError(`No rate of VAT: ${vatRate}`)
  if (total < 0) throw new RangeError(`No total of a line: ${total}`)
  return Number((BigInt(total) * BigInt(hundredths) + 5_000n) / 10_000n)
}

/** The fields of an agreement line that determine its amounts; `unitPrice` in øre, `vatRate` in percent. */
export interface PricedLine {
  readonly quantity: number
  readonly unitPrice: number
  readonly vatRate: number
}

/**
 * Returns the amounts of an agreement in øre: the sum of its lines without VAT, and the sum of the lines' rounded VAT.
 * @throws RangeError like `lineTotal` and `lineVat`, and if both sums together are above `maxOre`.
 */
export const agreementAmounts = (lines: readonly PricedLine[]): { totalAmount: number; vatAmount: number } => {
  let totalAmount = 0
  let vatAmount = 0
  for (const { quantity, unitPrice, vatRate } of lines) {
    const total = lineTotal(quantity, unitPrice)
    totalAmount += total
    vatAmount += lineVat(total, vatRate)
  }
  if (totalAmount + vatAmount > maxOre) throw new RangeError(`No amount: ${totalAmount + vatAmount}`)
  return { totalAmount, vatAmount }
}

/** The sums of all lines with the same VAT rate (in percent): the sum without VAT and the sum of the lines' rounded VAT, in øre. */
export interface RateSums {
  readonly vatRate: number
  readonly totalAmount: number
  readonly vatAmount: number
}

/** Returns the amounts of an agreement by VAT rate, highest rate first. @throws RangeError like `agreementAmounts` */
export const amountsByRate = (lines: readonly PricedLine[]): RateSums[] => {
  const byRate = Map.groupBy(lines, ({ vatRate }) => vatRate)
  return [...byRate]
    .map(([vatRate, ofRate]) => ({ vatRate, ...agreementAmounts(ofRate) }))
    .sort((one, other) => other.vatRate - one.vatRate)
}
