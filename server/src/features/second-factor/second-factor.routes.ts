import * as endpoints from '@kontor/contract/second-factor/second-factor.endpoints'
import type { FastifyRequest } from 'fastify'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import { antiForgeryToken, passSecondFactor } from '../../platform/session/sessions.ts'
import * as passkeys from './second-factor.passkeys.service.ts'
import { deleteExpiredChallenges, readPolicy } from './second-factor.queries.ts'
import * as service from './second-factor.service.ts'

/** Finishes a login after its second factor was checked or set up. */
const renew = async (request: FastifyRequest): Promise<{ readonly auth: string }> => {
  await passSecondFactor(request)
  return { auth: antiForgeryToken(request) }
}

export const secondFactor: Feature = (app, deps) => {
  const { db } = deps.database
  deps.jobs.schedule('challenge-cleaning', '29 * * * *', () => deleteExpiredChallenges(db, deps.clock.now()))

  serve(app, endpoints.readSecondFactor, ({ principal }) => service.readSecondFactor(deps, principal))
  serve(app, endpoints.startTotp, ({ principal }) => service.startTotp(deps, principal))
  serve(app, endpoints.confirmTotp, async ({ principal, body, request }) => {
    const recoveryCodes = await service.confirmTotp(deps, principal, body)
    return { recoveryCodes, ...(await renew(request)) }
  })
  serve(app, endpoints.startPasskey, ({ principal }) => passkeys.startPasskey(deps, principal))
  serve(app, endpoints.addPasskey, async ({ principal, body, request }) => {
    const recoveryCodes = await passkeys.addPasskey(deps, principal, body)
    return { recoveryCodes, ...(await renew(request)) }
  })
  serve(app, endpoints.renameAuthenticator, ({ principal, params, body }) =>
    service.renameAuthenticator(deps, principal, params.id, body.name),
  )
  serve(app, endpoints.removeAuthenticator, ({ principal, params }) =>
    service.removeAuthenticator(deps, principal, params.id),
  )
  serve(app, endpoints.makeRecoveryCodes, async ({ principal }) => ({
    recoveryCodes: await service.makeRecoveryCodes(deps, principal),
  }))
  serve(app, endpoints.readSecondFactorPolicy, () => readPolicy(db))
  serve(app, endpoints.changeSecondFactorPolicy, ({ principal, body }) => service.changePolicy(deps, principal, body))
}
