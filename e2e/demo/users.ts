import type { OfficeCall } from './office.ts'

const isUser = (value: unknown): value is { id: number } => typeof value === 'object' && value !== null && 'id' in value

/** A colleague, and one who has left. */
export const addDemoUsers = async (office: OfficeCall): Promise<void> => {
  await office('POST', '/api/users', { username: 'lise.nordmann', password: 'demo-lises-passord' })
  const former = await office('POST', '/api/users', { username: 'per.nordmann', password: 'demo-pers-passord' })
  if (!isUser(former)) throw new Error('The demo got a user without an id.')
  await office('PUT', `/api/users/${former.id}`, { isActive: false })
}
