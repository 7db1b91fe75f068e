import { randomBytes } from 'node:crypto'
import * as fs from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '../errors/start-failure.ts'
import { accountNames, databaseUser, type OsUser } from './os-user.ts'
import type { ClusterFolder } from './processes.ts'

const mapName = 'kontor'

/** Peer authentication: the operating system identifies the socket's other end. No other connection is accepted, for any role. */
const rules = `# Written by Kontor at every start.\nlocal all all peer map=${mapName}\n`

const files = { rules: 'pg_hba.conf', users: 'pg_ident.conf' } as const

// regexp: reads only a file that Kontor writes.
const mappedUser = new RegExp(`^${mapName} "(.+)" all$`, 'gm')

/** Formats one line per account, which lets the account connect as any role. The account gains no power: it could start the database itself. */
const identMap = (users: Iterable<string>): string =>
  `# Written by Kontor at every start.\n${[...users].map((user) => `${mapName} "${user}" all\n`).join('')}`

const read = (path: string): string => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : '')

/** Writes only to a newly created file, then gives it to `user`: another user owns the folder and could have planted links in it. */
const replaceFile = (path: string, content: string, user: OsUser): void => {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  const handle = fs.openSync(draft, 'wx', 0o600)
  try {
    fs.writeFileSync(handle, content)
    if (user) fs.fchownSync(handle, user.uid, user.gid)
    fs.fsyncSync(handle)
    fs.renameSync(draft, path)
  } catch (error) {
    fs.rmSync(draft, { force: true })
    throw error
  } finally {
    fs.closeSync(handle)
  }
}

const currentUsername = (): string => {
  try {
    return userInfo().username
  } catch (cause) {
    throw new StartFailure(
      `The account that runs Kontor (${process.getuid?.()}) has no name, which the embedded PostgreSQL needs: give it one, or set DATABASE_URL.`,
      { cause },
    )
  }
}

/**
 * Returns the accounts allowed so far. Rules of an earlier version allow everybody. For these, returns the folder's owner, whose server may still
 * be running, or nobody if root runs the database as the owner.
 */
const allowedUsers = (folder: ClusterFolder, user: OsUser): string[] => {
  if (read(join(folder, files.rules)) !== rules)
    return user && user.uid !== databaseUser()?.uid ? accountNames(user) : []
  return Array.from(read(join(folder, files.users)).matchAll(mappedUser), ([, name = '']) => name)
}

/**
 * Allows only this process's user and root, which cannot be kept out anyway. Replaces the rules of earlier versions, which trusted
 * everybody who could reach the socket.
 * @param user the files' owner
 * @param others `keep` also allows the accounts allowed before, since a server of theirs may be using the database
 * @returns true if a file changed; a running database must then reload its configuration
 * @throws StartFailure when this process's user has no name
 */
export const allowCurrentUser = (folder: ClusterFolder, user: OsUser, others: 'keep' | 'drop'): boolean => {
  const before = others === 'keep' ? allowedUsers(folder, user) : []
  const wanted = { rules, users: identMap(new Set(['root', currentUsername(), ...before])) }
  const changed = (['rules', 'users'] as const).filter((name) => read(join(folder, files[name])) !== wanted[name])
  for (const name of changed) replaceFile(join(folder, files[name]), wanted[name], user)
  return changed.length > 0
}
