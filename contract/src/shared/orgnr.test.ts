import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatOrganizationNumber, organizationNumberDigits } from './orgnr.ts'

test.each([
  ['974760673', '974760673'],
  [' 974 760 673 ', '974760673'],
  ['974.760.673', '974760673'],
  ['974\u00a0760\u00a0673', '974760673'],
  ['974\u200b760\u200b673', '974760673'],
  ['NO 974 760 673 MVA', '974760673'],
  ['no974760673mva', '974760673'],
  ['974760673MVA', '974760673'],
  ['974-760-673', '974760673'],
  ['Org.nr: 974 760 673', '974760673'],
  ['\u202a974 760 673\u202c', '974760673'],
  ['974 760 673 (MVA)', '974760673'],
  ['Foretaksregisteret NO 974 760 673 MVA', '974760673'],
  ['900000030', '900000030'],
  ['NO974760674MVA', null],
  ['NO', null],
  ['97476067', null],
  ['9747606730', null],
  ['97476067x', null],
  ['', null],
])('parses %j to %j', (text, expected) => {
  expect(organizationNumberDigits(text)).toBe(expected)
})

test('rejects numbers whose check digit would be ten', () => {
  // 3 × 4 modulo 11 is 1, which would require the check digit 10.
  const numbers = Array.from({ length: 10 }, (_, last) => `40000000${last}`)
  expect(numbers.map(organizationNumberDigits)).toEqual(numbers.map(() => null))
})

test('rejects one wrong digit or two swapped neighbours', () => {
  const valid = fc
    .integer({ min: 10_000_000, max: 99_999_999 })
    .chain((head) => fc.constantFrom(...Array.from({ length: 10 }, (_, last) => `${head}${last}`)))
    .filter((digits) => organizationNumberDigits(digits) !== null)
  fc.assert(
    fc.property(valid, fc.nat(8), fc.integer({ min: 1, max: 9 }), (digits, position, by) => {
      const wrong = digits.split('')
      wrong[position] = String((Number(digits[position]) + by) % 10)
      expect(organizationNumberDigits(wrong.join(''))).toBeNull()
      const [a = '', b = ''] = [digits[position], digits[position + 1]]
      if (position < 7 && a !== b)
        expect(organizationNumberDigits(digits.slice(0, position) + b + a + digits.slice(position + 2))).toBeNull()
    }),
  )
})

test('formats a number in groups with no-break spaces and leaves other text unchanged', () => {
  expect(formatOrganizationNumber('974760673')).toBe('974\u00a0760\u00a0673')
  expect(formatOrganizationNumber('ukjent')).toBe('ukjent')
})
