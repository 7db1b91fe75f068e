import { passwordLength } from '@kontor/contract/shared/passwords'
import type { userCreateSchema, userUpdateSchema } from '@kontor/contract/users/users.schema'
import type { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { isDuplicate } from '../../platform/database/failures.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, staleVersion } from '../../platform/errors/http-error.ts'
import { StartFailure } from '../../platform/lifecycle/start-failure.ts'
import { findGuessable, refuseGuessable } from '../../platform/session/password-policy.ts'
import { generatePassword, hashPassword, verifyPassword } from '../../platform/session/passwords.ts'
import {
  addAdminPassword,
  findAdminPassword,
  findUser,
  insertUser,
  replaceAdminPassword,
  updateUser,
} from './users.queries.ts'

/** The administrator's user name. */
export const adminName = 'admin'

const remedy = 'Choose one like four random words, without the name of the company or the user, or remove the variable:'

/** A sentence for a password of the environment that nobody may set. */
const complaint = (name: string, password: string, guessable: boolean, otherwise: string): string[] => {
  const wanted = `must have at least ${passwordLength.min} characters`
  if ([...password].length < passwordLength.min) return [`${name} ${wanted}. ${remedy} ${otherwise}.`]
  return guessable ? [`${name} must not be easy to guess. ${remedy} ${otherwise}.`] : []
}

/**
 * Holds the passwords of the environment to the policy of all others, also those that an earlier start has stored.
 * @throws StartFailure with one sentence for each that is too short or easy to guess
 */
export const refuseWeakPasswords = async ({ adminPassword, salesUsername, salesPassword }: Config): Promise<void> => {
  const given = [
    {
      name: 'ADMIN_PASSWORD',
      password: adminPassword,
      names: [adminName],
      otherwise: 'the first start then makes one and prints it, and a later one keeps the one that is stored',
    },
    {
      name: 'SALES_PASSWORD',
      password: salesPassword,
      names: [salesUsername],
      otherwise: 'only the first start needs one, and then makes it and prints it',
    },
  ].flatMap(({ password, ...rest }) => (password === undefined ? [] : [{ ...rest, password }]))
  if (given.length === 0) return
  const guessable = await findGuessable(given.map(({ password, names }) => ({ password, names })))
  const sentences = given.flatMap(({ name, password, otherwise }, index) =>
    complaint(name, password, guessable[index] !== false, otherwise),
  )
  if (sentences.length > 0) throw new StartFailure(sentences)
}

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

/** Adds a sales user; throws 400 when the password is easy to guess, 409 when the name is taken. */
export const addUser = async (
  { database }: Deps,
  { username, password, isActive }: z.output<typeof userCreateSchema>,
) => {
  await refuseGuessable('password', { password, names: [username] })
  const added = await insertUser(database.db, { username, isActive, passwordHash: await hashPassword(password) })
  if (!added) throw nameTaken()
  return added
}

/** The hash of a new password for a user, who may get a new name with it. */
const hashNewPassword = async (
  db: Queryable,
  id: number,
  password: string,
  newName: string | undefined,
): Promise<string> => {
  const names = [newName, (await findUser(db, id))?.username].filter((name) => name !== undefined)
  await refuseGuessable('password', { password, names })
  return hashPassword(password)
}

/**
 * Changes a sales user; throws 400 when the password is easy to guess, 404 when there is no such user, 409 when the name is taken or the
 * version is stale.
 */
export const changeUser = async (
  { database: { db } }: Deps,
  id: number,
  { password, ...changes }: z.output<typeof userUpdateSchema>,
) => {
  const passwordHash = password === undefined ? undefined : await hashNewPassword(db, id, password, changes.username)
  const updated = await updateUser(db, id, { ...changes, passwordHash }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTaken() : error
  })
  if (updated) return updated
  const current = await findUser(db, id)
  throw current ? staleVersion(current) : notFound('Brukeren finnes ikke.')
}
