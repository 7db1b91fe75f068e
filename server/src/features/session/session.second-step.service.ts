import type { Deps } from '../../platform/deps.ts'
import type { Principal } from '../../platform/session/principal.ts'
import { useRecoveryCode, useTotp } from '../second-factor/second-factor.service.ts'
import { checkPassword, type PasswordCheck } from './session.service.ts'

/** Stricter than for passwords: codes are short, and only those who know the password get here. */
const policy = { freeAttempts: 5, maxDelaySeconds: 15 * 60 }

/** Checks a second factor if the counters allow it; attempts are counted apart from those with passwords. */
export const checkSecondFactor = (
  deps: Deps,
  { userId }: Principal,
  address: string,
  verify: () => Promise<boolean>,
): Promise<PasswordCheck<true>> =>
  checkPassword(deps, {
    account: `second factor of ${userId ?? 'admin'}`,
    address,
    policy,
    verify: async () => (await verify()) || undefined,
  })

/** Checks a code of the app or a recovery code, which is thereby used up. */
export const checkCode = (
  deps: Deps,
  principal: Principal,
  { method, code }: { readonly method: 'totp' | 'recovery-code'; readonly code: string },
  address: string,
): Promise<PasswordCheck<true>> =>
  checkSecondFactor(deps, principal, address, () =>
    method === 'totp' ? useTotp(deps, principal.userId, code) : useRecoveryCode(deps, principal.userId, code),
  )
