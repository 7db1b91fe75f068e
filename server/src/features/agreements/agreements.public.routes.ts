import {
  answerAgreement,
  openAgreement,
  readAgreementResponse,
  readAgreementResponsePdf,
} from '@kontor/contract/agreements/agreements.endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { TooManyRequests } from '../../platform/errors/http-error.ts'
import { sentenceFor } from '../../platform/errors/sentences.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import type { PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { answerByToken, noteOpened, type Origin, readByToken } from './agreements.answers.service.ts'
import { agreementOfLink, downloadPdf } from './agreements.pdf.service.ts'

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  userAgent: headers['user-agent']?.slice(0, 500) ?? null,
})

/** A file to keep, whatever the browser would do with its type. */
export const asPdf = (reply: FastifyReply): FastifyReply =>
  reply.type('application/pdf').header('content-disposition', 'attachment; filename="avtale.pdf"')

/** Downloads of its PDF that a link allows in ten minutes. */
export const downloadsPerLink = 60

/** Counts the downloads of a link, in this process, and answers 429 with `Retry-After` beyond the limit. */
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

/** What the holder of a link may do: read, answer, keep a copy. A GET changes nothing, since mail scanners open links. */
export const serveAgreementResponse = (app: FastifyInstance, deps: Deps, pdf: PdfRenderer): void => {
  serve(app, readAgreementResponse, async ({ params, reply }) => {
    const { view, tag } = await readByToken(deps, params.token)
    reply.header('etag', tag)
    return view
  })

  serve(
    app,
    answerAgreement,
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
    openAgreement,
    ({ params, request }) => noteOpened(deps, params.token, originOf(request)),
    publicFormLimit(deps),
  )

  const countDownload = limitDownloads(app)
  serve(app, readAgreementResponsePdf, async ({ params, request, reply }) => {
    // Only links that exist are counted: made-up ones would push the counters of real ones out of memory.
    const agreement = await agreementOfLink(deps, params.token)
    await countDownload(request)
    const file = await downloadPdf(deps, pdf, { agreement, signal: request.signal })
    asPdf(reply)
    return file
  })
}
