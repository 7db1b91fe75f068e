import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { StartFailure } from '../../lifecycle/start-failure.ts'

/** Whom the database's processes run as: undefined is ourselves. */
export type OsUser = { readonly uid: number; readonly gid: number } | undefined

export const runsAsRoot = (): boolean => process.getuid?.() === 0

/**
 * The user that PostgreSQL runs as, since it refuses to be root: `postgres` where there is one, else `nobody`.
 * @throws StartFailure where root finds neither
 */
export const databaseUser = (): OsUser => {
  if (!runsAsRoot()) return undefined
  const known = accounts()
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = known.find(([one]) => one === name) ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new StartFailure(
    'PostgreSQL does not run as root and this machine has neither a user postgres nor nobody: start Kontor as another user, or set DATABASE_URL.',
  )
}

const accounts = (): string[][] =>
  readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))

/** The names of an account; none where the machine does not know it. */
export const nameOf = ({ uid }: NonNullable<OsUser>): string[] =>
  accounts().flatMap(([name, , id]) => (name && id === String(uid) ? [name] : []))

/** Whether the user may pass through this folder and all above it; asked of the system, so that ACLs count. */
export const canEnter = (user: OsUser, folder: string): boolean =>
  spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...user, cwd: '/', stdio: 'ignore' }).status === 0
