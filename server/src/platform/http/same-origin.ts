import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from './errors.ts'
import { sentenceFor } from './sentences.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An unsafe method that only answers. A form's request tells no origin where the page tells no referrer. */
    changesNothing?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

const defaultPort = /:(80|443)$/

/** The host of an Origin header; null for `null` and for what is no URL. */
const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null)

/**
 * Whether a browser says that the request comes from elsewhere. `Sec-Fetch-Site` decides where it is sent, else the host
 * in `Origin` against the host that was asked (the forwarded one behind a trusted proxy). A client that sends neither is
 * no browser, so it carries nobody's cookies unasked.
 */
export const isCrossOrigin = (request: FastifyRequest): boolean => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  const host = hostOf(origin)?.replace(defaultPort, '')
  return host !== request.host.toLowerCase().replace(defaultPort, '')
}

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
