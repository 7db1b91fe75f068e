import type { Deps } from '../../app.ts'
import { generatePassword, hashPassword, verifyPassword } from '../../platform/session/passwords.ts'
import { addAdminPassword, addFirstUser, findAdminPassword, replaceAdminPassword } from './users.queries.ts'

/** What the first start made up, to be shown once; nothing at every later start. */
export interface GeneratedAccounts {
  readonly adminPassword?: string
  readonly sales?: { readonly username: string; readonly password: string }
}

/** Adds both accounts unless another instance has just done so. */
const addAccounts = async ({ database, config }: Deps): Promise<GeneratedAccounts | undefined> => {
  const adminPassword = config.adminPassword ?? generatePassword()
  const salesPassword = config.salesPassword ?? generatePassword()
  const stored = { admin: await hashPassword(adminPassword), sales: await hashPassword(salesPassword) }
  const added = await database.db.transaction(async (tx) => {
    // Of instances that start at once the others wait here for the first one's commit, and then add nothing.
    if (!(await addAdminPassword(tx, stored.admin))) return false
    await addFirstUser(tx, config.salesUsername, stored.sales)
    return true
  })
  if (!added) return undefined
  return {
    ...(config.adminPassword === undefined && { adminPassword }),
    ...(config.salesPassword === undefined && { sales: { username: config.salesUsername, password: salesPassword } }),
  }
}

/**
 * At the first start: makes the administrator's password (`ADMIN_PASSWORD`, else a random one) and the first sales user.
 * Later: an `ADMIN_PASSWORD` that is not the stored one replaces it, which ends the administrator's sessions.
 */
export const ensureFirstUsers = async (deps: Deps): Promise<GeneratedAccounts> => {
  const { db } = deps.database
  const stored = await findAdminPassword(db)
  if (stored === undefined) return (await addAccounts(deps)) ?? ensureFirstUsers(deps)
  const { adminPassword } = deps.config
  if (adminPassword === undefined || (await verifyPassword(stored, adminPassword))) return {}
  await replaceAdminPassword(db, await hashPassword(adminPassword))
  return {}
}
