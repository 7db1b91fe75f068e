import type { FastifyInstance } from 'fastify'
import { HttpError } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { isCrossOrigin } from '../session/anti-forgery.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the route only reads, although its method is unsafe. Its origin isn't checked: forms on pages without referrer send none. */
    changesNothing?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Rejects (403) unsafe cross-site requests from a browser. */
export const refuseCrossOrigin = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const safe = safeMethods.has(request.method) || request.routeOptions.config.changesNothing === true
    if (!safe && isCrossOrigin(request)) {
      throw new HttpError(403, sentenceFor(403, request))
    }
    done()
  })
}
