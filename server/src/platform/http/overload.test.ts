import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { onCleanup } from '../../testing/cleanup.ts'
import { loadConfig } from '../config/config.ts'
import { refuseOverload } from './overload.ts'
import { createServer } from './server.ts'

const startServer = async (limits?: { maxDelayMs: number; sampleMs: number }) => {
  const app = createServer(loadConfig({ LOG_LEVEL: 'silent' }))
  refuseOverload(app, limits)
  app.get('/api/any', async () => ({ ok: true }))
  app.get('/healthz', { config: { duringOverload: true } }, async () => ({ ok: true }))
  onCleanup(() => app.close())
  return app
}

/** Blocks the event loop for `ms` in each of `turns` turns. */
const block = async (ms: number, turns: number) => {
  for (let turn = 0; turn < turns; turn++) {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    await nextTurn()
  }
}

const listen = { port: 0, host: '127.0.0.1' }

describe('a server whose event loop is blocked', () => {
  it('rejects requests immediately, still answers health checks, and recovers', async () => {
    const app = await startServer({ maxDelayMs: 100, sampleMs: 200 })
    await app.listen(listen)
    const status = async (url: string) => (await app.inject({ url })).statusCode
    expect(await status('/api/any')).toBe(200)
    // Every turn is longer than a sample: from the second sample on, all turns are blocked.
    await block(250, 4)
    const refused = await app.inject({ url: '/api/any' })
    expect(refused.statusCode).toBe(503)
    expect(refused.headers['retry-after']).toBe('5')
    expect(refused.json()).toEqual({ error: 'Tjenesten er ikke tilgjengelig akkurat nå. Prøv igjen om litt.' })
    expect(await status('/healthz')).toBe(200)
    await expect.poll(() => status('/api/any')).toBe(200)
  })

  it('rejects requests while every turn is late, even if several fit into a sample', async () => {
    const app = await startServer({ maxDelayMs: 40, sampleMs: 300 })
    await app.listen(listen)
    const status = async () => (await app.inject({ url: '/api/any' })).statusCode
    await block(80, 16)
    expect(await status()).toBe(503)
    await expect.poll(status).toBe(200)
  })

  it('accepts the first requests even if the start blocked the event loop', async () => {
    const app = await startServer()
    await block(1_100, 2)
    await app.listen(listen)
    expect((await app.inject({ url: '/api/any' })).statusCode).toBe(200)
  })

  it('does not measure when it does not listen, as in feature tests', async () => {
    const app = await startServer({ maxDelayMs: 100, sampleMs: 200 })
    await app.ready()
    await block(250, 4)
    expect((await app.inject({ url: '/api/any' })).statusCode).toBe(200)
  })
})
