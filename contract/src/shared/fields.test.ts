import { expect, test } from 'vitest'
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
