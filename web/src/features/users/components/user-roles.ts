import { keysOf } from '@kontor/contract/shared/fields'
import { userRoles } from '@kontor/contract/users/users.rules'

export const roleOptions = keysOf(userRoles).map((role) => ({ value: role, label: userRoles[role] }))

/** Where users of each role log in. */
export const rolePlaces = { sales: 'i leads', admin: 'i panelet og i leads' } as const
