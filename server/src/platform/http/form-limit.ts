import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import type { Deps } from '../deps.ts'
import { TooManyRequests } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { ipv6Subnet } from './client-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Posts per 10 minutes and address, counted over all routes that have it. */
    formLimit?: number
  }
}

/** Route options of a public form: `PUBLIC_FORM_LIMIT` posts per 10 minutes and address to all public forms together. */
export const publicFormLimit = ({ config }: Pick<Deps, 'config'>): Pick<RouteShorthandOptions, 'config'> => ({
  config: { formLimit: config.publicFormLimit },
})

/**
 * Counts the posts to public forms by address (IPv6 by its /64, which is what one visitor has) and answers 429 with
 * Retry-After beyond the limit. Counted in this process: several instances let through as many times the limit.
 */
export const limitForms = async (app: FastifyInstance): Promise<void> => {
  await app.register(rateLimit, { global: false, ipv6Subnet })
  const count = app.createRateLimit({
    timeWindow: 10 * 60_000,
    max: (request) => request.routeOptions.config.formLimit ?? 0,
  })
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.formLimit === undefined) return
    const result = await count(request)
    if (result.isAllowed || !result.isExceeded) return
    throw new TooManyRequests(sentenceFor(429, request), result.ttlInSeconds)
  })
}
