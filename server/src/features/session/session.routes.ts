import { adminLogin, adminLogout, login, logout, readSession } from '@kontor/contract/session/session.endpoints'
import type { SessionUser } from '@kontor/contract/session/session.schema'
import type { Feature } from '../../app.ts'
import { clientAddress } from '../../platform/http/client-address.ts'
import { HttpError, TooManyRequests } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/route.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { antiForgeryToken, closeSession, type OpenedSession, openSession } from '../../platform/session/sessions.ts'
import { scheduleSessionCleaning } from './session.jobs.ts'
import { type LoginResult, loginAdministrator, loginUser } from './session.service.ts'

interface LoginSentences {
  readonly wrong: string
  readonly blocked: (seconds: number) => string
}

const norwegian: LoginSentences = {
  wrong: 'Feil passord',
  blocked: (seconds) => `For mange forsøk. Vent ${seconds} ${seconds === 1 ? 'sekund' : 'sekunder'} og prøv igjen.`,
}

const english: LoginSentences = {
  wrong: 'Invalid username or password',
  blocked: (seconds) =>
    `Too many attempts. Please wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
}

/** The session that a login opens; throws 401 and 429. */
const opened = (result: LoginResult, sentences: LoginSentences): OpenedSession => {
  if (result.outcome === 'opened') return result.session
  if (result.outcome === 'wrong') throw new HttpError(401, sentences.wrong)
  throw new TooManyRequests(sentences.blocked(result.retryAfterSeconds), result.retryAfterSeconds)
}

const asUser = (principal: Principal): SessionUser =>
  principal.role === 'admin'
    ? { username: 'admin', role: 'admin' }
    : { username: principal.username, role: principal.role }

export const session: Feature = (app, deps) => {
  scheduleSessionCleaning(deps)

  serve(app, adminLogin, async ({ body, request }) => {
    const result = await loginAdministrator(deps, body.password, clientAddress(request))
    await openSession(request, opened(result, norwegian))
    return { auth: antiForgeryToken(request) }
  })
  serve(app, adminLogout, async ({ request, reply }) => closeSession(request, reply))

  serve(app, login, async ({ body, request }) => {
    const result = await loginUser(deps, body.username, body.password, clientAddress(request))
    const { principal, credential } = opened(result, english)
    await openSession(request, { principal, credential })
    return { user: asUser(principal) }
  })
  serve(app, logout, async ({ request, reply }) => closeSession(request, reply))

  serve(app, readSession, async ({ principal }) => ({ user: asUser(principal) }))
}
