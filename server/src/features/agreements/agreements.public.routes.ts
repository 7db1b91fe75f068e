import * as endpoints from '@kontor/contract/agreements/agreements.endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { TooManyRequests } from '../../platform/errors/http-error.ts'
import { sentenceFor } from '../../platform/errors/sentences.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import type { PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { answerByToken, type Origin, readByToken, recordOpened } from './agreements.answers.service.ts'
import { downloadPdf, getAgreementByLink } from './agreements.pdf.service.ts'

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
})

/** Sends the file as a download, so that no browser opens it inline. */
export const asPdf = (reply: FastifyReply): FastifyReply =>
  reply.type('application/pdf').header('content-disposition', 'attachment; filename="avtale.pdf"')

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

/** Public endpoints of a link: read, answer, download. A GET changes nothing, since mail scanners open links. */
export const serveAgreementResponse = (app: FastifyInstance, deps: Deps, pdf: PdfRenderer): void => {
  serve(app, endpoints.readAgreementResponse, async ({ params, reply }) => {
    const { view, tag } = await readByToken(deps, params.token)
    reply.header('etag', tag)
    return view
  })

  serve(
    app,
    endpoints.answerAgreement,
    async ({ params, body, request, reply }) => {
      const ifMatch = request.headers['if-match']
      const { view, tag } = await answerByToken(deps, params.token, body, { ifMatch, origin: originOf(request) })
      reply.header('etag', tag)
      return view
    },
    publicFormLimit(deps),
  )

  serve(
    app,
    endpoints.openAgreement,
    ({ params, request }) => recordOpened(deps, params.token, originOf(request)),
    publicFormLimit(deps),
  )

  const countDownload = limitDownloads(app)
  serve(app, endpoints.readAgreementResponsePdf, async ({ params, request, reply }) => {
    // Count existing links only: made-up ones would evict the counters of real ones.
    const agreement = await getAgreementByLink(deps, params.token)
    await countDownload(request)
    const file = await downloadPdf(deps, pdf, { agreement, signal: request.signal })
    asPdf(reply)
    return file
  })
}
