import type { FastifyRequest } from 'fastify'
import { HttpError } from '../errors/http-error.ts'
import { sentenceFor } from '../errors/sentences.ts'
import { isSameSecret } from './same-secret.ts'
import { antiForgeryToken } from './sessions.ts'

const defaultPort = /:(80|443)$/

/**
 * Returns true if a browser sent the request from another origin. `Sec-Fetch-Site` says so, or, without this header, the host in `Origin` differs
 * from the requested host (behind a trusted proxy: from the forwarded host). A client that sends neither header is not a browser, so it attaches no
 * cookies automatically.
 */
export const isCrossOrigin = (request: FastifyRequest): boolean => {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin } = request.headers
  if (origin === undefined) return false
  // Undefined, and so cross-origin, if the header is `null` or not a URL.
  const host = URL.parse(origin)?.host.replace(defaultPort, '')
  return host !== request.host.toLowerCase().replace(defaultPort, '')
}

/** Returns the token of an `Authorization: Bearer …` header; undefined without such a header. */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  headers.authorization?.replace(/^Bearer\s+/i, '').trim()

/**
 * Rejects cross-site request forgery. If a request has a token, the session must have the same one. Without a token, the request must come from our
 * own pages or from a client that is not a browser. The session itself is checked elsewhere.
 * @throws HttpError 403
 */
export const requireOwnPage = (request: FastifyRequest, token: string | undefined): void => {
  if (token !== undefined && token !== '') {
    if (isSameSecret(token, antiForgeryToken(request))) return
    throw new HttpError(403, 'Økten er en annen enn den du logget inn med. Logg inn på nytt og prøv igjen.')
  }
  if (isCrossOrigin(request)) throw new HttpError(403, sentenceFor(403, request))
}
