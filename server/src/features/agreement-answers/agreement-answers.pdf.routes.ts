import * as endpoints from '@kontor/contract/agreements/agreements.endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordEvent } from '../../platform/audit/audit.ts'
import { orThrow, TooManyRequests } from '../../platform/errors/http-error.ts'
import { sentenceFor } from '../../platform/errors/sentences.ts'
import type { Feature } from '../../platform/feature.ts'
import { sendAsAttachment } from '../../platform/http/attachment.ts'
import { serve } from '../../platform/http/route.ts'
import { listAnswer, listAnswers } from '../agreement-evidence/agreement-evidence.queries.ts'
import { findAgreementByToken, readAgreement } from '../agreements/agreements.queries.ts'
import { answerPdf, copyPdf } from '../agreements/agreements.sending.service.ts'
import { agreementNotFound } from '../agreements/agreements.service.ts'
import { downloadPdf, renderMailed } from './agreement-answers.pdf.service.ts'
import { linkNotFound } from './agreement-answers.view.service.ts'

/** Maximum PDF downloads per link in ten minutes. */
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

/** Serves the PDFs of agreements, which contain the evidence once answered, and attaches them to mails. */
export const agreementPdfs: Feature = (app, deps) => {
  const { pdf } = app
  const { db } = deps.database
  deps.mailHooks.makers.set(answerPdf, (id) => renderMailed(deps, pdf, listAnswer(db, id)))
  deps.mailHooks.makers.set(copyPdf, (id) => renderMailed(deps, pdf, listAnswers(db, id)))

  serve(app, endpoints.readAgreementPdf, async ({ params, request, reply }) => {
    const agreement = await orThrow(readAgreement(db, params.id), agreementNotFound)
    const { file, fileName } = await downloadPdf(deps, pdf, { agreement, signal: request.signal })
    await recordEvent(db, {
      action: 'downloaded',
      kind: 'agreement',
      id: agreement.id,
      title: `${agreement.reference} ${agreement.title}`,
    })
    sendAsAttachment(reply, 'application/pdf', fileName)
    return file
  })

  const countDownload = limitDownloads(app)
  serve(app, endpoints.readAgreementResponsePdf, async ({ params, request, reply }) => {
    const agreement = await orThrow(findAgreementByToken(db, params.token), linkNotFound)
    if (agreement.status === 'draft') throw linkNotFound()
    // Count existing links only: made-up ones would evict the counters of real ones.
    await countDownload(request)
    const { file, fileName } = await downloadPdf(deps, pdf, { agreement, signal: request.signal })
    sendAsAttachment(reply, 'application/pdf', fileName)
    return file
  })
}
