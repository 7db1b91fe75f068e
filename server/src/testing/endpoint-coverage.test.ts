import { expect, test } from 'vitest'
import { missingCalls } from './endpoint-coverage.ts'

const list = { method: 'GET', path: '/api/contacts', caller: 'admin' } as const
const change = { method: 'PUT', path: '/api/contacts/{id}', caller: 'admin' } as const
const send = { method: 'POST', path: '/api/contacts', caller: 'public' } as const

test('finds nothing missing when every endpoint was called successfully and without permission', () => {
  const calls = [
    'GET /api/contacts 200',
    'GET /api/contacts 401',
    'PUT /api/contacts/{id} 204',
    'PUT /api/contacts/{id} 403',
  ]
  expect(missingCalls([list, change, send], new Set([...calls, 'POST /api/contacts 302']))).toEqual([])
})

test('names an endpoint that no test called successfully', () => {
  const calls = new Set(['GET /api/contacts 500', 'GET /api/contacts 401', 'GET /api/contacts/{id} 200'])
  expect(missingCalls([list], calls)).toEqual(['GET /api/contacts: no test calls it with success'])
})

test('names an endpoint that no test called without permission', () => {
  expect(missingCalls([list], new Set(['GET /api/contacts 200']))).toEqual([
    'GET /api/contacts: no test calls it without the right to',
  ])
})

test('requires no rejected call of a public endpoint', () => {
  expect(missingCalls([send], new Set(['POST /api/contacts 200']))).toEqual([])
})

test('treats another method or a longer path as another endpoint', () => {
  expect(missingCalls([send], new Set(['GET /api/contacts 200', 'POST /api/contacts/{id} 200']))).toHaveLength(1)
})
