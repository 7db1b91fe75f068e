import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import { isAnswerPage, isApiPath } from './private-paths.ts'

/** For what brings no page: nothing may be loaded, run, framed or submitted. Pages set a policy of their own over it. */
const nothingAllowed = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** What stands behind a token or a login is kept by no cache, found by no search engine, told to no other site. */
export const privateHeaders = {
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
} as const

const everywhere = (config: Config): Record<string, string> => ({
  'content-security-policy': nothingAllowed,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(config.publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

/** The security headers of an answer, by the URL that was asked for. */
export type HeadersFor = (url: string) => Record<string, string>

export const securityHeaders = (config: Config): HeadersFor => {
  const forPages = everywhere(config)
  const forPrivate = { ...forPages, ...privateHeaders }
  return (url) => (isApiPath(url) || isAnswerPage(url) ? forPrivate : forPages)
}

/** Puts the security headers on every answer, errors included; a route may set its own over them. */
export const secureAnswers = (app: FastifyInstance, headersFor: HeadersFor): void => {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url))
    done()
  })
}
