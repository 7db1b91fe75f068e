import { expect, test } from 'vitest'
import { ApiError } from '../../platform/api-client.ts'
import { customersSentence, customersToast } from './components/lead-customers-report.tsx'

const names = ['Nord AS', 'Sør AS', 'Øst AS', 'Vest AS', 'Midt AS']
const asked = names.map((company_name, index) => ({ id: index + 1, company_name }))

const refusal = (text: string) => new ApiError(400, text, {})

const made = (created: readonly number[], linked: readonly number[], failed: readonly [number, string][] = []) => ({
  done: new Map([...created, ...linked].map((id) => [id, { created: created.includes(id) }])),
  failed: new Map(failed.map(([id, text]) => [id, refusal(text)])),
})

test('what became of the leads is told in one sentence', () => {
  expect(customersSentence(asked, made([1, 2, 3, 4, 5], []))).toBe('5 kunder opprettet.')
  expect(customersSentence(asked.slice(0, 3), made([1], [2, 3]))).toBe(
    '1 kunde opprettet, 2 leads koblet til eksisterende kunder.',
  )
  expect(customersSentence(asked.slice(0, 1), made([], [1]))).toBe('1 lead koblet til eksisterende kunde.')
})

test('those that failed are named by why', () => {
  const missing = 'Kunden trenger en e-postadresse.'
  const failed: [number, string][] = [
    [2, missing],
    [3, 'Leadet finnes ikke lenger.'],
    [5, missing],
  ]
  expect(customersSentence(asked, made([1], [4], failed))).toBe(
    '1 kunde opprettet, 1 lead koblet til eksisterende kunde, 3 feilet: ' +
      'Sør AS, Midt AS (Kunden trenger en e-postadresse); Øst AS (Leadet finnes ikke lenger).',
  )
})

test('of very many that failed for one reason the first are named', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ id: index + 1, company_name: `${index + 1} AS` }))
  const failed = many.map(({ id }): [number, string] => [id, 'Databasen er borte.'])
  const sentence = customersSentence(many, made([], [], failed))
  expect(sentence).toMatch(/^30 feilet: 1 AS, 2 AS, .*10 AS og 20 til \(Databasen er borte\)\.$/)
})

test('a toast has the figures, and says when something failed or was left out', () => {
  expect(customersToast(asked, made([1, 2, 3, 4], [5]))).toEqual({
    title: 'Kunde opprettet',
    description: '4 kunder opprettet, 1 lead koblet til eksisterende kunde.',
  })
  expect(customersToast(asked, made([1], [2]))).toMatchObject({
    title: 'Stoppet',
    description: '1 kunde opprettet, 1 lead koblet til eksisterende kunde, 3 ikke prøvd.',
  })
  expect(customersToast(asked, made([1], [], [[2, 'Nei']]))).toEqual({
    title: 'Feil',
    description: '1 kunde opprettet, 3 ikke prøvd, 1 feilet.',
    variant: 'destructive',
  })
  expect(customersToast(asked.slice(0, 1), made([], [1]))).toMatchObject({ title: 'Koblet til kunde' })
})
