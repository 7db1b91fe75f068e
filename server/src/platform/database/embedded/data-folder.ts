import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartFailure } from '../../lifecycle/start-failure.ts'
import { canEnter, type OsUser } from './os-user.ts'

/** Where root puts what another user must reach, when DATA_DIR is below a folder that this user cannot enter. */
export const reachableFolder = '/var/lib/kontor'

/** Holds the path of the database where it is not in DATA_DIR itself. */
const locationFile = 'database-location'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'a part of its path is a file',
  ENAMETOOLONG: 'its path is too long',
  ENOENT: 'no folder can be made there',
}

/** One by one: in folders that the system keeps for itself (`/proc`) Node's own recursive `mkdir` never returns. */
const makeFolder = (folder: string, mode: number): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder), 0o777)
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // Of two starts at once the other has made it by now.
    if (!existsSync(folder)) throw error
  }
}

/**
 * Makes the data folder, for us alone, and proves that it can be written.
 * @returns its real path
 * @throws StartFailure when it cannot
 */
export const prepareDataDir = (dataDir: string): string => {
  try {
    makeFolder(dataDir, 0o700)
    const probe = join(dataDir, `.write-test-${process.pid}`)
    writeFileSync(probe, '')
    rmSync(probe)
    return realpathSync(dataDir)
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error'
    throw new StartFailure(
      `The data folder ${dataDir} cannot be written (${reasons[code] ?? code}): set DATA_DIR to one that can.`,
      { cause },
    )
  }
}

/** Whether an embedded database was ever made for this data folder. */
export const holdsDatabase = (dataDir: string): boolean =>
  existsSync(join(dataDir, locationFile)) || existsSync(join(dataDir, 'postgres'))

/** Where the database lives: in `dataDir`, or below `reachableFolder` if its user cannot get there; the choice is kept. */
export const chooseBaseFolder = (dataDir: string, user: OsUser, log: (sentence: string) => void): string => {
  const remembered = join(dataDir, locationFile)
  if (existsSync(remembered)) return readLocation(remembered)
  if (!user || existsSync(join(dataDir, 'postgres')) || letThrough(dataDir, user)) return dataDir

  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 8)
  const base = join(reachableFolder, `${basename(dataDir).slice(0, 50)}-${digest}`)
  mkdirSync(base, { recursive: true, mode: 0o711 })
  if (!letThrough(base, user)) {
    throw new StartFailure(
      `The database's user can enter neither ${dataDir} nor ${base}: set DATA_DIR to a folder that it can enter.`,
    )
  }
  writeFileSync(remembered, base, { mode: 0o600, flush: true })
  log(`The database is kept in ${base}, since its user cannot enter ${dataDir}.`)
  return base
}

const readLocation = (file: string): string => {
  const base = readFileSync(file, 'utf8').trim()
  if (existsSync(base)) return base
  throw new StartFailure(`The database of this data folder is missing: ${file} says that it is in ${base}.`)
}

/** Lets the database's user pass through our own folder, though not read it; false where it still cannot get there. */
const letThrough = (folder: string, user: { uid: number; gid: number }): boolean => {
  if (canEnter(user, folder)) return true
  const { uid, mode } = statSync(folder)
  const sharedWithGroup = (mode & 0o070) !== 0
  try {
    if (!sharedWithGroup) chownSync(folder, uid, user.gid)
    chmodSync(folder, (mode & 0o7777) | (sharedWithGroup ? 0o001 : 0o010))
  } catch {
    // A disk that knows no owners (a share of another machine, say): then the database must be elsewhere.
    return false
  }
  return canEnter(user, folder)
}
