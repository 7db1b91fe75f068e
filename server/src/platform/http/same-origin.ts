import type { FastifyInstance } from 'fastify'
import { HttpError } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { isCrossOrigin } from '../session/cross-origin.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An unsafe method that only answers. A form's request tells no origin where the page tells no referrer. */
    changesNothing?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

/** Refuses (403) unsafe requests that another site made a browser send. */
export const refuseCrossOrigin = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const safe = safeMethods.has(request.method) || request.routeOptions.config.changesNothing === true
    if (!request.is404 && !safe && isCrossOrigin(request)) {
      throw new HttpError(403, sentenceFor(403, request))
    }
    done()
  })
}
