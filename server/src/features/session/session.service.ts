import type { Deps } from '../../app.ts'
import { fingerprint, verifyPassword } from '../../platform/session/passwords.ts'
import type { OpenedSession } from '../../platform/session/sessions.ts'
import { findActiveUser, findAdminPassword } from '../users/users.queries.ts'

/** Who the administrator's password opens a session for; undefined when it is wrong. */
export const loginAdministrator = async ({ database }: Deps, password: string): Promise<OpenedSession | undefined> => {
  const stored = await findAdminPassword(database.db)
  if (!(await verifyPassword(stored, password)) || stored === undefined) return undefined
  return { principal: { role: 'admin' }, credential: fingerprint(stored) }
}

/** Who a sales user's name and password open a session for; undefined when they are wrong, after the same time in any case. */
export const loginUser = async (
  { database }: Deps,
  username: string,
  password: string,
): Promise<OpenedSession | undefined> => {
  const user = await findActiveUser(database.db, username)
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) return undefined
  const principal = { role: 'sales', userId: user.id, username: user.username } as const
  return { principal, credential: fingerprint(user.passwordHash) }
}
