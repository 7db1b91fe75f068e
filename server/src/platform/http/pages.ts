import { randomBytes } from 'node:crypto'
import {
  englishPrefix,
  isEnglishPath,
  languageCookie,
  languageCookieText,
  noncePlaceholder,
  pathIn,
  type SiteLanguage,
  siteLanguages,
} from '@kontor/contract/site/site.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Resource, sendResource } from './assets.ts'
import type { NotFoundPage } from './not-found.ts'
import { isAnswerPage } from './private-paths.ts'
import { privateHeaders } from './security-headers.ts'
import type { PageVariants, Site, SitePage } from './site.ts'

/** Visits are counted, not logged: a line for each would record who reads what. */
const notLogged = { logLevel: 'warn' } as const

/** A resource with the response headers of its own. */
interface StaticFile {
  readonly resource: Resource
  readonly headers: Readonly<Record<string, string>>
}

const pageHeaders = { 'cache-control': 'no-cache', vary: 'Accept-Encoding, Cookie' }

// regexp: spaces follow a semicolon, and every run of them is read once.
const cookiePattern = new RegExp(`(?:^|;\\s*)${languageCookie}=en(?:;|$)`)

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

/** English under `/en`; elsewhere the visitor's choice, by default Norwegian. */
const languageOf = (path: string, { headers }: FastifyRequest): SiteLanguage =>
  isEnglishPath(path) || (headers.cookie !== undefined && cookiePattern.test(headers.cookie)) ? 'en' : 'no'

const pageFile = ({ resource, policy }: SitePage, language: SiteLanguage): StaticFile => ({
  resource,
  headers: { ...pageHeaders, 'content-language': language, 'content-security-policy': policy },
})

const pageFiles = ({ no, en }: PageVariants): Readonly<Record<SiteLanguage, StaticFile>> => ({
  no: pageFile(no, 'no'),
  en: pageFile(en, 'en'),
})

const officePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Previews of mails, which have their own policy.
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

/** Without scripts, the choice of a language arrives as a parameter: stores it in a cookie and redirects. Null without a choice. */
const redirectToLanguage = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
  const [path = '', query] = request.url.split('?', 2)
  const wanted = new URLSearchParams(query).get(languageCookie)
  const language = siteLanguages.find((one) => one === wanted)
  if (!language) return null
  return reply
    .header('cache-control', 'no-store')
    .header('set-cookie', languageCookieText(language, request.protocol === 'https'))
    .redirect(pathIn(language, path), 303)
}

const send = (request: FastifyRequest, reply: FastifyReply, { resource, headers }: StaticFile): Promise<FastifyReply> =>
  sendResource(request, reply, resource, headers)

/**
 * Serves the public pages in both languages, the office's page at the office's addresses, and their assets, all from memory. A plugin of
 * its own, so that no hook of the API runs for them.
 */
export const registerPages = (app: FastifyInstance, site: Site): void => {
  app.register(async (pages) => {
    for (const [path, variants] of site.pages) {
      const files = pageFiles(variants)
      for (const url of [path, englishPrefix + path]) {
        pages.get(
          url,
          notLogged,
          (request, reply) =>
            redirectToLanguage(request, reply) ?? send(request, reply, files[languageOf(url, request)]),
        )
      }
    }
    for (const [url, { resource, immutable }] of site.assets) {
      const file = { resource, headers: assetHeaders(immutable) }
      pages.get(url, notLogged, (request, reply) => send(request, reply, file))
    }
    for (const [route, html] of site.office) {
      // A parameter is never empty.
      const url = route.replaceAll(/\{(\w+)\}/g, ':$1([^/]+)')
      pages.get(url, notLogged, (_request, reply) => sendOffice(reply, html))
    }
  })
}

/** The existing address that differs only in capitals or in a slash at the end. */
const canonicalAddress = (app: FastifyInstance, request: FastifyRequest): string | null => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const path = pathOf(request.url)
  const lower = path.toLowerCase()
  const other = lower.endsWith('/') ? lower.slice(0, -1) : `${lower}/`
  // Only exact addresses of our own: `//elsewhere.example/` must not become a redirect to another site.
  const existing = [lower, other].find((url) => url !== path && app.hasRoute({ method: 'GET', url }))
  return existing === undefined ? null : existing + request.url.slice(path.length)
}

/** The office's page for a customer's agreement. */
const answerPageOf = (site: Site): string | undefined => [...site.office].find(([route]) => isAnswerPage(route))?.[1]

/**
 * The page for an unknown address, with status 404, in the visitor's language. Other spellings of a customer's page (capitals, a
 * slash at the end, `/en`) get that page: the site's own 404 page would send the address with its token to other hosts.
 */
export const notFoundPage = (app: FastifyInstance, site: Site): NotFoundPage => {
  const files = pageFiles(site.notFound)
  const answerPage = answerPageOf(site)
  return (request, reply) => {
    if (answerPage !== undefined && isAnswerPage(request.url)) return sendOffice(reply, answerPage)
    const canonical = canonicalAddress(app, request)
    if (canonical) return reply.redirect(canonical, 308)
    return (
      redirectToLanguage(request, reply) ??
      send(request, reply.code(404), files[languageOf(pathOf(request.url), request)])
    )
  }
}
