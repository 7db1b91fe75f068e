import { once } from 'node:events'
import Fastify from 'fastify'
import { afterAll, expect, test, vi } from 'vitest'
import { listenLocally } from '../../testing/event-reader.ts'
import { clientLeft } from './client-left.ts'
import { keepEventStreams } from './event-streams.ts'

test('a client that left before its stream was opened leaves nothing behind', async () => {
  const app = Fastify()
  afterAll(() => app.close())
  keepEventStreams(app)
  const arrived = Promise.withResolvers<void>()
  const opened = Promise.withResolvers<{ failure: unknown; hasLeft: boolean }>()
  const onEnd = vi.fn()
  app.get('/', async (_request, reply) => {
    const left = once(reply.raw, 'close')
    arrived.resolve()
    await left
    try {
      return app.eventStreams.open(reply, onEnd).body
    } catch (failure) {
      opened.resolve({ failure, hasLeft: clientLeft(reply).aborted })
      throw failure
    }
  })
  const leaving = new AbortController()
  const call = fetch(await listenLocally(app), { signal: leaving.signal }).catch(() => undefined)
  await arrived.promise
  leaving.abort()
  await call
  expect(await opened.promise).toMatchObject({ failure: { statusCode: 499 }, hasLeft: true })
})
