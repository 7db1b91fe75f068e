import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'

/** PostgreSQL's own folder (its "cluster"), by its real path. */
export type ClusterFolder = string

/** Whether any process has this id (an ended one that its parent has not yet collected counts as well). */
export const isAlive = (pid: number): boolean => {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** What PostgreSQL writes into `postmaster.pid` of a running (or killed) database. */
export interface LockFile {
  readonly pid: number
  /** Empty while it is still starting. */
  readonly socketFolder: string
  /** `starting`, `ready` or `stopping`; empty while it is still starting. */
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

/** Which data folder the process serves as a postmaster; undefined when it is none, or has ended (collected or not). */
export const servedFolder = (pid: number): ClusterFolder | undefined => {
  try {
    if (process.platform !== 'linux') {
      const line = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' })
      // regexp: the command line of a process of this machine.
      return /\/postgres -D (.*?) -c listen_addresses=/.exec(line)?.[1]
    }
    const [program = '', ...args] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
    return basename(program) === 'postgres' ? args[args.indexOf('-D') + 1] : undefined
  } catch {
    return undefined
  }
}

/** The postmaster that serves this folder, if one is alive. */
export const findPostmaster = (folder: ClusterFolder): LockFile | undefined => {
  const lock = readLockFile(folder)
  return lock && servedFolder(lock.pid) === folder ? lock : undefined
}

/**
 * Removes a lock file whose process ended while another, that is no database or not of this folder, got its id:
 * PostgreSQL itself would take that one for the owner and refuse to start, in a restarted container for ever.
 */
export const removeForeignLock = (folder: ClusterFolder): void => {
  const lock = readLockFile(folder)
  if (!lock || !isAlive(lock.pid)) return
  const served = servedFolder(lock.pid)
  if (served === folder) return
  if (served === undefined || readLockFile(served)?.pid === lock.pid)
    rmSync(join(folder, 'postmaster.pid'), { force: true })
}
