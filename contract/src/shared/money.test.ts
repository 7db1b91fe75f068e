import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  agreementAmounts,
  amountsByRate,
  kronerFromOre,
  lineTotal,
  lineVat,
  maxOre,
  oreFromKroner,
  oreText,
  percentText,
} from './money.ts'

const ore = fc.integer({ min: 0, max: maxOre })
const rate = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100)

test('writes amounts and percentages in both languages', () => {
  expect([oreText(123_456_789), oreText(123_456_789, 'en')]).toEqual([
    '1\u00a0234\u00a0567,89\u00a0kr',
    'NOK\u00a01,234,567.89',
  ])
  expect([oreText(-5), oreText(-5, 'en')]).toEqual(['\u22120,05\u00a0kr', '\u2212NOK\u00a00.05'])
  expect(oreText(maxOre)).toBe('70\u00a0000\u00a0000\u00a0000\u00a0000,00\u00a0kr')
  expect([percentText(25), percentText(12.5), percentText(12.5, 'en')]).toEqual(['25\u00a0%', '12,5\u00a0%', '12.5%'])
  const screen = new Intl.NumberFormat('nb-NO', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(fc.property(ore, (amount) => oreText(amount) === `${screen.format(amount / 100)}\u00a0kr`))
})

test('sums the lines of each rate of VAT, highest rate first', () => {
  const line = { quantity: 1, unitPrice: 10 }
  expect(amountsByRate([])).toEqual([])
  expect(
    amountsByRate([
      { ...line, vatRate: 15 },
      { ...line, vatRate: 25 },
      { ...line, vatRate: 15 },
    ]),
  ).toEqual([
    { vatRate: 25, totalAmount: 10, vatAmount: 3 },
    { vatRate: 15, totalAmount: 20, vatAmount: 4 },
  ])
})

describe('kroner and øre', () => {
  test.each([
    [19.99, 1999],
    ['19.99', 1999],
    ['19,9', 1990],
    [1.005, null],
    [0, 0],
    ['-0', 0],
    [-12.5, -1250],
    [' 7 ', 700],
    ['70000000000000', maxOre],
    ['70000000000000.01', null],
    [1e21, null],
    [Number.NaN, null],
    ['', null],
    ['12 kr', null],
    ['1.234,50', null],
    ['1e3', null],
  ])('%j kroner are %j øre', (kroner, expected) => {
    expect(oreFromKroner(kroner)).toBe(expected)
  })

  test('round-trips every amount through kroner and JSON', () => {
    fc.assert(
      fc.property(ore, (amount) => {
        expect(oreFromKroner(JSON.parse(JSON.stringify(kronerFromOre(amount))))).toBe(amount)
      }),
    )
  })
})

describe('the VAT of a line', () => {
  test.each([
    [69_622, 25, 17_406],
    [2, 25, 1],
    [1, 25, 0],
    [10, 15, 2],
    [1000, 12.5, 125],
    [4, 12.5, 1],
    [0, 25, 0],
    [maxOre, 100, maxOre],
  ])('of %d øre at %d percent is %d øre', (total, percent, expected) => {
    expect(lineVat(total, percent)).toBe(expected)
  })

  test.each([-1, 100.01, 12.345, Number.NaN])('rejects a rate of %d percent', (percent) => {
    expect(() => lineVat(100, percent)).toThrow(RangeError)
  })
})

describe('the amounts of an agreement', () => {
  test('are the exact fractions of their lines, each rounded half up, for random agreements', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      unitPrice: fc.integer({ min: 0, max: 10_000_000 }),
      vatRate: fc.oneof(fc.constantFrom(0, 12, 15, 25), rate),
    })
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        let [total, vat] = [0n, 0n]
        for (const { quantity, unitPrice, vatRate } of lines) {
          const exact = BigInt(quantity) * BigInt(unitPrice) * BigInt(vatRate.toFixed(2).replace('.', ''))
          total += BigInt(quantity) * BigInt(unitPrice)
          vat += exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n)
        }
        expect(agreementAmounts(lines)).toEqual({ totalAmount: Number(total), vatAmount: Number(vat) })
      }),
      { numRuns: 2000 },
    )
  })

  test('throw beyond the exact integer range', () => {
    expect(() => lineTotal(2_000_000_000, 10_000_000)).toThrow(RangeError)
    expect(() => lineTotal(1, 0.5)).toThrow(RangeError)
    expect(() => agreementAmounts([{ quantity: 1, unitPrice: maxOre, vatRate: 25 }])).toThrow(RangeError)
  })
})
