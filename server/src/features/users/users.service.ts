import type { userCreateSchema, userUpdateSchema } from '@kontor/contract/users/users.schema'
import type { z } from 'zod'
import type { Deps } from '../../app.ts'
import { isDuplicate } from '../../platform/database/failures.ts'
import { HttpError, notFound, staleVersion } from '../../platform/http/errors.ts'
import { generatePassword, hashPassword, verifyPassword } from '../../platform/session/passwords.ts'
import {
  addAdminPassword,
  findAdminPassword,
  findUser,
  insertUser,
  replaceAdminPassword,
  updateUser,
} from './users.queries.ts'

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
    await insertUser(tx, { username: config.salesUsername, passwordHash: stored.sales })
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

const nameTaken = () => {
  const sentence = 'Brukernavnet er i bruk.'
  return new HttpError(409, sentence, { fields: { username: sentence } })
}

/** Adds a sales user; throws 409 when the name is taken. */
export const addUser = async (
  { database }: Deps,
  { username, password, isActive }: z.output<typeof userCreateSchema>,
) => {
  const added = await insertUser(database.db, { username, isActive, passwordHash: await hashPassword(password) })
  if (!added) throw nameTaken()
  return added
}

/** Changes a sales user; throws 404 when there is none, 409 when the name is taken or the version is stale. */
export const changeUser = async (
  { database: { db } }: Deps,
  id: number,
  { password, ...changes }: z.output<typeof userUpdateSchema>,
) => {
  const passwordHash = password === undefined ? undefined : await hashPassword(password)
  const updated = await updateUser(db, id, { ...changes, passwordHash }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken() : error
  })
  if (updated) return updated
  const current = await findUser(db, id)
  throw current ? staleVersion(current) : notFound('Brukeren finnes ikke.')
}
