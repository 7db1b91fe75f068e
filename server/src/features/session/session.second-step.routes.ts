import * as endpoints from '@kontor/contract/second-factor/second-factor.endpoints'
import { confirmByCode, confirmByPasskey } from '@kontor/contract/session/session.endpoints'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../platform/config/config.ts'
import { HttpError, TooManyRequests } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { antiForgeryToken, openSession, passSecondFactor, storedSessionId } from '../../platform/session/sessions.ts'
import { startAssertion } from '../second-factor/second-factor.passkeys.service.ts'
import { readStepMethods } from '../second-factor/second-factor.service.ts'
import { clientOf } from './session.devices.ts'
import { renewProof } from './session.open.queries.ts'
import { english, norwegian, requireAdministrator, sessionFrom, toSessionUser } from './session.routes.ts'
import { checkCode, checkOwnPasskey, type FactorUse, loginByPasskey } from './session.second-step.service.ts'
import type { PasswordCheck } from './session.service.ts'
import { changeSharedPassword, readLoginWays } from './session.shared-password.service.ts'

const wrong = {
  no: {
    totp: 'Koden er feil eller brukt før. Vent på den neste.',
    'recovery-code': 'Gjenopprettingskoden er feil eller brukt før.',
    passkey: 'Passnøkkelen ble ikke godtatt. Prøv igjen.',
  },
  en: {
    totp: 'The code is wrong or was used before. Wait for the next one.',
    'recovery-code': 'The recovery code is wrong or was used before.',
    passkey: 'The passkey was not accepted. Please try again.',
  },
} as const

const blocked = { no: norwegian.blocked, en: english.blocked } as const

/** @throws HttpError 400 (a 401 would end the session), 429 */
const rejectUnlessRight = (result: PasswordCheck<unknown>, language: 'no' | 'en', sentence: string): void => {
  if (result.outcome === 'right') return
  if (result.outcome === 'wrong') throw new HttpError(400, sentence, { fields: { code: sentence } })
  throw new TooManyRequests(blocked[language](result.retryAfterSeconds), result.retryAfterSeconds)
}

/** A user who is logged in already may pass the step, too, to prove their identity again. */
const useOf = (config: Config, principal: Principal, request: FastifyRequest): FactorUse => ({
  principal,
  purpose: request.session.pending ? 'login' : 'confirmation',
  client: clientOf(config, request),
})

/** Serves the second step of a login, and later proofs with the same factors. */
export const secondStep: Feature = (app, deps) => {
  serve(app, endpoints.readStepMethods, ({ principal }) => readStepMethods(deps, principal))
  serve(app, endpoints.passStep, async ({ principal, body, request }) => {
    const { method, language } = body
    rejectUnlessRight(
      await checkCode(deps, useOf(deps.config, principal, request), body),
      language,
      wrong[language][method],
    )
    await passSecondFactor(request)
    return { auth: antiForgeryToken(request) }
  })
  serve(app, endpoints.startPasskeyStep, ({ principal }) => startAssertion(deps, principal.userId))
  serve(app, endpoints.passPasskeyStep, async ({ principal, body, request }) => {
    const { response, language } = body
    const result = await checkOwnPasskey(deps, useOf(deps.config, principal, request), response)
    rejectUnlessRight(result, language, wrong[language].passkey)
    await passSecondFactor(request)
    return { auth: antiForgeryToken(request) }
  })

  const renewProofOf = (request: FastifyRequest) =>
    renewProof(deps.database.db, storedSessionId(request), deps.clock.now())
  serve(app, confirmByCode, async ({ principal, body: { code }, request }) => {
    const result = await checkCode(deps, useOf(deps.config, principal, request), { method: 'totp', code })
    rejectUnlessRight(result, 'no', wrong.no.totp)
    await renewProofOf(request)
  })
  serve(app, confirmByPasskey, async ({ principal, body: { response }, request }) => {
    rejectUnlessRight(
      await checkOwnPasskey(deps, useOf(deps.config, principal, request), response),
      'no',
      wrong.no.passkey,
    )
    await renewProofOf(request)
  })

  serve(app, endpoints.readLoginWays, () => readLoginWays(deps))
  serve(app, endpoints.changeSharedPassword, async ({ principal, body }) => {
    await changeSharedPassword(deps, principal, body.enabled)
    return body
  })
  serve(app, endpoints.startPasskeyLogin, () => startAssertion(deps, 'anyone'))
  serve(app, endpoints.passkeyLogin, async ({ body, request }) => {
    const { response, panel, language } = body
    const result = await loginByPasskey(deps, response, clientOf(deps.config, request))
    const sentences = language === 'en' ? english : norwegian
    const opened = sessionFrom(result, { ...sentences, wrong: wrong[language].passkey })
    if (panel) requireAdministrator(opened.principal)
    await openSession(request, opened)
    return { auth: antiForgeryToken(request), user: toSessionUser(opened.principal) }
  })
}
