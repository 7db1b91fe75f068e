import type { OfficeCall } from './office.ts'

const isUser = (value: unknown): value is { id: number } => typeof value === 'object' && value !== null && 'id' in value

/** Adds an active and a former colleague. */
export const addDemoUsers = async (office: OfficeCall): Promise<void> => {
  await office('POST', '/api/users', { username: 'lise.nordmann', password: 'demo-lises-passord' })
  const former = await office('POST', '/api/users', { username: 'per.nordmann', password: 'demo-pers-passord' })
  if (!isUser(former)) throw new Error('The created user has no id')
  await office('PUT', `/api/users/${former.id}`, { isActive: false })
}
