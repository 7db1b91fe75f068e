import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { errorCode } from '../errors/error-code.ts'

/** PostgreSQL's own folder (its "cluster"), by its real path. */
export type ClusterFolder = string

/** Returns true if any process has this id, zombies included. */
export const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}

/** The contents of `postmaster.pid`, which exists while a database runs, and stays if the database is killed. */
export interface LockFile {
  readonly pid: number
  /** Empty early in a start. */
  readonly socketFolder: string
  /** `starting`, `ready` or `stopping`; empty early in a start. */
  readonly status: string
}

export const readLockFile = (folder: ClusterFolder): LockFile | undefined => {
  try {
    const [pid, , , , socketFolder = '', , , status = ''] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split(
      '\n',
    )
    return { pid: Math.abs(Number(pid)), socketFolder, status: status.trim() }
  } catch {
    return undefined
  }
}

/** Returns the data folder that the process serves as a postmaster; undefined if it is no postmaster or has ended (zombies included). */
export const servedFolder = (pid: number): ClusterFolder | undefined => {
  try {
    if (process.platform !== 'linux') {
      const line = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
      // regexp: reads the command line of a process on this machine.
      return /\/postgres -D (.*?) -c listen_addresses=/.exec(line)?.[1]
    }
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return basename(program) === 'postgres' ? args[args.indexOf('-D') + 1] : undefined
  } catch {
    return undefined
  }
}

/** Returns the lock file of the postmaster that serves this folder, if one is alive. */
export const findPostmaster = (folder: ClusterFolder): LockFile | undefined => {
  const lock = readLockFile(folder)
  return lock && servedFolder(lock.pid) === folder ? lock : undefined
}

/**
 * Removes a lock file whose process id now belongs to an unrelated process. PostgreSQL would take that process for the lock's owner and
 * refuse to start; in a restarted container it would do so forever.
 */
export const removeStaleLock = (folder: ClusterFolder): void => {
  const lock = readLockFile(folder)
  if (!lock || !isAlive(lock.pid)) return
  const served = servedFolder(lock.pid)
  if (served === folder) return
  if (served === undefined || readLockFile(served)?.pid === lock.pid)
    rmSync(join(folder, 'postmaster.pid'), { force: true })
}
