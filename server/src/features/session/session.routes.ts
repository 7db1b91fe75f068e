import { adminLogin, adminLogout, login, logout, readSession } from '@kontor/contract/session/session.endpoints'
import type { SessionUser } from '@kontor/contract/session/session.schema'
import type { Feature } from '../../app.ts'
import { HttpError } from '../../platform/http/errors.ts'
import { serve } from '../../platform/http/route.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { antiForgeryToken, closeSession, openSession } from '../../platform/session/sessions.ts'
import { loginAdministrator, loginUser } from './session.service.ts'

const asUser = (principal: Principal): SessionUser =>
  principal.role === 'admin'
    ? { username: 'admin', role: 'admin' }
    : { username: principal.username, role: principal.role }

export const session: Feature = (app, deps) => {
  serve(app, adminLogin, async ({ body, request }) => {
    const opened = await loginAdministrator(deps, body.password)
    if (!opened) throw new HttpError(401, 'Feil passord')
    await openSession(request, opened)
    return { auth: antiForgeryToken(request) }
  })
  serve(app, adminLogout, async ({ request, reply }) => closeSession(request, reply))

  serve(app, login, async ({ body, request }) => {
    const opened = await loginUser(deps, body.username, body.password)
    if (!opened) throw new HttpError(401, 'Invalid username or password')
    await openSession(request, opened)
    return { user: asUser(opened.principal) }
  })
  serve(app, logout, async ({ request, reply }) => closeSession(request, reply))

  serve(app, readSession, async ({ principal }) => ({ user: asUser(principal) }))
}
