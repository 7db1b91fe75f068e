import type { FastifyRequest } from 'fastify'

const defaultPort = /:(80|443)$/

/**
 * Whether a browser marks the request as cross-origin: by `Sec-Fetch-Site` if sent, else by comparing the host in `Origin` with the
 * requested one (the forwarded one behind a trusted proxy). A client that sends neither is not a browser, so it attaches no cookies
 * automatically.
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
