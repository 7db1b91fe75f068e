import { expect, test } from 'vitest'
import { ApiError } from '../../platform/api-client.ts'
import { previewTexts } from './components/lead-customer-preview.ts'
import { customersSentence, customersToast } from './components/lead-customers-report.ts'

const names = ['Nord AS', 'Sør AS', 'Øst AS', 'Vest AS', 'Midt AS']
const requested = names.map((company_name, index) => ({ id: index + 1, company_name }))

const rejection = (text: string) => new ApiError(400, text, {})

const outcomeOf = (
  created: readonly number[],
  linked: readonly number[],
  failed: readonly [number, string][] = [],
) => ({
  done: new Map([...created, ...linked].map((id) => [id, { created: created.includes(id) }])),
  failed: new Map(failed.map(([id, text]) => [id, rejection(text)])),
})

test('describes the outcome in one sentence', () => {
  expect(customersSentence(requested, outcomeOf([1, 2, 3, 4, 5], []))).toBe('5 kunder opprettet.')
  expect(customersSentence(requested.slice(0, 3), outcomeOf([1], [2, 3]))).toBe(
    '1 kunde opprettet, 2 leads koblet til eksisterende kunder.',
  )
  expect(customersSentence(requested.slice(0, 1), outcomeOf([], [1]))).toBe('1 lead koblet til eksisterende kunde.')
})

test('groups failed leads by reason', () => {
  const missing = 'Kunden trenger en e-postadresse.'
  const failed: [number, string][] = [
    [2, missing],
    [3, 'Leadet finnes ikke lenger.'],
    [5, missing],
  ]
  expect(customersSentence(requested, outcomeOf([1], [4], failed))).toBe(
    '1 kunde opprettet, 1 lead koblet til eksisterende kunde, 3 feilet: ' +
      'Sør AS, Midt AS (Kunden trenger en e-postadresse); Øst AS (Leadet finnes ikke lenger).',
  )
})

test('names only the first of many leads that failed for one reason', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, company_name: `${index + 1} AS` }))
  const failed = many.map(({ id }): [number, string] => [id, 'Databasen er borte.'])
  const sentence = customersSentence(many, outcomeOf([], [], failed))
  expect(sentence).toMatch(/^30 feilet: 1 AS, 2 AS, .*10 AS og 20 til \(Databasen er borte\)\.$/)
})

test('summarizes the counts in a toast, marking failures and skipped leads', () => {
  expect(customersToast(requested, outcomeOf([1, 2, 3, 4], [5]))).toEqual({
    title: 'Kunde opprettet',
    description: '4 kunder opprettet, 1 lead koblet til eksisterende kunde.',
  })
  expect(customersToast(requested, outcomeOf([1], [2]))).toMatchObject({
    title: 'Stoppet',
    description: '1 kunde opprettet, 1 lead koblet til eksisterende kunde, 3 ikke prøvd.',
  })
  expect(customersToast(requested, outcomeOf([1], [], [[2, 'Nei']]))).toEqual({
    title: 'Feil',
    description: '1 kunde opprettet, 3 ikke prøvd, 1 feilet.',
    variant: 'destructive',
  })
  expect(customersToast(requested.slice(0, 1), outcomeOf([], [1]))).toMatchObject({ title: 'Koblet til kunde' })
})

test('names the customer that each lead becomes, also if several leads become one new customer', () => {
  const lead = (id: number, company_name: string, org_no: string | null = null) => ({ id, company_name, org_no })
  const leads = [
    lead(1, 'Nord AS', '974760673'),
    lead(2, 'NORD AS'),
    lead(3, 'Nord AS', '889640782'),
    lead(4, 'Sør AS'),
    lead(5, 'Sør AS'),
    lead(6, 'Øst AS', '974760673'),
  ]
  const known = { customer: { id: 9, name: 'Sør AS', by: 'name' } } as const
  const unknown = { customer: null }
  const previews = new Map(leads.map(({ id }) => [id, id === 4 || id === 5 ? known : unknown]))
  expect([...previewTexts(leads, previews).values()]).toEqual([
    'Det opprettes en ny kunde: Nord AS.',
    'Leadet kobles til den samme nye kunden som Nord AS.',
    // A customer of the same name, but with another number.
    'Det opprettes en ny kunde: Nord AS.',
    'Leadet kobles til kunden Sør AS, som har samme navn.',
    'Leadet kobles til kunden Sør AS, som har samme navn.',
    'Leadet kobles til den samme nye kunden som Nord AS.',
  ])
})
