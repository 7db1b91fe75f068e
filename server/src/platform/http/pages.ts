import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
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
import { sendResource } from './assets.ts'
import type { NotFoundPage } from './not-found.ts'
import { isAnswerPage } from './private-paths.ts'
import { type Dressed, type DressedAt, quickPages } from './quick-pages.ts'
import { type HeadersFor, privateHeaders } from './security-headers.ts'
import type { PageVariants, Site, SitePage } from './site.ts'

/** Visits are counted, not logged: a line each would keep who read what. */
const everybody = { config: { caller: 'public' }, logLevel: 'warn' } as const

type Choose = (request: Pick<IncomingMessage, 'headers'>) => Dressed

const pageHeaders = { 'cache-control': 'no-cache', vary: 'Accept-Encoding, Cookie' }

// regexp: spaces follow a semicolon, and every run of them is read once.
const cookiePattern = new RegExp(`(?:^|;\\s*)${languageCookie}=en(?:;|$)`)

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

/** English for everybody under `/en`; elsewhere what the visitor has chosen, Norwegian where nothing is chosen. */
const languageOf = (path: string, { headers }: Pick<IncomingMessage, 'headers'>): SiteLanguage =>
  isEnglishPath(path) || (headers.cookie !== undefined && cookiePattern.test(headers.cookie)) ? 'en' : 'no'

const dressPage = ({ resource, policy }: SitePage, language: SiteLanguage): Dressed => ({
  resource,
  headers: { ...pageHeaders, 'content-language': language, 'content-security-policy': policy },
})

const dressVariants = (variants: PageVariants): Readonly<Record<SiteLanguage, Dressed>> => ({
  no: dressPage(variants.no, 'no'),
  en: dressPage(variants.en, 'en'),
})

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

const dressPages = (site: Site): DressedAt => {
  const pages = [...site.pages].flatMap(([path, variants]) => {
    const dressed = dressVariants(variants)
    return [path, englishPrefix + path].map((url) => {
      const choose: Choose = (request) => dressed[languageOf(url, request)]
      return [url, choose] as const
    })
  })
  return new Map(pages)
}

const dressAssets = (site: Site): DressedAt => {
  const assets = [...site.assets].map(([path, { resource, immutable }]) => {
    const dressed = { resource, headers: assetHeaders(immutable) }
    const choose: Choose = () => dressed
    return [path, choose] as const
  })
  return new Map(assets)
}

/** Where scripts run, the page changes its language itself. Without them the choice comes as a parameter, and is kept. */
const followChoice = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
  const [path = '', query] = request.url.split('?', 2)
  const wanted = new URLSearchParams(query).get(languageCookie)
  const language = siteLanguages.find((one) => one === wanted)
  if (!language) return null
  return reply
    .header('cache-control', 'no-store')
    .header('set-cookie', languageCookieText(language, request.protocol === 'https'))
    .redirect(pathIn(language, path), 303)
}

/** The public pages in both languages, the office's page at the office's addresses, and what they load: all from memory. */
export const registerPages = (app: FastifyInstance, site: Site, headersFor: HeadersFor): void => {
  const [pages, assets] = [dressPages(site), dressAssets(site)]
  const send = (choose: Choose, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { resource, headers } = choose(request)
    return sendResource(request, reply, resource, headers)
  }
  for (const [url, choose] of pages) {
    app.get(url, everybody, (request, reply) => followChoice(request, reply) ?? send(choose, request, reply))
  }
  for (const [url, choose] of assets) app.get(url, everybody, (request, reply) => send(choose, request, reply))
  app.answerFirst(quickPages(new Map([...pages, ...assets]), headersFor('/')))
  for (const [route, html] of site.office) {
    // A parameter is never empty.
    const url = route.replaceAll(/\{(\w+)\}/g, ':$1([^/]+)')
    app.get(url, everybody, (_request, reply) => sendOffice(reply, html))
  }
}

/** The address that was meant, where only the slash at the end is too many or missing, or letters are capitals. */
const meantAddress = (app: FastifyInstance, request: FastifyRequest): string | null => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const path = pathOf(request.url)
  const lower = path.toLowerCase()
  const other = lower.endsWith('/') ? lower.slice(0, -1) : `${lower}/`
  // Only exact addresses of our own: `//elsewhere.example/` must not become a redirect to another site.
  const meant = [lower, other].find((url) => url !== path && app.hasRoute({ method: 'GET', url }))
  return meant === undefined ? null : meant + request.url.slice(path.length)
}

/** What the office serves for a customer's agreement. */
const answerPageOf = (site: Site): string | undefined => [...site.office].find(([route]) => isAnswerPage(route))?.[1]

/**
 * The page for an unknown address, with status 404, in the visitor's language. Other spellings of a customer's page (capitals, a
 * slash at the end, `/en`) get that page: the site's own would send the address with its token to other hosts.
 */
export const notFoundPage = (app: FastifyInstance, site: Site): NotFoundPage => {
  const dressed = dressVariants(site.notFound)
  const answerPage = answerPageOf(site)
  return (request, reply) => {
    if (answerPage !== undefined && isAnswerPage(request.url)) return sendOffice(reply, answerPage)
    const meant = meantAddress(app, request)
    if (meant) return reply.redirect(meant, 308)
    const followed = followChoice(request, reply)
    if (followed) return followed
    const { resource, headers } = dressed[languageOf(pathOf(request.url), request)]
    return sendResource(request, reply.code(404), resource, headers)
  }
}
