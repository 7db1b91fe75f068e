import { expect, test } from 'vitest'
import { contactCreateSchema } from '../contacts/contacts.schema.ts'
import { registrationCreateSchema } from '../webinars/webinars.schema.ts'
import { isSuspect } from './public-form.ts'

test.each([
  [true, { aside: 'https://spam.example', elapsedMs: 60_000 }],
  [true, { aside: '', elapsedMs: 1_999 }],
  [false, { aside: '', elapsedMs: 2_000 }],
  [false, { aside: null, elapsedMs: null }],
  [false, {}],
])('is suspect %s with %j', (suspect, marks) => {
  expect(isSuspect(marks)).toBe(suspect)
})

test.each(['https://spam.example', 'Kari www.spam.example', 'spam.example/tilbud', 'Vinn på http://spam'])(
  'no form takes the name %s, since the confirmation greets by name',
  (name) => {
    const visitor = { name, email: 'kari@kunde.example', subject: 'general', message: 'Hei' }
    for (const schema of [contactCreateSchema, registrationCreateSchema]) {
      const messages = schema.safeParse(visitor).error?.issues.map(({ path, message }) => [path.join('.'), message])
      expect(messages).toEqual([['name', 'Navn kan ikke inneholde en nettadresse']])
    }
  },
)

test.each([undefined, null, '', '  '])('reads %j in an optional field as null', (empty) => {
  const visitor = { name: 'Kari F. Nordmann jr.', email: 'kari@kunde.example', company: empty, phone: empty }
  expect(registrationCreateSchema.parse(visitor)).toMatchObject({ company: null, phone: null, waitingList: false })
})
