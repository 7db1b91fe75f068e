import { adminLogin, adminLogout, login, readSession } from '@kontor/contract/session/session.endpoints'
import { inject } from 'vitest'
import { commands } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { watchAnswers } from './calls.ts'

type Role = 'admin' | 'sales'

/** The anti-forgery token of the session, from `logIn` or from a login on a screen. It is kept, since sessions outlive a test file. */
let auth = ''

// All calls that open or renew a session return a token, except the login of leads.
watchAnswers(async (call, answer) => {
  if (!answer.ok || !/^(POST|PUT) /.test(call) || !answer.headers.get('content-type')?.includes('json')) return
  if (call === `POST ${login.path}`) auth = ''
  const body: unknown = await answer.clone().json()
  if (body instanceof Object && 'auth' in body && typeof body.auth === 'string') auth = body.auth
})

const isLoggedIn = async (role: Role): Promise<boolean> => {
  const answer = await fetch(readSession.path)
  return answer.ok && (await answer.json()).user.role === role && (role === 'sales' || auth !== '')
}

/** Logs in with the role, reusing a valid session. `auth` is an administrator's anti-forgery token. */
export const logIn = async (role: Role): Promise<{ auth: string }> => {
  if (await isLoggedIn(role)) {
    // Makes the session as fresh as after a login, even if an earlier file logged in.
    await commands.sql('UPDATE sessions SET proven_at = now()')
    return { auth }
  }
  const { adminPassword, sales } = inject('accounts')
  if (role === 'sales') await call(login, { body: sales })
  else auth = (await call(adminLogin, { body: { password: adminPassword } })).auth
  return { auth }
}

/** Ends the session, if there is one, so that the page is a visitor's. */
export const logOut = (): Promise<void> => call(adminLogout, {})
