import { deleteUser, updateUser } from '@kontor/contract/users/users.endpoints'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call } from './api-client.ts'

const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z', lastLoginAt: null }
const user = { ...times, id: 7, username: 'kari', role: 'sales', isActive: true }
/** The stored version, which each change increments. */
let version = 1
const sent: string[] = []
let answer = Promise.resolve()

beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    if (method === 'DELETE') {
      sent.push(url)
      return new Response(null, { status: 204 })
    }
    await answer
    version += 1
    return Response.json({ ...user, version })
  })
})
afterEach(() => vi.unstubAllGlobals())

const params = { id: '7' }
const activate = () => call(updateUser, { params, body: { isActive: true } })
const remove = (seen: number) => call(deleteUser, { params, query: { version: seen } })

test("a deletion follows the user's own changes of the entity, even pending ones, but nobody else's", async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answer = promise
  const changes = [activate(), activate()]
  const removal = remove(1)
  resolve()
  await Promise.all([...changes, removal])
  // A colleague's change.
  version += 1
  await activate()
  for (const seen of [2, 3, 4]) await remove(seen)
  await call(deleteUser, { params: { id: '70' }, query: { version: 1 } })
  expect(sent).toEqual([
    ...['/api/users/7?version=3', '/api/users/7?version=2', '/api/users/7?version=3'],
    ...['/api/users/7?version=5', '/api/users/70?version=1'],
  ])
})
