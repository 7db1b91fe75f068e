import type { FastifyInstance } from 'fastify'
import { authorize } from '../session/authorize.ts'
import type { Principal } from '../session/principal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null on public routes. */
    principal: Principal | null
  }
}

/**
 * Default deny: a route without a `caller` prevents the start, and a request is authorized before anything of it is read.
 * Register after the sessions and before any route.
 */
export const denyByDefault = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.config?.caller === undefined) {
      throw new Error(`${route.method} ${route.url} does not say who may call it: its config has no caller.`)
    }
  })
  app.decorateRequest('principal', null)
  app.addHook('onRequest', (request, _reply, done) => {
    request.principal = authorize(request, request.routeOptions.config.caller ?? 'public')
    done()
  })
}
