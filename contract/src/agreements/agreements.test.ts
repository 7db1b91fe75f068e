import { expect, test } from 'vitest'
import type { z } from 'zod'
import {
  type AgreementStatus,
  agreementLimits,
  agreementSteps,
  copyTitle,
  isExpired,
  isFrozen,
  mailKindOf,
  statusAfter,
} from './agreements.rules.ts'
import {
  agreementCreateSchema,
  agreementFormSchema,
  agreementLineFormSchema,
  inlineProductFormSchema,
} from './agreements.schema.ts'

const messagesOf = (schema: z.ZodType, value: unknown): Record<string, string> =>
  Object.fromEntries(schema.safeParse(value).error?.issues.map((issue) => [issue.path.join('.'), issue.message]) ?? [])

test('allows exactly the listed status changes', () => {
  const allowedSteps = Object.entries(agreementSteps).flatMap(([status, steps]) =>
    Object.entries(steps).map(([step, next]) => `${status} ${step} ${next}`),
  )
  expect(allowedSteps).toEqual([
    'draft send sent',
    'sent send sent',
    'sent accept accepted',
    'sent reject rejected',
    'sent contact pending_contact',
    'pending_contact send sent',
    'accepted send accepted',
  ])
  expect(statusAfter('rejected', 'send')).toBeUndefined()
  expect(statusAfter('accepted', 'reject')).toBeUndefined()
})

test('freezes only accepted agreements and picks the mail kind by status', () => {
  const statuses: AgreementStatus[] = ['draft', 'sent', 'accepted', 'rejected', 'pending_contact']
  expect(statuses.filter(isFrozen)).toEqual(['accepted', 'rejected'])
  expect(statuses.map(mailKindOf)).toEqual(['agreement', 'reminder', 'copy', 'agreement', 'agreement'])
})

test.each([
  ['2026-06-30', '2026-06-30T21:59:59.999Z', false],
  ['2026-06-30', '2026-06-30T22:00:00.000Z', true],
  ['2026-12-31', '2026-12-31T22:59:59.999Z', false],
  ['2026-12-31', '2026-12-31T23:00:00.000Z', true],
  [null, '2099-01-01T00:00:00.000Z', false],
])('an agreement valid until %s is expired at %s: %s', (validUntil, now, expired) => {
  expect(isExpired(validUntil, now)).toBe(expired)
})

test('cuts the title of a copy to the maximum length', () => {
  expect(copyTitle('Avtale')).toBe('Kopi av Avtale')
  expect(copyTitle('x'.repeat(agreementLimits.title))).toHaveLength(agreementLimits.title)
})

test('the panel’s forms use their own messages', () => {
  expect(messagesOf(agreementFormSchema, { title: '', vatRate: 100.1 })).toEqual({
    title: 'Tittel er påkrevd',
    vatRate: 'MVA-sats må være mellom 0 og 100',
    customerId: 'Du må velge en kunde',
  })
  expect(messagesOf(agreementLineFormSchema, { description: ' ', quantity: 0, unitPrice: -1, vatRate: -1 })).toEqual({
    description: 'Beskrivelse er påkrevet',
    quantity: 'Antall må være minst 1',
    unitPrice: 'Enhetspris må være positiv',
    vatRate: 'MVA-sats må være mellom 0 og 100',
  })
  expect(messagesOf(inlineProductFormSchema, { number: '', name: ' ', salesPrice: -0.01 })).toEqual({
    number: 'Produktnummer er påkrevet',
    name: 'Produktnavn er påkrevet',
    salesPrice: 'Salgspris må være positiv',
  })
  expect(messagesOf(inlineProductFormSchema, { number: '1', name: 'x', salesPrice: 1.005 })).toEqual({
    salesPrice: 'Salgspris kan ha høyst to desimaler',
  })
})

test('the interface names what an agreement lacks', () => {
  const amounts = { totalAmount: -1, vatAmount: 0.5 }
  const invalid = { title: ' ', validUntil: '2026-02-30', contactPersonId: 0, ...amounts }
  expect(messagesOf(agreementCreateSchema, invalid)).toEqual({
    title: 'Tittel er påkrevd',
    customerId: 'Kunde ID er påkrevd',
    validUntil: 'Ugyldig dato',
    totalAmount: 'Totalbeløp må være 0 eller høyere',
    vatAmount: 'MVA-beløp må være 0 eller høyere',
    contactPersonId: 'Kontaktperson ID må være et positivt heltall',
  })
})

test('an invalid optional number gets the message of its own field', () => {
  const form = { title: 'x', customerId: 1 }
  expect(messagesOf(agreementFormSchema, { ...form, vatRate: 'abc', reminderDays: '2,5' })).toEqual({
    vatRate: 'MVA-sats må være mellom 0 og 100',
    reminderDays: 'Antall dager må være et helt tall',
  })
  expect(messagesOf(agreementFormSchema, { ...form, vatRate: '12,345' })).toEqual({
    vatRate: 'MVA-sats kan ha høyst to desimaler',
  })
  expect(messagesOf(agreementLineFormSchema, { description: 'x', unitPrice: 1, productId: 1.5 })).toEqual({
    productId: 'Produkt ID er påkrevd',
  })
})

test('rejects a typed number with three decimals', () => {
  const line = { description: 'x', quantity: 1, unitPrice: '19,999', vatRate: '12.345' }
  expect(messagesOf(agreementLineFormSchema, line)).toEqual({
    unitPrice: 'Enhetspris kan ha høyst to desimaler',
    vatRate: 'MVA-sats kan ha høyst to desimaler',
  })
  expect(messagesOf(agreementLineFormSchema, { ...line, unitPrice: '1 234,500', vatRate: 25 })).toEqual({
    unitPrice: 'Enhetspris kan ha høyst to desimaler',
  })
  expect(messagesOf(agreementLineFormSchema, { ...line, unitPrice: '12,3x', vatRate: '' })).toEqual({
    unitPrice: 'Enhetspris må være positiv',
    vatRate: 'MVA-sats må være mellom 0 og 100',
  })
  expect(messagesOf(inlineProductFormSchema, { number: '1', name: 'x', salesPrice: '19,999' })).toEqual({
    salesPrice: 'Salgspris kan ha høyst to desimaler',
  })
})
