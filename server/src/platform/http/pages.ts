import { randomBytes } from 'node:crypto'
import { englishPrefix, languageCookie, noncePlaceholder, type SiteLanguage } from '@kontor/contract/site/site.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendResource } from './assets.ts'
import type { NotFoundPage } from './not-found.ts'
import { privateHeaders } from './security-headers.ts'
import type { PageVariants, Site } from './site.ts'

const everybody = { config: { caller: 'public' } } as const

const pageHeaders = { 'cache-control': 'no-cache', vary: 'Accept-Encoding, Cookie' }

const cookiePattern = new RegExp(`(?:^|;\\s*)${languageCookie}=en(?:;|$)`)

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

const isEnglishPath = (path: string): boolean => path === englishPrefix || path.startsWith(`${englishPrefix}/`)

/** English for everybody under `/en`; elsewhere what the visitor has chosen, Norwegian where nothing is chosen. */
const languageOf = (request: FastifyRequest): SiteLanguage =>
  isEnglishPath(pathOf(request.url)) || cookiePattern.test(request.headers.cookie ?? '') ? 'en' : 'no'

const sendPage = (request: FastifyRequest, reply: FastifyReply, variants: PageVariants): Promise<FastifyReply> => {
  const language = languageOf(request)
  const { resource, policy } = variants[language]
  return sendResource(request, reply, resource, {
    ...pageHeaders,
    'content-language': language,
    'content-security-policy': policy,
  })
}

const officePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Previews of mails, which bring a policy of their own.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const sendOffice = (reply: FastifyReply, html: string): FastifyReply => {
  const nonce = randomBytes(16).toString('base64')
  return reply
    .headers({ ...privateHeaders, 'content-security-policy': officePolicy(nonce) })
    .type('text/html; charset=utf-8')
    .send(html.replaceAll(noncePlaceholder, nonce))
}

const assetHeaders = (immutable: boolean): Record<string, string> => ({
  'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  vary: 'Accept-Encoding',
})

/** The public pages in both languages, the office's page at the office's addresses, and what they load: all from memory. */
export const registerPages = (app: FastifyInstance, site: Site): void => {
  for (const [path, variants] of site.pages) {
    for (const url of [path, englishPrefix + path]) {
      app.get(url, everybody, (request, reply) => sendPage(request, reply, variants))
    }
  }
  for (const route of site.office.routes) {
    // A parameter is never empty.
    const url = route.replaceAll(/\{(\w+)\}/g, ':$1([^/]+)')
    app.get(url, everybody, (_request, reply) => sendOffice(reply, site.office.html))
  }
  for (const [path, { resource, immutable }] of site.assets) {
    const headers = assetHeaders(immutable)
    app.get(path, everybody, (request, reply) => sendResource(request, reply, resource, headers))
  }
}

/** The address that was meant, where only the slash at the end is too many or missing. */
const withOtherSlash = (app: FastifyInstance, request: FastifyRequest): string | null => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const path = pathOf(request.url)
  const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
  // Only exact addresses of our own: `//elsewhere.example/` must not become a redirect to another site.
  if (!app.hasRoute({ method: 'GET', url: other })) return null
  return other + request.url.slice(path.length)
}

/** The page for an unknown address, with status 404, in the visitor's language. */
export const notFoundPage =
  (app: FastifyInstance, site: Site): NotFoundPage =>
  (request, reply) => {
    const meant = withOtherSlash(app, request)
    if (meant) return reply.redirect(meant, 308)
    return sendPage(request, reply.code(404), site.notFound)
  }
