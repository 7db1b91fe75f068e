import { policyReportsPath } from '@kontor/contract/site/site.rules'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { isPrivatePath } from './private-paths.ts'

/** Allows no loading, scripts, framing or form submission. Pages override it with their own policy. */
const nothingAllowed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Directives of a page's policy that make browsers report violations. Browsers that know `report-to` ignore `report-uri`. */
export const reportViolations = `report-uri ${policyReportsPath}; report-to csp`

/** The headers of everything behind a token or login: no caching, no indexing, no referrer. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
} as const

const baseHeaders = (config: Config): Record<string, string> => ({
  'content-security-policy': nothingAllowed,
  'reporting-endpoints': `csp="${policyReportsPath}"`,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(config.publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

export type HeadersFor = (url: string) => Record<string, string>

export const securityHeaders = (config: Config): HeadersFor => {
  const publicPageHeaders = baseHeaders(config)
  const privatePageHeaders = { ...publicPageHeaders, ...privateHeaders }
  return (url) => (isPrivatePath(url) ? privatePageHeaders : publicPageHeaders)
}

/** Sets the security headers on every response, errors included; a route may override them. */
export const secureAnswers = (app: FastifyInstance, headersFor: HeadersFor): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url))
    done()
  })
}
