import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { OsUser } from './os-user.ts'
import { type ClusterFolder, isAlive } from './processes.ts'

const prefix = 'kontor-'
const generatedName = /^kontor-[0-9a-f]{12}$/

/** A socket's path may have 107 bytes (103 on macOS): the name that PostgreSQL adds needs some 20 of them. */
const longestFolder = 80

/** Its name follows from the data folder's, so that a start after a kill finds it again instead of leaving one more behind. */
const usualPath = (folder: ClusterFolder): string => {
  const digest = createHash('sha256').update(folder).digest('hex').slice(0, 12)
  const parent = Buffer.byteLength(tmpdir()) + prefix.length + digest.length < longestFolder ? tmpdir() : '/tmp'
  return join(parent, `${prefix}${digest}`)
}

/**
 * Makes a short temporary folder for the database's socket, that only its user may enter.
 * @param wanted the one path that will do, where connections to it are open already
 */
export const makeSocketFolder = (folder: ClusterFolder, user: OsUser, wanted?: string): string => {
  const usual = wanted ?? usualPath(folder)
  const path = isOurs(usual, user) || wanted ? usual : mkdtempSync(join(dirname(usual), prefix))
  if (user) chownSync(path, user.uid, user.gid)
  chmodSync(path, 0o700)
  return path
}

/** Makes the folder, or takes one that is there if nobody else made it: the temporary folder is everybody's. */
const isOurs = (path: string, user: OsUser): boolean => {
  try {
    mkdirSync(path, { mode: 0o700 })
    return true
  } catch {
    const found = lstatSync(path, { throwIfNoEntry: false })
    const owners = [process.getuid?.(), ...(user ? [user.uid] : [])]
    return Boolean(found?.isDirectory()) && owners.includes(found?.uid)
  }
}

/** How long a folder without a database must have been left alone before it counts as forgotten. Milliseconds. */
const forgottenMs = 10 * 60_000

/** Removes the folders of databases that were killed and whose data folder never saw another start. */
export const sweepSocketFolders = (user: OsUser): void => {
  const owner = user?.uid ?? process.getuid?.()
  for (const name of readdirSync(tmpdir())) {
    const path = join(tmpdir(), name)
    const found = generatedName.test(name) && lstatSync(path, { throwIfNoEntry: false })
    if (!found || found.uid !== owner || Date.now() - found.mtimeMs < forgottenMs) continue
    if (!isAlive(socketOwner(path))) removeSocketFolder(path)
  }
}

/** The process that listens, or listened, in the folder; 0 for none. */
const socketOwner = (path: string): number => {
  try {
    return Number.parseInt(readFileSync(join(path, '.s.PGSQL.5432.lock'), 'utf8'), 10)
  } catch {
    return 0
  }
}

/** Removes the folder with what PostgreSQL leaves in it when it is killed, and nothing else. */
export const removeSocketFolder = (path: string): void => {
  if (!basename(path).startsWith(prefix)) return
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(path, name), { force: true })
  try {
    rmdirSync(path)
  } catch {
    // It has gone already, or holds something that is not ours.
  }
}
