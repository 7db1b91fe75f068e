import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { HttpError } from './errors.ts'
import { sentenceFor } from './sentences.ts'

/** Answers 503 at once, instead of everything too late, while the event loop is held up by more than a second on average. */
export const refuseOverload = async (app: FastifyInstance): Promise<void> => {
  await app.register(underPressure, {
    maxEventLoopDelay: 1_000,
    pressureHandler: (request) => {
      if (request.routeOptions.config.duringOverload) return
      throw new HttpError(503, sentenceFor(503, request))
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers during overload too: health and metrics. */
    duringOverload?: boolean
  }
}
