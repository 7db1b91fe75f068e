import { QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLiveQueries } from './live-queries.ts'
import { shows } from './shows.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const change = [{ kind: 'lead' as const, ids: ['1'] }]

test('throttles expensive queries', async () => {
  const client = new QueryClient()
  const queryFn = vi.fn(async () => 'counted')
  const options = queryOptions({ queryKey: ['figures'], queryFn, meta: { ...shows('lead'), pause: 3_000 } })
  const unmount = new QueryObserver(client, options).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect(queryFn).toHaveBeenCalledTimes(1)

  const live = createLiveQueries(client)
  live.apply(change)
  await vi.advanceTimersByTimeAsync(1_500)
  live.apply(change)
  expect(queryFn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(queryFn).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(queryFn).toHaveBeenCalledTimes(2)

  live.apply(change)
  await vi.advanceTimersByTimeAsync(300)
  expect(queryFn).toHaveBeenCalledTimes(3)
  live.stop()
  unmount()
})
