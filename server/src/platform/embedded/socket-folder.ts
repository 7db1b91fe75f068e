import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { OsUser } from './os-user.ts'
import { type ClusterFolder, isAlive } from './processes.ts'

const prefix = 'kontor-'
const generatedName = /^kontor-[0-9a-f]{12}$/

/** A socket's path may have 107 bytes (103 on macOS), of which PostgreSQL's file name takes about 20. */
const maxFolderBytes = 80

/** Derives the socket folder's path from the data folder's, so that a start after a kill reuses the socket folder. */
const defaultPath = (folder: ClusterFolder): string => {
  const digest = hash('sha256', folder).slice(0, 12)
  const parent = Buffer.byteLength(tmpdir()) + prefix.length + digest.length < maxFolderBytes ? tmpdir() : '/tmp'
  return join(parent, `${prefix}${digest}`)
}

/**
 * Creates a temporary folder with a short path for the database's socket; only the database's user may enter it.
 * @param required the path to use when clients already connect to it
 */
export const makeSocketFolder = (folder: ClusterFolder, user: OsUser, required?: string): string => {
  const preferred = required ?? defaultPath(folder)
  const path = reserveFolder(preferred, user) || required ? preferred : fs.mkdtempSync(join(dirname(preferred), prefix))
  if (user) fs.chownSync(path, user.uid, user.gid)
  fs.chmodSync(path, 0o700)
  return path
}

/** Creates the folder, or reuses it if this user owns it. Returns false if another user made it: anyone can write to the temporary folder. */
const reserveFolder = (path: string, user: OsUser): boolean => {
  try {
    fs.mkdirSync(path, { mode: 0o700 })
    return true
  } catch {
    const found = fs.lstatSync(path, { throwIfNoEntry: false })
    const owners = [process.getuid?.(), ...(user ? [user.uid] : [])]
    return Boolean(found?.isDirectory()) && owners.includes(found?.uid)
  }
}

/** Milliseconds for which a folder without a database is kept before it is removed. */
const abandonedAfterMs = 10 * 60_000

/** Removes the folders of killed databases that were never started again. */
export const sweepSocketFolders = (user: OsUser): void => {
  const owner = user?.uid ?? process.getuid?.()
  for (const name of fs.readdirSync(tmpdir())) {
    const path = join(tmpdir(), name)
    const found = generatedName.test(name) && fs.lstatSync(path, { throwIfNoEntry: false })
    if (!found || found.uid !== owner || Date.now() - found.mtimeMs < abandonedAfterMs) continue
    if (!isAlive(socketOwner(path))) removeSocketFolder(path)
  }
}

/** Returns the process id in the folder's socket lock; 0 without a lock. */
const socketOwner = (path: string): number => {
  try {
    return Number.parseInt(fs.readFileSync(join(path, '.s.PGSQL.5432.lock'), 'utf8'), 10)
  } catch {
    return 0
  }
}

/** Removes the folder if it only contains the remains of a killed PostgreSQL. */
export const removeSocketFolder = (path: string): void => {
  if (!basename(path).startsWith(prefix)) return
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) fs.rmSync(join(path, name), { force: true })
  try {
    fs.rmdirSync(path)
  } catch {
    // The folder is already gone, or contains other files.
  }
}
