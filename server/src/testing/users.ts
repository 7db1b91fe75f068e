import { insertUser } from '../features/users/users.queries.ts'
import { hashPassword } from '../platform/session/passwords.ts'
import type { TestApp } from './app.ts'

interface NewUser {
  readonly username: string
  readonly password: string
  readonly role?: 'admin' | 'sales'
}

/** Adds a user to the database directly. The API would first estimate the password's strength, which takes a third of a second. */
export const addUser = async (
  { database }: TestApp,
  { password, ...user }: NewUser,
): Promise<{ id: number; username: string; version: number }> => {
  const added = await insertUser(database.db, { ...user, passwordHash: await hashPassword(password) })
  if (!added) throw new Error(`${user.username} is taken.`)
  return added
}
