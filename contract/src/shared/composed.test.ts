import { expect, test } from 'vitest'
import { composedValues } from './composed.ts'

const apart = 'bla\u030aba\u0308r'
const together = 'blåbär'

test.each([
  [apart, together],
  ['ɸ 🐟 \ud800', 'ɸ 🐟 \ud800'],
  [
    { q: [apart, 1, null], nested: { name: apart } },
    { q: [together, 1, null], nested: { name: together } },
  ],
  [
    [undefined, apart],
    [undefined, together],
  ],
  [7, 7],
])('composes the texts of %j', (value, expected) => {
  expect(composedValues(value)).toEqual(expected)
})

test('composes texts that are nested deeply', () => {
  let value: unknown = [apart]
  for (let depth = 0; depth < 50_000; depth += 1) value = [value]
  let found = composedValues(value)
  while (Array.isArray(found)) found = found[0]
  expect(found).toBe(together)
})
