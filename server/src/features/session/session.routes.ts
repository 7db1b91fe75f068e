import * as endpoints from '@kontor/contract/session/session.endpoints'
import type { AdminLogin, SessionUser } from '@kontor/contract/session/session.schema'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, TooManyRequests } from '../../platform/errors/http-error.ts'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/route.ts'
import type { Principal } from '../../platform/session/principal.ts'
import {
  antiForgeryToken,
  closeSession,
  type OpenedSession,
  openSession,
  renewSession,
  storedSessionId,
} from '../../platform/session/sessions.ts'
import { type Client, clientOf, keepDevice } from './session.devices.ts'
import { renewProof } from './session.open.queries.ts'
import { serveOpenSessions } from './session.open.routes.ts'
import { deleteExpired } from './session.queries.ts'
import * as service from './session.service.ts'
import { requireSharedPasswordOn } from './session.shared-password.service.ts'

export const norwegian = {
  wrong: 'Feil passord',
  blocked: (seconds: number) =>
    `For mange forsøk. Vent ${seconds} ${seconds === 1 ? 'sekund' : 'sekunder'} og prøv igjen.`,
}

export const english: typeof norwegian = {
  wrong: 'Invalid username or password',
  blocked: (seconds) =>
    `Too many attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
}

/** Returns the session to open after a login. @throws HttpError 401, 429 */
export const sessionFrom = <Opened extends OpenedSession>(
  result: service.PasswordCheck<Opened>,
  sentences: typeof norwegian,
): Opened => {
  if (result.outcome === 'right') return result.found
  if (result.outcome === 'wrong') throw new HttpError(401, sentences.wrong)
  throw new TooManyRequests(sentences.blocked(result.retryAfterSeconds), result.retryAfterSeconds)
}

/** Returns the session to open after a change of password. @throws HttpError 400 for a wrong password (a 401 would end the session), 429 */
const renewedSessionFrom = (result: service.LoginResult): OpenedSession => {
  if (result.outcome !== 'wrong') return sessionFrom(result, norwegian)
  throw new HttpError(400, norwegian.wrong, { fields: { currentPassword: norwegian.wrong } })
}

/** @throws HttpError 400 for a wrong password, 429 */
const requireRight = (result: service.PasswordCheck<unknown>): void => {
  if (result.outcome === 'blocked') {
    throw new TooManyRequests(norwegian.blocked(result.retryAfterSeconds), result.retryAfterSeconds)
  }
  if (result.outcome === 'wrong') throw new HttpError(400, norwegian.wrong, { fields: { password: norwegian.wrong } })
}

export const toSessionUser = ({ role, userId, username }: Principal): SessionUser => ({
  username,
  role,
  ...(role === 'admin' && userId !== null && { named: true }),
})

/** @throws HttpError 403 */
export const requireAdministrator = ({ role }: Principal): void => {
  if (role !== 'admin') throw new HttpError(403, 'Brukeren er ikke administrator. Logg inn i leads.')
}

const logInToPanel = async (
  deps: Deps,
  { username, password }: AdminLogin,
  client: Client,
): Promise<service.PasswordLogin> => {
  if (username === undefined) {
    await requireSharedPasswordOn(deps)
    return sessionFrom(await service.loginAdministrator(deps, password, client), norwegian)
  }
  const result = await service.loginUser(deps, username, password, client)
  const opened = sessionFrom(result, { ...norwegian, wrong: 'Feil brukernavn eller passord' })
  requireAdministrator(opened.principal)
  return opened
}

const logOut = async ({ database }: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { principal } = request.session
  await closeSession(request, reply)
  if (principal) await service.recordLogout(database.db, principal)
}

export const session: Feature = (app, deps) => {
  deps.jobs.schedule('session-cleaning', '23 * * * *', () => deleteExpired(deps.database.db, deps.clock.now()))

  serve(app, endpoints.adminLogin, async ({ body, request, reply }) => {
    const client = clientOf(deps.config, request)
    const { step, ...opened } = await logInToPanel(deps, body, client)
    await openSession(request, opened)
    keepDevice(deps.config, reply, client)
    return { auth: antiForgeryToken(request), ...(step && { step }) }
  })
  serve(app, endpoints.adminLogout, async ({ request, reply }) => logOut(deps, request, reply))

  serve(app, endpoints.login, async ({ body, request, reply }) => {
    const client = clientOf(deps.config, request)
    const result = await service.loginUser(deps, body.username, body.password, client)
    const { step, ...opened } = sessionFrom(result, english)
    await openSession(request, opened)
    keepDevice(deps.config, reply, client)
    return { user: toSessionUser(opened.principal), ...(step && { step }) }
  })
  serve(app, endpoints.logout, async ({ request, reply }) => logOut(deps, request, reply))

  serve(app, endpoints.readAdminPassword, async () => ({ setByEnvironment: deps.config.adminPassword !== undefined }))
  serve(app, endpoints.changeAdminPassword, async ({ body, principal, request }) => {
    const result = await service.changeAdministratorPassword(deps, body, clientOf(deps.config, request))
    const renewed = renewedSessionFrom(result)
    if (principal.userId === null) await renewSession(request, renewed)
    return { auth: antiForgeryToken(request) }
  })
  serve(app, endpoints.changeOwnPassword, async ({ body, principal, request }) => {
    if (principal.userId === null) throw new HttpError(403, 'Administratorens passord byttes i Innstillinger.')
    const result = await service.changeUserPassword(deps, principal, body, clientOf(deps.config, request))
    await renewSession(request, renewedSessionFrom(result))
    return { auth: antiForgeryToken(request) }
  })

  serve(app, endpoints.confirmIdentity, async ({ body, principal, request }) => {
    requireRight(await service.confirmPassword(deps, principal, body.password, clientOf(deps.config, request)))
    await renewProof(deps.database.db, storedSessionId(request), deps.clock.now())
  })
  // The endpoint's `confirm` does the check.
  serve(app, endpoints.checkConfirmed, async () => undefined)
  serveOpenSessions(app, deps)

  serve(app, endpoints.readSession, async ({ principal }) => ({ user: toSessionUser(principal) }))
}
