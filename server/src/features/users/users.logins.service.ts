import { type AuditEvent, recordEvent } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { actorOf, type Principal } from '../../platform/session/principal.ts'
import * as users from './users.queries.ts'

export const auditActorOf = (principal: Principal): NonNullable<AuditEvent['actor']> => ({
  name: actorOf(principal),
  id: principal.userId,
  kind: principal.role === 'admin' ? 'admin' : 'user',
})

/** The step that succeeded, and the name of the authenticator, if one was used. */
export interface Proof {
  readonly step: 'password' | 'second factor' | 'passkey' | 'confirmation'
  readonly factor?: string
}

const recordProof = (
  tx: Queryable,
  action: AuditEvent['action'],
  principal: Principal,
  { step, factor }: Proof,
): Promise<void> =>
  recordEvent(tx, {
    action,
    kind: 'session',
    facts: { step, ...(factor !== undefined && { factor }) },
    security: true,
    actor: auditActorOf(principal),
  })

/** Records a finished login in the audit trail, and as the user's last login. */
export const recordLogin = async (
  tx: Queryable,
  { clock }: Pick<Deps, 'clock'>,
  principal: Principal,
  proof: Proof,
): Promise<void> => {
  if (principal.userId !== null) await users.recordLogin(tx, principal.userId, clock.now())
  await recordProof(tx, 'login', principal, proof)
}

/** Records a correct password whose login still needs its second step. */
export const recordLoginStarted = (tx: Queryable, principal: Principal): Promise<void> =>
  recordProof(tx, 'login-started', principal, { step: 'password' })

/** Records that a logged-in user has proved their identity again. */
export const recordConfirmation = (tx: Queryable, principal: Principal, proof: Proof): Promise<void> =>
  recordProof(tx, 'confirmed', principal, proof)
