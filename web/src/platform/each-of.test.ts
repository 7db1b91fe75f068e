import { expect, test } from 'vitest'
import { SessionExpiredError } from './api-client.ts'
import { runForEach } from './each-of.ts'

const ids = [1, 2, 3, 4, 5, 6, 7, 8]

test('continues after a failure', async () => {
  const failure = new Error('Not this one.')
  const notified: [number, string][] = []
  const outcome = await runForEach(
    ids,
    async (id) => {
      if (id === 3) throw failure
      return `made ${id}`
    },
    { onDone: (id, result) => notified.push([id, result]) },
  )
  expect([...outcome.done.keys()].sort()).toEqual([1, 2, 4, 5, 6, 7, 8])
  expect(outcome.done.get(8)).toBe('made 8')
  expect([...outcome.failed]).toEqual([[3, failure]])
  expect(notified).toEqual([...outcome.done])
})

test('runs at most four at a time', async () => {
  let underway = 0
  let concurrency = 0
  await runForEach(ids, async () => {
    underway += 1
    concurrency = Math.max(concurrency, underway)
    await new Promise((resolve) => setTimeout(resolve, 1))
    underway -= 1
  })
  expect(concurrency).toBe(4)
})

test('when aborted, finishes pending calls and starts no new ones', async () => {
  const controller = new AbortController()
  const outcome = await runForEach(
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

test('skips the rest once the session has expired', async () => {
  const outcome = await runForEach(ids, (id) => Promise.reject(new SessionExpiredError(401, `${id}`)))
  expect([...outcome.failed.keys()]).toEqual([1, 2, 3, 4])
  expect(outcome.done.size).toBe(0)
})
