import { randomBytes } from 'node:crypto'
import * as endpoints from '@kontor/contract/agreements/agreements.endpoints'
import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import type { Agreement } from '@kontor/contract/agreements/agreements.schema'
import { tokenParams } from '@kontor/contract/shared/fields'
import { addMinutes } from '@kontor/contract/shared/time'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnstorable } from '../../platform/database/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { publicFormLimit } from '../../platform/http/form-limit.ts'
import { serve } from '../../platform/http/route.ts'
import { clientOf, provingCookie } from '../../platform/session/sessions.ts'
import { codeSecret } from './agreement-answers.code.mails.ts'
import {
  callbackPath,
  openIdentifications,
  proofMinutes,
  validMinutes,
} from './agreement-answers.identification.service.ts'
import { renewLink } from './agreement-answers.links.service.ts'
import { codeOf, sendCode } from './agreement-answers.proof.service.ts'
import { deleteProofs } from './agreement-answers.queries.ts'
import { answerByToken, recordOpened, recordPhoneAnswer } from './agreement-answers.service.ts'
import { readByToken } from './agreement-answers.view.service.ts'

const newBrowserName = (): string => randomBytes(32).toString('base64url')

/** Finds the agreement for the page without scripts. A malformed token counts as unknown. */
const findPlain = async (deps: Deps, given: string) => {
  try {
    const { token } = tokenParams.parse({ token: given })
    const { view } = await readByToken(deps, token)
    return { view, pdf: endpoints.readAgreementResponsePdf.path.replace('{token}', encodeURIComponent(token)) }
  } catch (error) {
    if ((error instanceof HttpError && error.statusCode === 404) || isUnstorable(error)) return null
    throw error
  }
}

/** Runs at night, when hardly anyone is answering. */
const proofTimes = '20 3 * * *'

/** Deletes codes and identifications that can't be used any more, since they contain names. */
export const deleteUselessProofs = ({ database: { db }, clock }: Pick<Deps, 'database' | 'clock'>): Promise<void> =>
  deleteProofs(db, { before: addMinutes(clock.now().toISOString(), -proofMinutes) })

/** Serves a link's page, for reading and answering. A GET changes nothing, since mail scanners open links. */
export const agreementAnswers: Feature = (app, deps) => {
  deps.jobs.schedule('agreement-proofs', proofTimes, () => deleteUselessProofs(deps))
  app.plainPages.set('agreement-response', async (token) => ({
    kind: 'agreement',
    shown: await findPlain(deps, token),
  }))
  deps.mailHooks.secrets.set(codeSecret, (codeId) => codeOf(deps.signing, codeId))
  const answered = async (agreement: Promise<Agreement>) => ({ agreement: await agreement })
  serve(app, endpoints.recordAgreementAnswer, ({ params, body }) => answered(recordPhoneAnswer(deps, params.id, body)))
  serve(app, endpoints.renewAgreementLink, ({ params, body }) => answered(renewLink(deps, params.id, body.version)))

  /** Names the browser that began an identification. Only that browser can complete it and use it. */
  const { name: browserCookie, ...cookiePlace } = provingCookie('kontor_eid', deps.config)
  const browserOf = ({ cookies }: FastifyRequest): string => cookies[browserCookie] ?? ''
  const nameBrowser = (reply: FastifyReply, browser: string): void => {
    // Lax: the provider redirects back from another site.
    const options = { ...cookiePlace, httpOnly: true, sameSite: 'lax', maxAge: validMinutes * 60 } as const
    reply.setCookie(browserCookie, browser, options)
  }

  serve(app, endpoints.readAgreementResponse, async ({ params, request, reply }) => {
    const { view, tag } = await readByToken(deps, params.token)
    reply.header('etag', tag)
    return request.session?.principal ? { ...view, office: true as const } : view
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
        origin: clientOf(request),
        browser: browserOf(request),
      })
      reply.header('etag', tag)
      return view
    },
    publicFormLimit(deps),
  )

  serve(
    app,
    endpoints.openAgreement,
    async ({ params, request }) => {
      // An employee who follows the link isn't the customer.
      if (!request.session?.principal) await recordOpened(deps, params.token, clientOf(request))
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
  // Not declared as an endpoint: it responds to the provider's redirect with another redirect.
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
}
