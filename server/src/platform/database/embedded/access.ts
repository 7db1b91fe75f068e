import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fchownSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartFailure } from '../../lifecycle/start-failure.ts'
import { databaseUser, nameOf, type OsUser } from './os-user.ts'
import type { ClusterFolder } from './processes.ts'

const mapName = 'kontor'

/** The operating system vouches for who is at the other end of the socket ("peer"); nobody else gets in, by whatever role. */
const rules = `# Written by Kontor at every start.\nlocal all all peer map=${mapName}\n`

const files = { rules: 'pg_hba.conf', users: 'pg_ident.conf' } as const

// regexp: a file that we write.
const mappedUser = new RegExp(`^${mapName} "(.+)" all$`, 'gm')

/** One line per account. It may connect as any role: whoever starts the database can do that anyway. */
const mapOf = (users: Iterable<string>): string =>
  `# Written by Kontor at every start.\n${[...users].map((user) => `${mapName} "${user}" all\n`).join('')}`

const read = (path: string): string => (existsSync(path) ? readFileSync(path, 'utf8') : '')

/** The folder is another user's, who could plant links in it: only a file that is made here and now is written, and given away. */
const replace = (path: string, content: string, user: OsUser): void => {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeFileSync(handle, content)
    if (user) fchownSync(handle, user.uid, user.gid)
    fsyncSync(handle)
    renameSync(draft, path)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  } finally {
    closeSync(handle)
  }
}

const ourselves = (): string => {
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
 * Who was let in so far. Where an earlier version let in everybody, the account that the folder belongs to, unless it is the one that root
 * chooses: a server of that account may be at work.
 */
const letIn = (folder: ClusterFolder, user: OsUser): string[] => {
  if (read(join(folder, files.rules)) !== rules) return user && user.uid !== databaseUser()?.uid ? nameOf(user) : []
  return Array.from(read(join(folder, files.users)).matchAll(mappedUser), ([, name = '']) => name)
}

/**
 * Lets in the user of this process and root (whom nothing keeps out), and nobody else. Replaces the rules of earlier versions, whose
 * socket trusted everybody who could reach it.
 * @param user the one that the files must belong to
 * @param others `keep` those who were let in before: the database runs already, and a server may be at work in it
 * @returns whether a file changed; a running database must then reload its configuration
 * @throws StartFailure where this process's user has no name
 */
export const allowOurselves = (folder: ClusterFolder, user: OsUser, others: 'keep' | 'drop'): boolean => {
  const before = others === 'keep' ? letIn(folder, user) : []
  const wanted = { rules, users: mapOf(new Set(['root', ourselves(), ...before])) }
  const changed = (['rules', 'users'] as const).filter((name) => read(join(folder, files[name])) !== wanted[name])
  for (const name of changed) replace(join(folder, files[name]), wanted[name], user)
  return changed.length > 0
}
