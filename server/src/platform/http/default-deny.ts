import { type LoginStep, stepCodes } from '@kontor/contract/second-factor/second-factor.rules'
import { type Caller, confirmedFor } from '@kontor/contract/shared/endpoint'
import { confirmationRequired } from '@kontor/contract/shared/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { HttpError } from '../errors/http-error.ts'
import { answersInEnglish } from '../errors/sentences.ts'
import type { Principal } from '../session/principal.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller; null on public routes. */
    principal: Principal | null
  }
}

const notLoggedIn = { no: 'Du er ikke logget inn.', en: 'You are not logged in.' }
const wrongRole = { no: 'Du har ikke tilgang til dette.', en: 'You do not have access to this.' }

const unfinished: Readonly<Record<LoginStep, typeof notLoggedIn>> = {
  'second-factor': { no: 'Innloggingen mangler det andre trinnet.', en: 'The login is missing its second step.' },
  'set-up': {
    no: 'Du må sette opp totrinnsbekreftelse før du kan fortsette.',
    en: 'You must set up two-step verification before you can continue.',
  },
}

/**
 * Returns the principal if `caller` allows them; the administrator may do everything that sales users may.
 * @throws HttpError 401 without a session or before its login is finished, 403 with the wrong role
 */
const authorize = (request: FastifyRequest, caller: Caller, openTo: LoginStep | null): Principal | null => {
  if (caller === 'public') return null
  const language = answersInEnglish(request) ? 'en' : 'no'
  const pending = request.session?.pending
  if (pending && pending.step !== openTo) {
    throw new HttpError(401, unfinished[pending.step][language], { code: stepCodes[pending.step] })
  }
  const principal = pending?.principal ?? request.session?.principal
  if (!principal) throw new HttpError(401, notLoggedIn[language])
  if (caller === 'admin' && principal.role !== 'admin') throw new HttpError(403, wrongRole[language])
  return principal
}

const confirmFirst = {
  no: 'Bekreft at det er deg før du fortsetter.',
  en: 'Please confirm that it is you before you continue.',
}

/** Requires a recent proof of identity. @throws HttpError 403 with a code if the user's last one is too old */
export const requireProof = (request: FastifyRequest): void => {
  const { proofAge } = request.session
  if (proofAge !== undefined && proofAge < confirmedFor) return
  throw new HttpError(403, confirmFirst[answersInEnglish(request) ? 'en' : 'no'], { code: confirmationRequired })
}

/**
 * Default deny: the server doesn't start if a route has no `caller`, and it authorizes each request before reading its input. Register
 * after the sessions and before any route.
 */
export const denyByDefault = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    if (route.config?.caller === undefined) {
      throw new Error(`${route.method} ${route.url} does not say who may call it: its config has no caller.`)
    }
  })
  app.decorateRequest('principal', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { caller = 'public', pending = null, confirm = false } = request.routeOptions.config
    request.principal = authorize(request, caller, pending)
    if (confirm === true) requireProof(request)
    done()
  })
}
