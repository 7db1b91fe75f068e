import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  contactCreateSchema,
  contactCustomerSchema,
  contactLeadSchema,
  contactReplySchema,
  contactStatesSchema,
  contactUpdateSchema,
} from './contacts.schema.ts'

const id = '11111111-1111-4111-8111-111111111111'
const enquiry = { name: 'Kari', email: 'kari@nordmann.example', subject: 'product', message: 'Hei' }

test.each<[string, z.ZodType, object, object]>([
  [
    'an enquiry',
    contactCreateSchema,
    { name: ' ', email: 'kari', message: 'x'.repeat(10_001) },
    {
      name: 'Navn er påkrevd',
      email: 'Ugyldig e-postadresse',
      subject: 'Emne er påkrevd',
      message: 'Melding kan ha høyst 10000 tegn',
    },
  ],
  [
    'an enquiry with a character that the database cannot store',
    contactCreateSchema,
    { ...enquiry, message: 'Hei\0' },
    { message: 'Melding inneholder et tegn som ikke kan lagres' },
  ],
  [
    'a change of an enquiry',
    contactUpdateSchema,
    { name: '', email: 'nei' },
    { name: 'Navn er påkrevd', email: 'Ugyldig e-postadresse' },
  ],
  ['a state', contactStatesSchema, { ids: [id], state: 'suspect' }, { state: 'Ukjent status' }],
  ['a state of none', contactStatesSchema, { ids: [], state: 'new' }, { ids: 'Velg minst én henvendelse' }],
  [
    'a state of too many',
    contactStatesSchema,
    { ids: Array(501).fill(id), state: 'new' },
    { ids: 'Høyst 500 henvendelser om gangen' },
  ],
  [
    'a reply',
    contactReplySchema,
    { id: 'x', subject: ' ', text: '' },
    { id: 'Ugyldig id', subject: 'Emne er påkrevd', text: 'Svar er påkrevd' },
  ],
  ['a customer', contactCustomerSchema, { customerId: 0 }, { customerId: 'Ugyldig kunde' }],
  ['a lead', contactLeadSchema, { leadId: 0 }, { leadId: 'Ugyldig lead' }],
])('rejects %s with a message for each invalid field', (_, schema, body, messages) => {
  const issues = schema.safeParse(body).error?.issues ?? []
  expect(Object.fromEntries(issues.map(({ path, message }) => [path.join('.'), message]))).toEqual(messages)
})

test('keeps line breaks in the message only', () => {
  const typed = { name: 'Kari\r\nNordmann', subject: 'Emne \n Bcc: ola@nordmann.example', message: 'En\n\nto' }
  expect(contactCreateSchema.parse({ ...enquiry, ...typed })).toMatchObject({
    name: 'Kari Nordmann',
    subject: 'Emne Bcc: ola@nordmann.example',
    message: 'En\n\nto',
  })
})

test.each([0, 2_147_483_648, 1.5, '1'])('rejects the version %j', (version) => {
  const paths = contactUpdateSchema.safeParse({ name: 'Ny', version }).error?.issues.map(({ path }) => path)
  expect(paths).toEqual([['version']])
})

test('reads a version of null as none', () => {
  expect(contactUpdateSchema.parse({ name: 'Ny', version: null })).toEqual({ name: 'Ny', version: undefined })
})
