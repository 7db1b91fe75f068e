/**
 * Amounts are whole øre everywhere but in the product calls, which speak kroner with up to two decimals.
 * All arithmetic is exact: a float is never multiplied by 100. Free of dependencies.
 */

/** The largest amount, in øre: up to here its kroner have an exact JSON number with two decimals (70 000 billion kroner). */
export const maxOre = 7_000_000_000_000_000

const decimal = /^(-?)(\d+)(?:[.,](\d{1,2}))?$/

/**
 * Kroner as a number or as typed (`1234.5`, `1234,50`) in whole øre; null when it is no decimal number with at most two
 * decimals, or beyond `maxOre`. A negative amount stays negative.
 */
export const oreFromKroner = (kroner: number | string): number | null => {
  const match = decimal.exec(String(kroner).trim())
  if (!match) return null
  const [, sign, whole = '', fraction = ''] = match
  const ore = Number(whole + fraction.padEnd(2, '0'))
  if (ore > maxOre) return null
  return sign && ore !== 0 ? -ore : ore
}

/** Whole øre as kroner with up to two decimals: 1999 → 19.99. Exact both ways up to `maxOre`. */
export const kronerFromOre = (ore: number): number => ore / 100

/** Whole øre as people read them, `1 234,50 kr`, exact and on one line: the thousands stand apart by a no-break space. */
export const oreText = (ore: number): string => {
  const digits = String(Math.abs(ore)).padStart(3, '0')
  // regexp: a whole number has at most 16 digits.
  const kroner = digits.slice(0, -2).replaceAll(/\B(?=(\d{3})+$)/g, '\u00a0')
  return `${ore < 0 ? '\u2212' : ''}${kroner},${digits.slice(-2)}\u00a0kr`
}

/** A rate in percent as people read it: `12,5 %`. */
export const percentText = (percent: number): string => `${String(percent).replace('.', ',')}\u00a0%`

/**
 * What a line costs without VAT, in øre.
 * @throws RangeError when it is beyond `maxOre`.
 */
export const lineTotal = (quantity: number, unitPrice: number): number => {
  const total = quantity * unitPrice
  if (!Number.isInteger(total) || Math.abs(total) > maxOre)
    throw new RangeError(`No amount: ${quantity} × ${unitPrice}`)
  return total
}

/**
 * The VAT of a line in øre: `total` × `vatRate` percent, rounded half up to a whole øre.
 * @throws RangeError when the rate is not between 0 and 100 with at most two decimals, or the total is negative.
 */
export const lineVat = (total: number, vatRate: number): number => {
  const hundredths = oreFromKroner(vatRate)
  if (hundredths === null || hundredths < 0 || hundredths > 10_000) throw new RangeError(`No rate of VAT: ${vatRate}`)
  if (total < 0) throw new RangeError(`No total of a line: ${total}`)
  return Number((BigInt(total) * BigInt(hundredths) + 5_000n) / 10_000n)
}

/** What of an agreement's line its amounts come from; `unitPrice` in øre, `vatRate` in percent. */
export interface PricedLine {
  readonly quantity: number
  readonly unitPrice: number
  readonly vatRate: number
}

/**
 * The amounts of an agreement in øre: the sum of its lines without VAT, and the sum of the lines' rounded VAT.
 * @throws RangeError as `lineTotal` and `lineVat`, and when a sum is beyond `maxOre`.
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
