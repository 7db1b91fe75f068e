import { expect, test } from 'vitest'
import { siteTextsPreviewSchema, siteTextsUpdateSchema } from './site-editing.schema.ts'

const change = { id: 'home.hero.lead', language: 'no', text: 'Vi lager båter.' }
const isAccepted = (one: object): boolean => siteTextsUpdateSchema.safeParse({ changes: [change, one] }).success

test.each([
  ['no text', { text: '  ' }],
  ['markup', { text: 'Hei <b>du</b>' }],
  ['several lines', { text: 'Hei\ndu' }],
  ['a text that is too long', { text: 'x'.repeat(2_001) }],
  ['an id with other characters', { id: 'home/hero' }],
  ['an id that names a prototype', { id: '__proto__' }],
  ['another language', { language: 'sv' }],
])('rejects %s', (_, wrong) => {
  expect(isAccepted({ ...change, ...wrong })).toBe(false)
})

test('accepts a text of the maximum length, and the delivered one again', () => {
  expect([isAccepted({ ...change, text: 'x'.repeat(2_000) }), isAccepted({ ...change, text: null })]).toEqual([
    true,
    true,
  ])
})

test.each([
  ['another language', { language: 'sv' }],
  ['texts that are not JSON', { texts: '{' }],
  ['texts without ids', { texts: '["x"]' }],
  ['a text that is far too long', { texts: JSON.stringify({ 'home.title': 'x'.repeat(4_001) }) }],
])('rejects a preview with %s', (_, wrong) => {
  const preview = { page: 'home', language: 'no', texts: '{}' }
  expect(siteTextsPreviewSchema.safeParse(preview).success).toBe(true)
  expect(siteTextsPreviewSchema.safeParse({ ...preview, ...wrong }).success).toBe(false)
})
