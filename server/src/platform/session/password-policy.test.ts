import type { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findGuessable } from './password-policy.ts'

test('rejects calls while twenty are waiting, and recovers afterwards', async () => {
  const calls = Array.from({ length: 22 }, () => findGuessable([]))
  const outcomes = await Promise.allSettled(calls)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused).toMatchObject([{ statusCode: 503 }, { statusCode: 503 }])
  const later = await findGuessable([
    { password: 'passwordpassword', names: [] },
    { password: 'fjelltopp-kanel-røyskatt', names: [] },
  ])
  expect(later).toEqual([true, false])
})

test('keeps its thread for the next password, ends it after a minute, and replaces it when it dies', async () => {
  const threads: Worker[] = []
  const count = (thread: Worker) => threads.push(thread)
  process.on('worker', count)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    process.off('worker', count)
    vi.useRealTimers()
  })
  const estimate = () => findGuessable([{ password: 'passwordpassword', names: [] }])
  /** Ends the thread of an earlier test. */
  const beIdle = async () => {
    await findGuessable([])
    vi.advanceTimersByTime(60_000)
  }
  await beIdle()
  threads.length = 0
  await estimate()
  await estimate()
  expect(threads).toHaveLength(1)
  await threads[0]?.terminate()
  expect(await estimate()).toEqual([true])
  expect(threads).toHaveLength(2)
  const ended = new Promise((resolve) => threads[1]?.once('exit', resolve))
  vi.advanceTimersByTime(60_000)
  await ended
  const dying = estimate()
  await vi.waitUntil(() => threads.length === 3)
  void threads[2]?.terminate()
  await expect(dying).rejects.toThrow('ended without an answer')
})
