import rateLimit, { type FastifyRateLimitStore, type FastifyRateLimitStoreCtor } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Deps } from '../deps.ts'
import { TooManyRequests } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { countFormPost, deleteEndedFormPosts } from './form-posts.queries.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Posts per 10 minutes and address, counted across all routes with a limit. */
    formLimit?: number
  }
}

/** Returns route options of a public form: `PUBLIC_FORM_LIMIT` posts per 10 minutes and address across all public forms. */
export const publicFormLimit = ({ config }: Pick<Deps, 'config'>): Pick<RouteShorthandOptions, 'config'> => ({
  config: { formLimit: config.publicFormLimit },
})

/** Milliseconds of a window in which an address's posts are counted. It begins with the first post. */
const timeWindow = 10 * 60_000

/** Maximum addresses that this process remembers as over their limit. Further posts from these addresses cost no query. */
const maxBlocked = 10_000

/** Creates a store that counts in the database, so that all instances share the limit. */
const sharedStore = ({ database, clock }: Pick<Deps, 'database' | 'clock'>): FastifyRateLimitStoreCtor => {
  /** The end of each address's window, in milliseconds since 1970. */
  const blockedUntil = new LRUCache<string, number>({ max: maxBlocked })
  const count = async (address: string, max: number): Promise<{ current: number; ttl: number }> => {
    const now = clock.now()
    const left = (blockedUntil.get(address) ?? 0) - now.getTime()
    if (left > 0) return { current: max + 1, ttl: left }
    const { posts, endsInMs } = await countFormPost(database.db, address, timeWindow, now)
    if (posts > max) blockedUntil.set(address, now.getTime() + endsInMs)
    return { current: posts, ttl: endsInMs }
  }
  return class SharedStore implements FastifyRateLimitStore {
    incr(...[address, done, , max]: Parameters<FastifyRateLimitStore['incr']>): void {
      count(address, max).then((counted) => done(null, counted), done)
    }
    child(): SharedStore {
      return this
    }
  }
}

/**
 * Counts posts to public forms by address, over all instances. Answers 429 with Retry-After beyond the limit. Counts IPv6 addresses by their /64,
 * since a visitor has a whole /64.
 */
export const limitForms = async (
  app: FastifyInstance,
  deps: Pick<Deps, 'database' | 'clock' | 'jobs'>,
): Promise<void> => {
  await app.register(rateLimit, { global: false, store: sharedStore(deps) })
  const count = app.createRateLimit({
    timeWindow,
    max: (request) => request.routeOptions.config.formLimit ?? 0,
  })
  const limit = async (request: FastifyRequest): Promise<void> => {
    const result = await count(request)
    if (result.isAllowed || !result.isExceeded) return
    throw new TooManyRequests(sentenceFor(429, request), result.ttlInSeconds)
  }
  // Hooks only these routes: a hook for all would cost every request.
  app.addHook('onRoute', (route) => {
    if (route.config?.formLimit === undefined) return
    // Rejects before the body is read, since reading costs more than the rejection.
    route.onRequest = [route.onRequest ?? [], limit].flat()
  })
  deps.jobs.schedule('form-post-cleaning', '53 * * * *', () => deleteEndedFormPosts(deps.database.db, deps.clock.now()))
}
