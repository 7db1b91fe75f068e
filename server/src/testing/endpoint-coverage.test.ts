import { expect, test } from 'vitest'
import { missingCalls } from './endpoint-coverage.ts'

const list = { method: 'GET', path: '/api/contacts', caller: 'admin' } as const
const change = { method: 'PUT', path: '/api/contacts/{id}', caller: 'admin' } as const
const send = { method: 'POST', path: '/api/contacts', caller: 'public' } as const

test('finds nothing missing when every endpoint was called with success and without the right to', () => {
  const calls = [
    'GET /api/contacts 200',
    'GET /api/contacts 401',
    'PUT /api/contacts/{id} 204',
    'PUT /api/contacts/{id} 403',
  ]
  expect(missingCalls([list, change, send], new Set([...calls, 'POST /api/contacts 302']))).toEqual([])
})

test('names an endpoint that no test called with success', () => {
  const calls = new Set(['GET /api/contacts 500', 'GET /api/contacts 401', 'GET /api/contacts/{id} 200'])
  expect(missingCalls([list], calls)).toEqual(['GET /api/contacts: no test calls it with success'])
})

test('names an endpoint that no test called without the right to', () => {
  expect(missingCalls([list], new Set(['GET /api/contacts 200']))).toEqual([
    'GET /api/contacts: no test calls it without the right to',
  ])
})

test('does not ask for a refusal where anyone may call', () => {
  expect(missingCalls([send], new Set(['POST /api/contacts 200']))).toEqual([])
})

test('takes another method or a longer path for another endpoint', () => {
  expect(missingCalls([send], new Set(['GET /api/contacts 200', 'POST /api/contacts/{id} 200']))).toHaveLength(1)
})
