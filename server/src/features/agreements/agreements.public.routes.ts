import { randomBytes } from 'node:crypto'
import * as endpoints from '@kontor/contract/agreements/agreements.endpoints'
import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnstorable } from '../../platform/database/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, TooManyRequests } from '../../platform/errors/http-error.ts'
import { sentenceFor } from '../../platform/errors/sentences.ts'
import { sendAsAttachment } from '../../platform/http/attachment.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import type { FindAgreement } from '../../platform/http/pages.ts'
import { serve } from '../../platform/http/route.ts'
import type { PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { provingCookie } from '../../platform/session/sessions.ts'
import { sendCode } from './agreements.answerer.service.ts'
import { answerByToken, type Origin, readByToken, recordOpened } from './agreements.answers.service.ts'
import { callbackPath, openIdentifications, validMinutes } from './agreements.identification.service.ts'
import { downloadPdf, getAgreementByLink } from './agreements.pdf.service.ts'

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
})

const newBrowserName = (): string => randomBytes(32).toString('base64url')

/** PDF downloads allowed per link in ten minutes. */
export const downloadsPerLink = 60

/** Counts downloads per link in this process; responds 429 with `Retry-After` beyond the limit. */
const limitDownloads = (app: FastifyInstance): ((request: FastifyRequest) => Promise<void>) => {
  const count = app.createRateLimit({
    timeWindow: 10 * 60_000,
    max: downloadsPerLink,
    keyGenerator: ({ params }) => String(Object(params).token),
  })
  return async (request) => {
    const result = await count(request)
    if (!result.isAllowed && result.isExceeded) {
      throw new TooManyRequests(sentenceFor(429, request), result.ttlInSeconds)
    }
  }
}

/** For the page without scripts. A malformed token counts as unknown. */
export const linkedAgreement =
  (deps: Deps): FindAgreement =>
  async (token) => {
    try {
      const { view } = await readByToken(deps, token)
      return { view, pdf: endpoints.readAgreementResponsePdf.path.replace('{token}', encodeURIComponent(token)) }
    } catch (error) {
      if ((error instanceof HttpError && error.statusCode === 404) || isUnstorable(error)) return null
      throw error
    }
  }

/** Public endpoints of a link: read, answer, download. A GET changes nothing, since mail scanners open links. */
export const serveAgreementResponse = (
  app: FastifyInstance,
  deps: Deps,
  { pdf, keepHead }: { readonly pdf: PdfRenderer; readonly keepHead: () => Promise<void> },
): void => {
  /** Ties an identification to its browser: only where it began can it be completed, and only where it was completed can it be used. */
  const { name: browserCookie, ...cookiePlace } = provingCookie('kontor_eid', deps.config)
  const browserOf = ({ cookies }: FastifyRequest): string => cookies[browserCookie] ?? ''
  const nameBrowser = (reply: FastifyReply, browser: string): void => {
    // Lax: the provider leads back from another site.
    const options = { ...cookiePlace, httpOnly: true, sameSite: 'lax', maxAge: validMinutes * 60 } as const
    reply.setCookie(browserCookie, browser, options)
  }

  serve(app, endpoints.readAgreementResponse, async ({ params, reply }) => {
    const { view, tag } = await readByToken(deps, params.token)
    reply.header('etag', tag)
    return view
  })

  serve(
    app,
    endpoints.answerAgreement,
    async ({ params, body, request, reply }) => {
      // The office must not answer in the customer's place.
      if (request.session?.principal) throw new HttpError(403, agreementSentences.officeSession)
      const ifMatch = request.headers['if-match']
      const { view, tag } = await answerByToken(deps, params.token, body, {
        ifMatch,
        origin: originOf(request),
        browser: browserOf(request),
      })
      await keepHead()
      reply.header('etag', tag)
      return view
    },
    publicFormLimit(deps),
  )

  serve(
    app,
    endpoints.openAgreement,
    async ({ params, request }) => {
      // Somebody at the office who follows the link isn't the customer.
      if (!request.session?.principal) await recordOpened(deps, params.token, originOf(request))
    },
    publicFormLimit(deps),
  )

  serve(app, endpoints.sendAgreementCode, ({ params }) => sendCode(deps, params.token), publicFormLimit(deps))

  const identifications = openIdentifications(deps, app.log)
  serve(
    app,
    endpoints.beginIdentification,
    async ({ params, reply }) => {
      const browser = newBrowserName()
      const begun = await identifications.begin(params.token, browser)
      nameBrowser(reply, browser)
      return begun
    },
    publicFormLimit(deps),
  )
  // Answers the provider's redirect with another, not a call.
  app.get(callbackPath, { config: { caller: 'public' } }, async (request, reply) => {
    const next = newBrowserName()
    const url = new URL(request.url, deps.config.publicUrl)
    const page = await identifications.complete(url, browserOf(request), next)
    nameBrowser(reply, next)
    return reply.redirect(page, 303)
  })
  serve(app, endpoints.readIdentification, ({ params, request }) =>
    identifications.read(params.token, params.identification, browserOf(request)),
  )

  const { key, seal } = deps.signing
  serve(app, endpoints.readEvidenceKeys, async () => ({
    format: 'kontor-evidence-keys-1' as const,
    algorithm: 'Ed25519' as const,
    keys: [...key.publicKeys],
    seal,
  }))

  const countDownload = limitDownloads(app)
  serve(app, endpoints.readAgreementResponsePdf, async ({ params, request, reply }) => {
    // Count existing links only: made-up ones would evict the counters of real ones.
    const agreement = await getAgreementByLink(deps, params.token)
    await countDownload(request)
    const { file, fileName } = await downloadPdf(deps, pdf, { agreement, signal: request.signal })
    sendAsAttachment(reply, 'application/pdf', fileName)
    return file
  })
}
