import * as endpoints from '@kontor/contract/second-factor/second-factor.endpoints'
import { authenticatorKinds } from '@kontor/contract/second-factor/second-factor.rules'
import type { FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { antiForgeryToken, passSecondFactor } from '../../platform/session/sessions.ts'
import { recordLogin } from '../users/users.logins.service.ts'
import * as passkeys from './second-factor.passkeys.service.ts'
import { deleteExpiredChallenges, factorPolicy } from './second-factor.queries.ts'
import * as service from './second-factor.service.ts'

/** Continues the session after a second factor was set up. If the login waited for this, it is finished. */
const renew = async (deps: Deps, request: FastifyRequest, factor: string): Promise<{ readonly auth: string }> => {
  const { pending } = request.session
  await passSecondFactor(request)
  if (pending) await recordLogin(deps.database.db, deps, pending.principal, { step: 'second factor', factor })
  return { auth: antiForgeryToken(request) }
}

export const secondFactor: Feature = (app, deps) => {
  const { db } = deps.database
  deps.jobs.schedule('challenge-cleaning', '29 * * * *', () => deleteExpiredChallenges(db, deps.clock.now()))

  serve(app, endpoints.readSecondFactor, ({ principal }) => service.readSecondFactor(deps, principal))
  serve(app, endpoints.startTotp, ({ principal }) => service.startTotp(deps, principal))
  serve(app, endpoints.confirmTotp, async ({ principal, body, request }) => {
    const recoveryCodes = await service.confirmTotp(deps, principal, body)
    return { recoveryCodes, ...(await renew(deps, request, authenticatorKinds.totp)) }
  })
  serve(app, endpoints.startPasskey, ({ principal }) => passkeys.startPasskey(deps, principal))
  serve(app, endpoints.addPasskey, async ({ principal, body, request }) => {
    const recoveryCodes = await passkeys.addPasskey(deps, principal, body)
    return { recoveryCodes, ...(await renew(deps, request, body.name)) }
  })
  serve(app, endpoints.renameAuthenticator, ({ principal, params, body }) =>
    service.renameAuthenticator(deps, principal, params.id, body.name),
  )
  serve(app, endpoints.removeAuthenticator, ({ principal, params, query }) =>
    service.removeAuthenticator(deps, principal, params.id, query.version),
  )
  serve(app, endpoints.makeRecoveryCodes, async ({ principal }) => ({
    recoveryCodes: await service.makeRecoveryCodes(deps, principal),
  }))
  serve(app, endpoints.readSecondFactorPolicy, () => factorPolicy.read(db))
  serve(app, endpoints.changeSecondFactorPolicy, ({ principal, body }) => service.changePolicy(deps, principal, body))
}
