import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as fields from './fields.ts'
import { emailSchema } from './fields.ts'

test.each([
  ['post@blåbær.example', 'post@xn--blbr-roah.example'],
  [' Post@Rødbetene.ÆØÅ.example ', 'Post@xn--rdbetene-54a.xn--5cab8c.example'],
  ['kari@eksempel.example', 'kari@eksempel.example'],
  ['Kari@Eksempel.EXAMPLE', 'Kari@Eksempel.EXAMPLE'],
])('converts the address %s to %s', (typed, address) => {
  expect(emailSchema.parse(typed)).toBe(address)
})

test.each(['blåbær@eksempel.example', 'post@blå bær.example', 'post@blåbær.example/sti', 'post@-å-.', 'å'])(
  'rejects the address %s',
  (typed) => {
    const result = emailSchema.safeParse(typed)
    expect(result.success ? result.data : result.error.issues[0]?.message).toBe('Ugyldig e-postadresse')
  },
)

const hidden = [...'\u00AD\u061C\u200B\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2060\u2066\u2067\u2068\u2069\uFEFF']

test.each([
  ['requiredLine', fields.requiredLine(200, 'Navn')],
  ['optionalLine', fields.optionalLine(200, 'Navn')],
  ['changedLine', fields.changedLine(200, 'Navn')],
  ['requiredText', fields.requiredText(200, 'Melding')],
  ['optionalText', fields.optionalText(200, 'Melding')],
  ['changedText', fields.changedText(200, 'Melding')],
])('%s drops hidden characters wherever they are, and nothing else', (_, schema) => {
  const visible = fc.string({ minLength: 1, maxLength: 20, unit: fc.constantFrom(...'aÅ ø\u200D👩') })
  fc.assert(
    fc.property(fc.array(fc.tuple(visible, fc.constantFrom(...hidden)), { minLength: 1, maxLength: 5 }), (parts) => {
      const typed = parts.flat().join('')
      const shown = parts
        .map(([part]) => part)
        .join('')
        .trim()
      const read = schema.safeParse(typed)
      expect(read.data ?? null).toBe(shown || null)
    }),
  )
})

test('accepts a pasted address with invisible characters', () => {
  expect(emailSchema.parse('\uFEFFkari@eksempel\u200B.example\u202C')).toBe('kari@eksempel.example')
})

test.each([
  [
    'Zk3_vQ-9',
    [
      '',
      '_',
      '**',
      '…',
      ']',
      '].',
      '.',
      '>',
      ')',
      ').',
      ' ',
      '\n',
      '%5D',
      '%5d.',
      '%3E%20',
      '”',
      '»',
      ']]',
      '%25',
      ',',
      "'",
      '`*',
    ],
  ],
  // Not truncated, since the result would be another token.
  ...['Zk3]vQ9', '%5DZk3', 'Zk3/x', 'Zk3%zz', 'Zk3æ', '.', ''].map((other) => [other, ['']] as const),
] as const)('reads the token %j of a link with what mail clients add', (token, ends) => {
  for (const end of ends) expect(fields.tokenParams.parse({ token: token + end })).toEqual({ token })
})
