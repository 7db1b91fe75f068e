import type { FastifyRequest } from 'fastify'

const defaultPort = /:(80|443)$/

/** The host of an Origin header; null if the header is `null` or not a URL. */
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
