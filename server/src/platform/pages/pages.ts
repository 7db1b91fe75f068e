import { randomBytes } from 'node:crypto'
import { type CompanyFacts, photoFolder } from '@kontor/contract/company/company.rules'
import {
  companyPlaceholders,
  englishPrefix,
  isEnglishPath,
  languageCookie,
  languageCookieText,
  noncePlaceholder,
  officeCompanyId,
  pathIn,
  plainParameter,
  type SiteLanguage,
  siteLanguages,
  type TokenPage,
} from '@kontor/contract/site/site.rules'
import type { PlainPage } from '@kontor/contract/site/site.schema'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendFile } from '../http/assets.ts'
import type { NotFoundPage } from '../http/not-found.ts'
import { tokenOf, tokenPageOf } from '../http/private-paths.ts'
import { privateHeaders, reportViolations } from '../http/security-headers.ts'
import { companyOf, type Site } from './built-site.ts'

// regexp: spaces match only after a semicolon, so each run of spaces is read once.
const cookiePattern = new RegExp(`(?:^|;\\s*)${languageCookie}=en(?:;|$)`)

const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

/** Returns English under `/en`; elsewhere the visitor's choice, by default Norwegian. */
const languageOf = (path: string, { headers }: FastifyRequest): SiteLanguage =>
  isEnglishPath(path) || (headers.cookie !== undefined && cookiePattern.test(headers.cookie)) ? 'en' : 'no'

const officePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Allows frames with previews of mails. These have their own policy.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    reportViolations,
  ].join('; ')

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Returns the company's facts as JSON in a script element, for the office's screens. */
const companyData = ({ name, shortName, organizationNumber, phone, email }: CompanyFacts): string => {
  const facts = JSON.stringify({ name, shortName, organizationNumber, phone, email }).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="${officeCompanyId}">${facts}</script>`
}

const sendOffice = (reply: FastifyReply, html: string, company: CompanyFacts): FastifyReply => {
  const nonce = randomBytes(16).toString('base64')
  const title = company.name.replaceAll(/[&<>]/g, (character) => escapes[character] ?? '')
  return reply
    .headers({ ...privateHeaders, 'content-security-policy': officePolicy(nonce) })
    .type('text/html; charset=utf-8')
    .send(
      html
        .replaceAll(noncePlaceholder, nonce)
        .replace(companyPlaceholders.name, () => title)
        .replace(companyPlaceholders.data, () => companyData(company)),
    )
}

/** A policy without scripts, and without anything that could send the address with its token to other hosts. */
const plainPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  reportViolations,
].join('; ')

/** Finds the content of a token's page for readers without scripts. */
export type FindPlainPage = (token: string) => Promise<PlainPage>

declare module 'fastify' {
  interface FastifyInstance {
    /** The pages that also exist as documents without scripts; their features add them. */
    readonly plainPages: Map<TokenPage, FindPlainPage>
  }
}

/** Returns the function that finds the page's content, if the request asks for a document without scripts and the page has one. */
const plainPageOf = ({ url, server }: FastifyRequest): FindPlainPage | undefined => {
  const page = new URLSearchParams(url.split('?', 2)[1]).has(plainParameter) ? tokenPageOf(url) : null
  return page === null ? undefined : server.plainPages.get(page)
}

const sendPlain = async (
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  findPage: FindPlainPage,
): Promise<FastifyReply> => {
  const page = await findPage(tokenOf(request.url))
  const html = await site.plain(page)
  return reply
    .code(page.shown ? 200 : 404)
    .headers({ ...privateHeaders, 'content-security-policy': plainPolicy })
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Stores a language in a cookie and redirects, if the request has the parameter that pages without scripts send. Otherwise returns null. */
const redirectToLanguage = (request: FastifyRequest, reply: FastifyReply): FastifyReply | null => {
  const [path = '', query] = request.url.split('?', 2)
  if (query === undefined) return null
  const parameters = new URLSearchParams(query)
  const wanted = parameters.get(languageCookie)
  const language = siteLanguages.find((one) => one === wanted)
  if (!language) return null
  parameters.delete(languageCookie)
  const others = parameters.size > 0 ? `?${parameters}` : ''
  return reply
    .header('cache-control', 'no-store')
    .header('set-cookie', languageCookieText(language, request.protocol === 'https'))
    .redirect(pathIn(language, path) + others, 303)
}

/**
 * Serves the public pages in both languages, the office's page at the office's addresses, and their assets, all from memory. Registers
 * them in a plugin of their own, so that the API's hooks don't run for them.
 */
export const registerPages = (app: FastifyInstance, site: Site): void => {
  app.register(async (pages) => {
    // Visits are counted, not logged: log lines would record who reads what. All requests share one logger, whose lines get the request's id
    // anyway: to make one for each request costs as much as the response.
    const log = pages.log.child({}, { level: 'warn' })
    pages.setChildLoggerFactory(() => log)
    for (const path of site.current().pages.keys()) {
      for (const url of [path, englishPrefix + path]) {
        pages.get(url, (request, reply) => {
          const redirect = redirectToLanguage(request, reply)
          if (redirect) return redirect
          const { pages: shown, notFound } = site.current()
          return sendFile(request, reply, (shown.get(path) ?? notFound)[languageOf(url, request)])
        })
      }
    }
    for (const [url, file] of site.assets) {
      pages.get(url, (request, reply) => sendFile(request, reply, site.current().files.get(url) ?? file))
    }
    pages.get(`${photoFolder}/:file`, (request, reply) => {
      const photo = site.current().files.get(pathOf(request.url))
      return photo ? sendFile(request, reply, photo) : reply.callNotFound()
    })
    for (const [route, html] of site.office) {
      // Matches non-empty parameters only.
      const url = route.replaceAll(/\{(\w+)\}/g, ':$1([^/]+)')
      pages.get(url, (request, reply) => {
        const plain = plainPageOf(request)
        return plain ? sendPlain(request, reply, site, plain) : sendOffice(reply, html, companyOf(site.current()))
      })
    }
  })
}

/** Returns the existing address that differs from the requested one only in capitals or a slash at the end. */
const canonicalAddress = (app: FastifyInstance, request: FastifyRequest): string | null => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return null
  const path = pathOf(request.url)
  const lower = path.toLowerCase()
  const other = lower.endsWith('/') ? lower.slice(0, -1) : `${lower}/`
  // Redirects only to our own exact addresses: `//elsewhere.example/` would be another site.
  const existing = [lower, other].find((url) => url !== path && app.hasRoute({ method: 'GET', url }))
  return existing === undefined ? null : existing + request.url.slice(path.length)
}

/**
 * Creates the handler for unknown addresses: status 404, in the visitor's language. Serves a token page also for other spellings of its
 * address (capitals, a slash at the end, `/en`), since the site's 404 page would send the address with its token to other hosts.
 */
export const notFoundPage = (app: FastifyInstance, site: Site): NotFoundPage => {
  const tokenPages = new Map<TokenPage | null, string>(
    [...site.office].flatMap(([route, html]) => {
      const page = tokenPageOf(route)
      return page === null ? [] : [[page, html] as const]
    }),
  )
  return (request, reply) => {
    const plain = plainPageOf(request)
    if (plain) return sendPlain(request, reply, site, plain)
    const tokenPage = tokenPages.get(tokenPageOf(request.url))
    if (tokenPage !== undefined) return sendOffice(reply, tokenPage, companyOf(site.current()))
    const canonical = canonicalAddress(app, request)
    if (canonical) return reply.redirect(canonical, 308)
    const language = languageOf(pathOf(request.url), request)
    return redirectToLanguage(request, reply) ?? sendFile(request, reply.code(404), site.current().notFound[language])
  }
}
