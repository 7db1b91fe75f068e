import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import type { Deps } from '../deps.ts'
import { TooManyRequests } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Posts per 10 minutes and address, counted across all routes with a limit. */
    formLimit?: number
    /** Counts when the body has been read, for an answer that repeats it. */
    limitAfterBody?: boolean
  }
}

/** Route options of a public form: `PUBLIC_FORM_LIMIT` posts per 10 minutes and address across all public forms. */
export const publicFormLimit = ({ config }: Pick<Deps, 'config'>): Pick<RouteShorthandOptions, 'config'> => ({
  config: { formLimit: config.publicFormLimit },
})

/**
 * Counts posts to public forms by address (IPv6 by its /64, which one visitor has) and answers 429 with Retry-After beyond the limit.
 * Counts per process: N instances allow N times the limit.
 */
export const limitForms = async (app: FastifyInstance): Promise<void> => {
  await app.register(rateLimit, { global: false })
  const count = app.createRateLimit({
    timeWindow: 10 * 60_000,
    max: (request) => request.routeOptions.config.formLimit ?? 0,
  })
  const limit = async (request: FastifyRequest, isAfterBody: boolean): Promise<void> => {
    const { formLimit, limitAfterBody = false } = request.routeOptions.config
    if (formLimit === undefined || limitAfterBody !== isAfterBody) return
    const result = await count(request)
    if (result.isAllowed || !result.isExceeded) return
    throw new TooManyRequests(sentenceFor(429, request), result.ttlInSeconds)
  }
  app.addHook('onRequest', (request) => limit(request, false))
  app.addHook('preValidation', (request) => limit(request, true))
}
