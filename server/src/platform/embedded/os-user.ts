import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { StartFailure } from '../errors/start-failure.ts'

/** The user that the database's processes run as; undefined for this process's user. */
export type OsUser = { readonly uid: number; readonly gid: number } | undefined

export const runsAsRoot = (): boolean => process.getuid?.() === 0

/**
 * If root runs this process, returns another user for PostgreSQL, which refuses to run as root: `postgres` if it exists, else
 * `nobody`.
 * @throws StartFailure when neither exists
 */
export const databaseUser = (): OsUser => {
  if (!runsAsRoot()) return undefined
  const accounts = readAccounts()
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find(([accountName]) => accountName === name) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartFailure(
    'PostgreSQL does not run as root and this machine has neither a user postgres nor nobody: start Kontor as another user, or set DATABASE_URL.',
  )
}

const readAccounts = (): string[][] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))

/** Returns the names of an account; empty if the machine doesn't know the account. */
export const accountNames = ({ uid }: NonNullable<OsUser>): string[] =>
  readAccounts().flatMap(([name, , id]) => (name && id === String(uid) ? [name] : []))

/** Returns true if the user can traverse this folder and its parents. Tries it as that user, since ACLs count, too. */
export const canEnter = (user: OsUser, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
