import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import { HttpError } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'

/** The interval for measuring the event loop delay. Milliseconds. */
const resolution = 10

/**
 * Rejects requests at once with 503 while the event loop is delayed by more than `maxDelayMs` on average over the last `sampleMs`;
 * otherwise all responses would be late. Starts to measure when the server listens: loading the modules blocks the loop for a second or
 * more, which must not fail the first requests.
 */
export const refuseOverload = (app: FastifyInstance, { maxDelayMs = 1_000, sampleMs = 1_000 } = {}): void => {
  const delays = monitorEventLoopDelay({ resolution })
  let overloaded = false
  let timer: NodeJS.Timeout | undefined

  app.addHook('onListen', async () => {
    delays.enable()
    timer = setInterval(() => {
      // No measurement in this period means that the loop was blocked throughout.
      overloaded = delays.count === 0 || delays.mean / 1e6 - resolution > maxDelayMs
      delays.reset()
    }, sampleMs).unref()
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (overloaded && !request.routeOptions.config.duringOverload) throw new HttpError(503, sentenceFor(503, request))
    done()
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes that respond during overload, too: health and metrics. */
    duringOverload?: boolean
  }
}
