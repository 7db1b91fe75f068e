import type { LoginWays } from '@kontor/contract/second-factor/second-factor.schema'
import { logSecurityEvent } from '../../platform/audit/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import type { AdminPrincipal } from '../../platform/session/principal.ts'
import { hasPasskeys, hasProtectedAdministrator } from '../second-factor/second-factor.queries.ts'
import { isSharedPasswordOn, sharedPasswordOffKey, switchSharedPassword } from '../users/users.queries.ts'
import { deleteSharedSessions } from './session.queries.ts'

export const readLoginWays = async ({ database: { db } }: Deps): Promise<LoginWays> => ({
  passkeys: await hasPasskeys(db),
  sharedPassword: await isSharedPasswordOn(db),
})

/** Switches the shared password. @throws HttpError 403 for the shared administrator, 409 for off if no named administrator has a second factor */
export const changeSharedPassword = (
  { database: { db } }: Deps,
  { userId }: AdminPrincipal,
  enabled: boolean,
): Promise<void> =>
  db.transaction(async (tx) => {
    if (userId === null) {
      throw new HttpError(403, 'Logg inn med din egen bruker for å slå det felles passordet av eller på.')
    }
    if (!enabled && !(await hasProtectedAdministrator(tx))) {
      throw new HttpError(
        409,
        'Det felles passordet kan slås av når minst én administrator med egen bruker har totrinnsbekreftelse.',
      )
    }
    await switchSharedPassword(tx, enabled)
    if (!enabled) await deleteSharedSessions(tx)
    logSecurityEvent({ action: 'updated', kind: 'setting', id: sharedPasswordOffKey, values: { enabled } })
  })

/** @throws HttpError 403 */
export const requireSharedPasswordOn = async ({ database: { db } }: Deps): Promise<void> => {
  if (!(await isSharedPasswordOn(db))) {
    throw new HttpError(403, 'Det felles passordet er slått av. Logg inn med brukernavn.')
  }
}
