import { adminLogin, adminLogout, login, readSession } from '@kontor/contract/session/session.endpoints'
import { inject } from 'vitest'
import { call } from '../platform/api-client.ts'

type Role = 'admin' | 'sales'

let auth = ''

const isLoggedIn = async (role: Role): Promise<boolean> => {
  const answer = await fetch(readSession.path)
  return answer.ok && (await answer.json()).user.role === role
}

/** Logs in with the role, reusing a valid session. `auth` is an administrator's anti-forgery token. */
export const logIn = async (role: Role): Promise<{ auth: string }> => {
  if (await isLoggedIn(role)) return { auth }
  const { adminPassword, sales } = inject('accounts')
  auth = role === 'admin' ? (await call(adminLogin, { body: { password: adminPassword } })).auth : ''
  if (role === 'sales') await call(login, { body: sales })
  return { auth }
}

/** Ends the session, if there is one: the page is a visitor's. */
export const logOut = (): Promise<void> => call(adminLogout, {})
