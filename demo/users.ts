import { createUser, updateUser } from '@kontor/contract/users/users.endpoints'
import type { AdminCall } from './admin-api.ts'

/** Adds an active and a former colleague. */
export const addDemoUsers = async (call: AdminCall): Promise<void> => {
  await call(createUser, { body: { username: 'lise.nordmann', password: 'demo-lises-passord' } })
  const former = await call(createUser, { body: { username: 'per.nordmann', password: 'demo-pers-passord' } })
  await call(updateUser, { params: { id: String(former.id) }, body: { isActive: false } })
}
