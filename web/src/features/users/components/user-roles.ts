import { keysOf } from '@kontor/contract/shared/fields'
import { userRoles } from '@kontor/contract/users/users.rules'

export const roleOptions = keysOf(userRoles).map((role) => ({ value: role, label: userRoles[role] }))

/** The login page of each role. */
export const rolePlaces = { sales: 'i leads', admin: 'i panelet og i leads' } as const
