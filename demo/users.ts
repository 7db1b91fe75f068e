import { type AdminCall, idOf } from './admin-api.ts'

/** Adds an active and a former colleague. */
export const addDemoUsers = async (call: AdminCall): Promise<void> => {
  await call('POST', '/api/users', { username: 'lise.nordmann', password: 'demo-lises-passord' })
  const former = idOf(await call('POST', '/api/users', { username: 'per.nordmann', password: 'demo-pers-passord' }))
  await call('PUT', `/api/users/${former}`, { isActive: false })
}
