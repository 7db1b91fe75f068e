import { adminLogin, adminLogout, login, readSession } from '@kontor/contract/session/session.endpoints'
import { inject } from 'vitest'
import { commands } from 'vitest/browser'
import { call } from '../platform/api-client.ts'
import { watchAnswers } from './calls.ts'

type Role = 'admin' | 'sales'

/** The anti-forgery token of the session, by `logIn` or on a screen; the session outlives a test file. */
let auth = ''

// Every way to log in answers one, and so does what renews the session; only the login of leads opens a session without.
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
    // As after a login just now, however long ago the file that logged in was.
    await commands.sql('UPDATE sessions SET proven_at = now()')
    return { auth }
  }
  const { adminPassword, sales } = inject('accounts')
  if (role === 'sales') await call(login, { body: sales })
  else auth = (await call(adminLogin, { body: { password: adminPassword } })).auth
  return { auth }
}

/** Ends the session, if there is one: the page is a visitor's. */
export const logOut = (): Promise<void> => call(adminLogout, {})
