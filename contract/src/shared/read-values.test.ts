import { expect, test } from 'vitest'
import { plainNumber } from './read-values.ts'

test.each([
  ['1.234,50', '1234.50'],
  ['1 234,-', '1234'],
  ['kr 500', '500'],
  ['1 234,50-', '-1234.50'],
  ['NOK 12\u00a0500,00', '12500.00'],
  ['7,', '7'],
  ['\u200e1’234,50', '1234.50'],
  // Two readings, or none: the schema rejects them.
  ['12.500', '12.500'],
  ['5 stk', '5stk'],
])('a typed %j is %j', (typed, plain) => {
  expect(plainNumber(typed)).toBe(plain)
})
