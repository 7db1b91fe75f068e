import { expect, test } from 'vitest'
import { isAffected, shows, showsAll, showsRecord } from './shows.ts'

const lead = (...ids: string[]) => [{ kind: 'lead' as const, ids }]

test('a list is affected by any change of its kinds', () => {
  expect(isAffected(shows('lead', 'customer'), lead('1'))).toBe(true)
  expect(isAffected(shows('customer'), lead('1'))).toBe(false)
})

test('a record is affected by its own changes and by too many to list', () => {
  expect(isAffected(showsRecord(1, 'lead'), lead('2', '1'))).toBe(true)
  expect(isAffected(showsRecord(1, 'lead'), lead('2'))).toBe(false)
  expect(isAffected(showsRecord(1, 'lead'), [{ kind: 'lead', ids: null }])).toBe(true)
})

test('metas combine, and a query without one is never affected', () => {
  const meta = showsAll(showsRecord(1, 'lead'), shows('agreement'))
  expect(isAffected(meta, [{ kind: 'agreement', ids: ['a'] }])).toBe(true)
  expect(isAffected(meta, lead('2'))).toBe(false)
  expect(isAffected(undefined, lead('1'))).toBe(false)
})
