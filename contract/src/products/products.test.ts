import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maxOre } from '../shared/money.ts'
import {
  derivePrices,
  hundredthsFromPercent,
  marginOf,
  percentFromHundredths,
  priceWithMargin,
  priceWithoutVat,
  priceWithVat,
  productTaxes,
  productVatRate,
  readTypedPrices,
  shownMargin,
  shownPriceIncVat,
} from './products.rules.ts'
import { productCreateSchema, productFormSchema, productUpdateSchema } from './products.schema.ts'

const price = fc.integer({ min: 1, max: Math.floor(maxOre / 2) })
const rate = fc.constantFrom(...productTaxes.map((tax) => tax.rate))

describe('VAT', () => {
  test.each([
    [1999, 25, 2499],
    [100, 15, 115],
    [2, 25, 3],
    [69_622, 12, 77_977],
    [123, 0, 123],
    // Above the largest amount.
    [maxOre, 25, null],
  ])('of %d øre at %d percent gives %j øre', (without, percent, expected) => {
    expect(priceWithVat(without, percent)).toBe(expected)
  })

  test('is removed exactly from a price it was added to', () => {
    fc.assert(
      fc.property(price, rate, (without, percent) => {
        expect(priceWithoutVat(priceWithVat(without, percent) ?? 0, percent)).toBe(without)
      }),
    )
  })

  test('gives the same price to within an øre when removed and added back', () => {
    fc.assert(
      fc.property(price, rate, (inclusive, percent) => {
        const back = priceWithVat(priceWithoutVat(inclusive, percent), percent) ?? 0
        expect(Math.abs(back - inclusive)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('defaults to 25 percent and is null for an unknown id', () => {
    expect([0, 1, 2, 3, 4].map(productVatRate)).toEqual([25, 15, 12, 0, null])
  })
})

describe('the margin', () => {
  test.each([
    [6000, 10_000, 4000],
    [10_000, 8000, -2500],
    [0, 100, 10_000],
    [2, 3, 3333],
    [1, 3, 6667],
    [100, 0, null],
  ])('at cost %d and price %d øre is %j hundredths of a percent', (cost, sales, expected) => {
    expect(marginOf(cost, sales)).toBe(expected)
  })

  test.each([
    [6000, 4000, 10_000],
    [8000, -2500, 6400],
    [100, 9999, 1_000_000],
    [100, 10_000, null],
    [maxOre, 5000, null],
  ])('at a cost of %d øre and %d hundredths needs a price of %j øre', (cost, margin, expected) => {
    expect(priceWithMargin(cost, margin)).toBe(expected)
  })

  test('round-trips through the price to within whole øre', () => {
    fc.assert(
      fc.property(price, fc.integer({ min: -10_000, max: 9999 }), (cost, margin) => {
        const sales = priceWithMargin(cost, margin)
        if (sales === null || sales === 0) return
        // The tolerance: half an øre of price, in hundredths of a percent, plus half a hundredth for rounding the margin.
        const slack = (0.5 * cost * 10_000) / (sales * Math.max(sales - 0.5, 0.5)) + 0.5
        expect(Math.abs((marginOf(cost, sales) ?? 0) - margin)).toBeLessThanOrEqual(Math.ceil(slack))
      }),
    )
  })

  test('displays the stored margin, the computed one below cost, and none if unknown', () => {
    expect(shownMargin(6000, 10_000, 4000)).toBe(4000)
    expect(shownMargin(10_000, 8000, 0)).toBe(-2500)
    expect(shownMargin(0, 8000, 0)).toBeNull()
    expect(shownMargin(8000, 0, 0)).toBeNull()
    expect(shownMargin(8000, 8000, 0)).toBe(0)
    expect(shownMargin(0, 8000, 1250)).toBe(1250)
  })
})

describe('derivePrices', () => {
  const typed = { costPrice: 6000, grosMargin: null, salesPrice: null, salesPriceIncVat: null }

  const full = { costPrice: 6000, grosMargin: 4000, salesPrice: 10_000, salesPriceIncVat: 12_500 }
  const priced = { salesPrice: 7000, salesPriceIncVat: 8750 }
  const unrelated = { salesPrice: 7000, salesPriceIncVat: 100 }

  test.each([
    ['sets the other two from the price', { salesPrice: 10_000 }, 'salesPrice', 25, full],
    ['sets the other two from the margin', { grosMargin: 4000 }, 'grosMargin', 25, full],
    ['sets the other two from the price with VAT', { salesPriceIncVat: 12_500 }, 'salesPriceIncVat', 25, full],
    ['keeps the price at an impossible margin', { ...priced, grosMargin: 10_000 }, 'grosMargin', 25, priced],
    ['keeps the price without a cost', { ...priced, costPrice: 0, grosMargin: 4000 }, 'grosMargin', 25, priced],
    ['keeps the price with VAT at an unknown rate', unrelated, 'salesPrice', null, unrelated],
    ['keeps the price without VAT at an unknown rate', unrelated, 'salesPriceIncVat', null, unrelated],
  ] as const)('%s', (_, changes, driver, percent, expected) => {
    expect(derivePrices({ ...typed, ...changes }, driver, percent)).toMatchObject(expected)
  })

  test('keeps empty fields null', () => {
    expect(derivePrices(typed, 'salesPrice', 25)).toEqual(typed)
    expect(readTypedPrices({ costPrice: '1 234,', grosMargin: '', salesPrice: 'x', salesPriceIncVat: ',5' })).toEqual({
      costPrice: 123_400,
      grosMargin: null,
      salesPrice: null,
      salesPriceIncVat: null,
    })
  })

  test('never changes the driver or the cost, and is idempotent', () => {
    const amount = fc.option(fc.integer({ min: 0, max: 1_000_000_000 }), { nil: null })
    const drivers = fc.constantFrom('grosMargin' as const, 'salesPrice' as const, 'salesPriceIncVat' as const)
    const prices = fc.record({
      costPrice: amount,
      grosMargin: fc.option(fc.integer({ min: -5000, max: 12_000 }), { nil: null }),
      salesPrice: amount,
      salesPriceIncVat: amount,
    })
    fc.assert(
      fc.property(prices, drivers, fc.option(rate, { nil: null }), (before, driver, percent) => {
        const once = derivePrices(before, driver, percent)
        expect(once[driver]).toBe(before[driver])
        expect(once.costPrice).toBe(before.costPrice)
        expect(derivePrices(once, driver, percent)).toEqual(once)
      }),
    )
  })
})

test('displays a computed price with VAT if none was stored', () => {
  expect(shownPriceIncVat(10_000, 0, 0)).toBe(12_500)
  expect(shownPriceIncVat(10_000, 0, 11_000)).toBe(11_000)
  expect(shownPriceIncVat(10_000, 99, 0)).toBe(0)
})

describe('hundredthsFromPercent', () => {
  test.each([
    [33.333333, 3333],
    ['33,335', 3334],
    [66.666666666, 6667],
    [' 12,5 ', 1250],
    ['-25', -2500],
    ['−25,5', -2550],
    [1e-7, 0],
    [-0, 0],
    ['', null],
    ['12 %', null],
    [1e21, null],
    [Number.NaN, null],
  ])('converts %j to %j', (percent, expected) => {
    expect(hundredthsFromPercent(percent)).toBe(expected)
  })

  test('round-trips through JSON', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (hundredths) => {
        expect(hundredthsFromPercent(JSON.parse(JSON.stringify(percentFromHundredths(hundredths))))).toBe(hundredths)
      }),
    )
  })
})

describe("a product's prices", () => {
  const named = { number: '1', name: 'Kurs' }

  test('stay absent in an update and default to 0 in a new product', () => {
    expect(productUpdateSchema.parse({})).toEqual({})
    expect(productUpdateSchema.parse({ costPrice: null, grosMargin: '', productTax_Id: '' })).toEqual({
      costPrice: 0,
      grosMargin: 0,
      productTax_Id: 0,
    })
    expect(productCreateSchema.parse(named)).toMatchObject({ costPrice: 0, grosMargin: 0, productTax_Id: 0 })
  })
})

describe("the panel's form", () => {
  const typed = {
    number: '1',
    name: 'Kurs',
    costPrice: '100,50',
    grosMargin: '-25,6',
    salesPrice: '80',
    productTax_Id: '1',
    salesPriceIncVat: '',
  }

  test('parses Norwegian decimals and sends a margin below cost as 0', () => {
    expect(productFormSchema.parse(typed)).toEqual({
      ...typed,
      costPrice: 100.5,
      grosMargin: 0,
      salesPrice: 80,
      productTax_Id: 1,
      salesPriceIncVat: 0,
    })
  })

  test.each([
    ['costPrice', 'ti', 'Kostpris må være et tall'],
    ['costPrice', '70000000000001', 'Kostpris er for høy'],
    ['grosMargin', 'x', 'Bruttomargin må være et tall'],
    ['grosMargin', '1000001', 'Bruttomargin er for høy'],
    // Above cost: below it, a negative margin is sent as 0.
    ['grosMargin', '-1', 'Bruttomargin må være 0 eller høyere'],
    ['salesPrice', '-1', 'Salgspris må være 0 eller høyere'],
    ['salesPriceIncVat', '1,234', 'Salgspris inkl. mva kan ha høyst to desimaler'],
    ['number', ' ', 'Produktnummer er påkrevd'],
    ['name', '', 'Produktnavn er påkrevd'],
  ])('shows an error at %s for %j', (field, value, message) => {
    const { error } = productFormSchema.safeParse({ ...typed, grosMargin: '0', salesPrice: '200', [field]: value })
    expect(error?.issues.map((issue) => [issue.path[0], issue.message])).toEqual([[field, message]])
  })
})
