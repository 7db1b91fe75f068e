import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { onCleanup } from '../../testing/cleanup.ts'
import { createAnswerCache } from './company-register.cache.ts'
import { createRemote, RemoteFailure } from './company-register.remote.ts'

let now = Date.UTC(2026, 2, 24, 9)
const clock = { now: () => new Date(now) }
afterEach(() => {
  now = Date.UTC(2026, 2, 24, 9)
})

/** Starts a service with this listener; returns a client for it and the number of calls received. */
const startService = async (answer: RequestListener) => {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onCleanup(async () => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No port')
  const remote = createRemote({
    baseUrl: `http://127.0.0.1:${address.port}`,
    userAgent: 'test',
    concurrency: 2,
    clock,
  })
  const ask = (path = '/a/b') => remote.get(path, AbortSignal.timeout(5_000))
  const failure = (path?: string): Promise<RemoteFailure> =>
    ask(path).then(
      () => Promise.reject(new Error('It was answered')),
      (error) => (error instanceof RemoteFailure ? error : Promise.reject(error)),
    )
  return { ask, failure, calls: () => calls }
}

describe('Retry-After', () => {
  test.each([
    ['2', 2],
    ['Tue, 24 Mar 2026 09:00:30 GMT', 30],
    ['7200', 7_200],
    ['172800', 86_400],
  ])('%j pauses calls to that service, and no other, for %i seconds', async (header, seconds) => {
    const { failure, calls } = await startService((_, response) =>
      response.writeHead(503, { 'retry-after': header }).end(),
    )
    expect(await failure()).toMatchObject({ status: 503, retryAfterSeconds: seconds })
    expect(await failure()).toMatchObject({ retryAfterSeconds: seconds })
    expect(calls()).toBe(1)
    await failure('/other/b')
    expect(calls()).toBe(2)
    now += seconds * 1_000
    await failure()
    expect(calls()).toBe(3)
  })

  test.each(['', 'soon', '-1', '0', 'Tue, 24 Mar 2026 08:00:00 GMT'])('%j causes no pause', async (header) => {
    const { failure, calls } = await startService((_, response) =>
      response.writeHead(429, { 'retry-after': header }).end(),
    )
    await failure()
    await failure()
    expect(calls()).toBe(2)
  })
})

test('never quotes a response that is not JSON', async () => {
  const { failure } = await startService((_, response) => response.end('{"fodselsdato":"1970-01-01"'))
  const error = await failure()
  expect(`${error.message}${error.stack}${String(error.cause)}`).not.toContain('1970')
})

test('fails on an endless response, a redirect and an unexpected status', async () => {
  const endless = await startService((_, response) => {
    const chunk = 'x'.repeat(100_000)
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    more()
  })
  expect((await endless.failure()).message).toBe('The answer is too long.')
  const redirecting = await startService((_, response) => response.writeHead(302, { location: '/a/c' }).end())
  await redirecting.failure()
  expect(redirecting.calls()).toBe(1)
  const teapot = await startService((_, response) => response.writeHead(418).end('teapot'))
  expect(await teapot.failure()).toMatchObject({ status: 418 })
})

describe('the cache', () => {
  const signal = new AbortController().signal

  test('is bounded and evicts the least recently used value', async () => {
    const loaded: string[] = []
    const cache = createAnswerCache<string>({
      clock,
      ttl: 1_000,
      size: 2,
      load: async (key) => {
        loaded.push(key)
        return { value: key, keep: true }
      },
    })
    for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await cache.get(key, signal)).toBe(key)
    expect(loaded).toEqual(['a', 'b', 'c', 'b'])
  })

  test('does not store a value that was forgotten while it was loading', async () => {
    const arrivals = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
    let loads = 0
    const cache = createAnswerCache<number>({
      clock,
      ttl: 1_000,
      size: 2,
      load: async () => ({ value: (await arrivals[loads++]?.promise) ?? 0, keep: true }),
    })
    const first = cache.get('a', signal)
    await expect.poll(() => loads).toBe(1)
    cache.forget(() => false)
    arrivals[0]?.resolve(1)
    expect(await first).toBe(1)
    const second = cache.get('a', signal)
    arrivals[1]?.resolve(2)
    expect(await second).toBe(2)
  })
})
