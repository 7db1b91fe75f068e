import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  agreementCreateSchema,
  agreementLineCreateSchema,
  agreementUpdateSchema,
} from '../agreements/agreements.schema.ts'
import { leadCreateSchema, leadUpdateSchema } from '../leads/leads.schema.ts'
import { webinarCreateSchema, webinarUpdateSchema } from '../webinars/webinars.schema.ts'

const rejectedFields = (schema: z.ZodType, body: object) =>
  schema.safeParse(body).error?.issues.map(({ path }) => path.join('.'))

test.each([
  ...['+275760-09-13T00:00:00.000Z', '-271821-04-20T00:00:00.000Z', '2201-01-01', '9999-12-31', '0001-01-01'],
  // `Date.parse` reads each of them.
  ...['5', '2026', 'juni 2026', '12/31/2026', '2026-02-30T10:00:00Z', '2026-06-29 22:00:00 EST'],
])('no schema accepts the date %s', (date) => {
  const title = 'Rådgivning'
  expect(rejectedFields(agreementCreateSchema, { title, customerId: 1, validUntil: date })).toEqual(['validUntil'])
  expect(rejectedFields(agreementUpdateSchema, { validUntil: date })).toEqual(['validUntil'])
  for (const field of ['established_date', 'registration_date']) {
    const body = { company_name: 'Prøve AS', [field]: date }
    expect(rejectedFields(leadCreateSchema, body)).toEqual([field])
    expect(rejectedFields(leadUpdateSchema, body)).toEqual([field])
  }
  expect(rejectedFields(webinarCreateSchema, { name: 'Internkontroll', date })).toEqual(['date'])
  expect(rejectedFields(webinarUpdateSchema, { date })).toEqual(['date'])
})

test('accepts the founding date of a very old company', () => {
  const body = { company_name: 'Norges eldste AS', established_date: '1816-06-14' }
  expect(leadCreateSchema.parse(body).established_date).toBe('1816-06-14')
})

test.each([2.5, '2,5', '2.5'])('rejects the quantity %j', (quantity) => {
  const line = agreementLineCreateSchema.safeParse({ description: 'Timer', unitPrice: 100, quantity })
  expect(line.error?.issues.map(({ message }) => message)).toEqual(['Antall må være et helt tall'])
})
