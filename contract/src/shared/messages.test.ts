import { expect, test } from 'vitest'
import { z } from 'zod'
import { norwegianMessage } from './messages.ts'

z.config({ localeError: norwegianMessage })

test.each([
  ['a missing text', z.string(), undefined, 'Må fylles ut'],
  ['null for a number', z.number(), null, 'Må fylles ut'],
  ['an empty text', z.string().min(1), '', 'Må fylles ut'],
  ['a number for a text', z.string(), 7, 'Må være en tekst'],
  ['a fraction for a whole number', z.int(), 1.5, 'Må være et helt tall'],
  ['a text that is too short', z.string().min(12), 'kort', 'Må ha minst 12 tegn'],
  ['a list that is too long', z.array(z.int()).max(2), [1, 2, 3], 'Kan ha høyst 2 elementer'],
  ['a number that is too small', z.number().min(0), -1, 'Må være minst 0'],
  ['a number that is too large', z.number().max(100), 101, 'Kan være høyst 100'],
  ['an invalid id', z.uuid(), 'x', 'Ugyldig id'],
  ['an invalid time', z.iso.datetime(), 'i morgen', 'Ugyldig tidspunkt'],
  ['a word that is not on the list', z.enum(['no', 'en']), 'de', 'Må være en av: no, en'],
  ['a value that matches neither schema of a union', z.union([z.string(), z.number()]), true, 'Ugyldig verdi'],
])('%s is explained in Norwegian', (_case, schema, value, message) => {
  expect(schema.safeParse(value).error?.issues[0]?.message).toBe(message)
})
