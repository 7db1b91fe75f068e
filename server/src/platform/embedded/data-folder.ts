import { hash } from 'node:crypto'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { canEnter, type OsUser } from './os-user.ts'

/** The folder for the database and its programs if root runs Kontor and the database's user cannot enter DATA_DIR or the programs' folder. */
export const reachableFolder = '/var/lib/kontor'

/** A file in DATA_DIR with the database's path, if the database is elsewhere. */
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

/** Creates folders level by level: Node's recursive `mkdir` never returns in system folders such as `/proc`. */
const makeFolder = (folder: string, mode: number): void => {
  if (fs.existsSync(folder)) return
  makeFolder(dirname(folder), 0o777)
  try {
    fs.mkdirSync(folder, { mode })
  } catch (error) {
    // A concurrent start may have made the folder.
    if (!fs.existsSync(folder)) throw error
  }
}

/**
 * Creates the data folder, accessible to this user only, and checks that it is writable.
 * @returns its real path
 * @throws StartFailure if it is not writable
 */
export const prepareDataDir = (dataDir: string): string => {
  try {
    makeFolder(dataDir, 0o700)
    const probe = join(dataDir, `.write-test-${process.pid}`)
    fs.writeFileSync(probe, '')
    fs.rmSync(probe)
    return fs.realpathSync(dataDir)
  } catch (cause) {
    const code = errorCode(cause) ?? 'unknown error'
    throw new StartFailure(
      `The data folder ${dataDir} cannot be written (${reasons[code] ?? code}): set DATA_DIR to one that can.`,
      { cause },
    )
  }
}

/** Returns true if an embedded database was ever created for this data folder. */
export const holdsDatabase = (dataDir: string): boolean =>
  fs.existsSync(join(dataDir, locationFile)) || fs.existsSync(join(dataDir, 'postgres'))

/** Chooses the folder of the database: in `dataDir`, or in `reachableFolder` if the database's user cannot enter `dataDir`. Stores the choice. */
export const chooseBaseFolder = (dataDir: string, user: OsUser, log: (sentence: string) => void): string => {
  const storedLocation = join(dataDir, locationFile)
  if (fs.existsSync(storedLocation)) return readLocation(storedLocation)
  if (!user || fs.existsSync(join(dataDir, 'postgres')) || allowPassing(dataDir, user)) return dataDir

  const digest = hash('sha256', dataDir).slice(0, 8)
  const base = join(reachableFolder, `${basename(dataDir).slice(0, 50)}-${digest}`)
  fs.mkdirSync(base, { recursive: true, mode: 0o711 })
  if (!allowPassing(base, user)) {
    throw new StartFailure(
      `The database's user can enter neither ${dataDir} nor ${base}: set DATA_DIR to a folder that it can enter.`,
    )
  }
  fs.writeFileSync(storedLocation, base, { mode: 0o600, flush: true })
  log(`The database is kept in ${base}, since its user cannot enter ${dataDir}.`)
  return base
}

const readLocation = (file: string): string => {
  const base = fs.readFileSync(file, 'utf8').trim()
  if (fs.existsSync(base)) return base
  throw new StartFailure(`The database of this data folder is missing: ${file} says that it is in ${base}.`)
}

/** Lets the database's user traverse our folder without reading it. Returns false if the user still can't enter it. */
const allowPassing = (folder: string, user: { uid: number; gid: number }): boolean => {
  if (canEnter(user, folder)) return true
  const { uid, mode } = fs.statSync(folder)
  const sharedWithGroup = (mode & 0o070) !== 0
  try {
    if (!sharedWithGroup) fs.chownSync(folder, uid, user.gid)
    fs.chmodSync(folder, (mode & 0o7777) | (sharedWithGroup ? 0o001 : 0o010))
  } catch {
    // The file system has no owners (for example a network share): the database must go elsewhere.
    return false
  }
  return canEnter(user, folder)
}
