import { expect, test } from 'vitest'
import { SessionExpiredError } from './api-client.ts'
import { eachOf } from './each-of.ts'

const ids = [1, 2, 3, 4, 5, 6, 7, 8]

test('a failure of one leaves the others', async () => {
  const failure = new Error('Not this one.')
  const told: [number, string][] = []
  const outcome = await eachOf(
    ids,
    async (id) => {
      if (id === 3) throw failure
      return `made ${id}`
    },
    { onDone: (id, result) => told.push([id, result]) },
  )
  expect([...outcome.done.keys()].sort()).toEqual([1, 2, 4, 5, 6, 7, 8])
  expect(outcome.done.get(8)).toBe('made 8')
  expect([...outcome.failed]).toEqual([[3, failure]])
  expect(told).toEqual([...outcome.done])
})

test('at most four are underway at a time', async () => {
  let underway = 0
  let most = 0
  await eachOf(ids, async () => {
    underway += 1
    most = Math.max(most, underway)
    await new Promise((resolve) => setTimeout(resolve, 1))
    underway -= 1
  })
  expect(most).toBe(4)
})

test('stopped, it lets what is underway end and begins no more', async () => {
  const controller = new AbortController()
  const outcome = await eachOf(
    ids,
    async (id) => {
      if (id === 2) controller.abort()
      await new Promise((resolve) => setTimeout(resolve, 1))
      return id
    },
    { signal: controller.signal },
  )
  expect([...outcome.done.keys()]).toEqual([1, 2])
  expect(outcome.failed.size).toBe(0)
})

test('once the session has expired the rest are not tried', async () => {
  const outcome = await eachOf(ids, (id) => Promise.reject(new SessionExpiredError(401, `${id}`)))
  expect([...outcome.failed.keys()]).toEqual([1, 2, 3, 4])
  expect(outcome.done.size).toBe(0)
})
