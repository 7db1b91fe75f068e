import { normalizeIP } from '@fastify/rate-limit'
import { reportPolicyViolations } from '@kontor/contract/site/site.endpoints'
import type { PolicyReports } from '@kontor/contract/site/site.schema'
import type { FastifyRequest } from 'fastify'
import { Counter } from 'prom-client'
import { TooManyRequests } from '../../platform/errors/http-error.ts'
import { sentenceFor } from '../../platform/errors/sentences.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'

/** Maximum bytes of a request; browsers send a few reports together. */
const bodyLimit = 20_000

/** Maximum reports counted by directive per minute in this process; further ones are counted as `over_limit`. */
const reportsPerMinute = 120

/** Maximum posts per minute and IP address, in this process. */
const postsPerMinute = 30

const maxAddresses = 10_000

/** The names of directives in reports (CSP level 3). Others are counted as `other`, since anyone may send any name. */
const directives: ReadonlySet<string> = new Set([
  'base-uri',
  'connect-src',
  'default-src',
  'font-src',
  'form-action',
  'frame-ancestors',
  'frame-src',
  'img-src',
  'manifest-src',
  'media-src',
  'object-src',
  'script-src',
  'script-src-attr',
  'script-src-elem',
  'style-src',
  'style-src-attr',
  'style-src-elem',
  'worker-src',
])

/** Returns the names of the violated directives, without the sources that older browsers append. */
const directivesOf = (reports: PolicyReports): string[] => {
  const reported = Array.isArray(reports)
    ? reports.filter(({ type }) => type === 'csp-violation').map(({ body }) => body.effectiveDirective)
    : [reports['csp-report']['effective-directive'] ?? reports['csp-report']['violated-directive']]
  return reported.map((text = '') => {
    const [name = ''] = text.split(' ', 1)
    return directives.has(name) ? name : 'other'
  })
}

/** Counts browsers' reports of violated security policies by directive, and keeps nothing else of them. */
export const policyReports: Feature = (app, { clock }) => {
  const counter = new Counter({
    name: 'kontor_csp_reports_total',
    help: 'Violations of the content security policy reported by browsers, by directive.',
    labelNames: ['directive'],
    registers: [app.metrics],
  })
  let minute = 0
  let counted = 0
  const postsOf = new Map<string, number>()
  const beginMinute = (): void => {
    const now = Math.floor(clock.now().getTime() / 60_000)
    if (now === minute) return
    minute = now
    counted = 0
    postsOf.clear()
  }
  const mayCount = (): boolean => {
    beginMinute()
    return ++counted <= reportsPerMinute
  }
  /** Runs before the body is read, since parsing a large body takes milliseconds. */
  const limitAddress = async (request: FastifyRequest): Promise<void> => {
    beginMinute()
    const address = normalizeIP(request.ip)
    const posts = (postsOf.get(address) ?? 0) + 1
    if (posts > postsPerMinute) throw new TooManyRequests(sentenceFor(429, request), 60)
    // Beyond `maxAddresses`, new addresses aren't remembered, so their posts aren't limited until the next minute.
    if (postsOf.size < maxAddresses || posts > 1) postsOf.set(address, posts)
  }

  app.register(async (reports) => {
    const parseJson = reports.getDefaultJsonParser('error', 'error')
    for (const type of ['application/csp-report', 'application/reports+json'])
      reports.addContentTypeParser(type, { parseAs: 'string' }, parseJson)
    // Skips the check of the origin: from some pages, browsers send reports with an opaque origin. Reports come without cookies.
    const options = { bodyLimit, config: { changesNothing: true }, onRequest: limitAddress }
    const count = async ({ body }: { body: PolicyReports }) => {
      for (const directive of directivesOf(body)) counter.inc({ directive: mayCount() ? directive : 'over_limit' })
    }
    serve(reports, reportPolicyViolations, count, options)
  })
}
