import * as endpoints from '@kontor/contract/agreements/agreements.endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { recordEvent } from '../../platform/database/audit.ts'
import { listSealCertificates, listServerKeys } from '../../platform/database/servers.queries.ts'
import type { Deps } from '../../platform/deps.ts'
import { orThrow, TooManyRequests } from '../../platform/errors/http-error.ts'
import { sentenceFor } from '../../platform/errors/sentences.ts'
import type { Feature } from '../../platform/feature.ts'
import { sendAsAttachment } from '../../platform/http/attachment.ts'
import { serve } from '../../platform/http/route.ts'
import { requestTimestamp } from '../../platform/signing/timestamps.ts'
import { readAgreement } from '../agreements/agreements.queries.ts'
import { answerPdf, copyPdf } from '../agreements/agreements.sending.service.ts'
import { agreementNotFound } from '../agreements/agreements.service.ts'
import { downloadPdf, getAgreementByLink, renderMailed } from './agreement-evidence.pdf.service.ts'
import { insertTimestamp, listAnswer, listAnswers, listWithoutTimestamp } from './agreement-evidence.queries.ts'

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

/** Every five minutes: an authority that can't be reached is asked again. */
const timestampTimes = '*/5 * * * *'

/** Timestamps for one run. */
const timestampsAtOnce = 100

/** Requests timestamps for signatures without one, oldest first. @throws Error when the authority fails; the next run continues */
export const timestampEvidence = async (
  { database: { db } }: Pick<Deps, 'database'>,
  authority: string,
): Promise<void> => {
  for (const { number, signature } of await listWithoutTimestamp(db, timestampsAtOnce)) {
    await insertTimestamp(db, number, await requestTimestamp(authority, Buffer.from(signature, 'base64url')))
  }
}

/** Serves the PDFs of agreements, which hold the evidence once they are answered, and the keys to check it with. */
export const agreementEvidence: Feature = (app, deps) => {
  const { pdf } = app
  const { tsaUrl } = deps.config
  const { db } = deps.database
  if (tsaUrl) deps.jobs.schedule('agreement-timestamps', timestampTimes, () => timestampEvidence(deps, tsaUrl))
  deps.mailHooks.makers.set(answerPdf, (id) => renderMailed(deps, pdf, listAnswer(db, id)))
  deps.mailHooks.makers.set(copyPdf, (id) => renderMailed(deps, pdf, listAnswers(db, id)))

  serve(app, endpoints.readEvidenceKeys, async () => ({
    format: 'kontor-evidence-keys-1' as const,
    algorithm: 'Ed25519' as const,
    keys: await listServerKeys(db),
    certificates: await listSealCertificates(db),
    seal: deps.signing.seal,
  }))

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
    // Count existing links only: made-up ones would evict the counters of real ones.
    const agreement = await getAgreementByLink(deps, params.token)
    await countDownload(request)
    const { file, fileName } = await downloadPdf(deps, pdf, { agreement, signal: request.signal })
    sendAsAttachment(reply, 'application/pdf', fileName)
    return file
  })
}
