import { adminLogin, login, readSession } from '@kontor/contract/session/session.endpoints'
import { inject } from 'vitest'
import { call } from '../platform/api-client.ts'

type Role = 'admin' | 'sales'

let auth = ''

const isSignedIn = async (role: Role): Promise<boolean> => {
  const answer = await fetch(readSession.path)
  return answer.ok && (await answer.json()).user.role === role
}

/** Gives the browser a session of the role; one that it still has is used again. `auth` is an administrator's anti-forgery token. */
export const logIn = async (role: Role): Promise<{ auth: string }> => {
  if (await isSignedIn(role)) return { auth }
  const { adminPassword, sales } = inject('accounts')
  auth = role === 'admin' ? (await call(adminLogin, { body: { password: adminPassword } })).auth : ''
  if (role === 'sales') await call(login, { body: sales })
  return { auth }
}
