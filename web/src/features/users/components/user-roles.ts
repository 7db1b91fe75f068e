import { keysOf } from '@kontor/contract/shared/fields'
import { userRoles } from '@kontor/contract/users/users.rules'

export const roleOptions = keysOf(userRoles).map((role) => ({ value: role, label: userRoles[role] }))

/** The places where users of each role can log in, in words. */
export const rolePlaces = { sales: 'i leads', admin: 'i panelet og i leads' } as const
