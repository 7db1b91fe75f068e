import { recordEvent } from '../../platform/audit/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import { lockAccount, removeAllAuthenticators, replaceRecoveryCodes } from '../second-factor/second-factor.queries.ts'
import * as users from '../users/users.queries.ts'
import { adminName } from '../users/users.service.ts'
import { endAllSessions } from './session.open.queries.ts'

/** The numbers of factors that a reset removed, and of sessions that it ended. */
export interface SecondFactorReset {
  readonly removed: number
  readonly ended: number
}

/**
 * Removes a user's second factors and recovery codes and ends the user's sessions. `admin` is the shared administrator, whose password
 * is also switched on again. Returns undefined if there is no such user.
 */
export const resetSecondFactor = async (
  { db }: Pick<Database, 'db'>,
  username: string,
): Promise<SecondFactorReset | undefined> => {
  const isShared = username === adminName
  const user = isShared ? undefined : await users.findUserByName(db, username)
  if (!isShared && !user) return undefined
  const account = user?.id ?? null
  return db.transaction(async (tx) => {
    await lockAccount(tx, account)
    const removed = await removeAllAuthenticators(tx, account)
    await replaceRecoveryCodes(tx, account, [])
    if (isShared) await users.switchSharedPassword(tx, true)
    const ended = await endAllSessions(tx, account)
    await recordEvent(tx, {
      action: 'factor-removed',
      kind: 'user',
      id: account ?? undefined,
      title: user?.username ?? adminName,
      facts: { removed, sessions: ended },
      security: true,
    })
    return { removed, ended }
  })
}
