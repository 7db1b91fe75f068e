import { expect, test } from 'vitest'
import { maxPageSize, pageQuery, pagination } from './paging.ts'

const query = pageQuery(50)

test('defaults to the first page of the default size', () => {
  expect(query.parse({})).toEqual({ page: 1, size: 50 })
})

test('parses page and size from the query string', () => {
  expect(query.parse({ page: '3', size: '1' })).toEqual({ page: 3, size: 1 })
})

test.each([{ page: '0' }, { page: '1.5' }, { page: 'x' }, { size: '0' }, { size: String(maxPageSize + 1) }])(
  'rejects %j with a message',
  (input) => {
    const [issue] = query.safeParse(input).error?.issues ?? []
    expect(issue?.message).toMatch(/^(Ugyldig side|Ugyldig sidestørrelse|Høyst 200 per side)$/)
  },
)

test.each([
  [0, 1],
  [50, 1],
  [51, 2],
  [100, 2],
])('%d rows make %d pages of 50', (total, pages) => {
  expect(pagination(1, 50, total)).toEqual({ page: 1, size: 50, total, pages })
})
