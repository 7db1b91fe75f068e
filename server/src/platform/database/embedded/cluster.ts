import { spawn } from 'node:child_process'
import {
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartFailure } from '../../lifecycle/start-failure.ts'
import type { Binaries } from './binaries.ts'
import type { OsUser } from './os-user.ts'
import { type ClusterFolder, isAlive } from './processes.ts'

/** PostgreSQL's own administrator, whom no statement of the server ever runs as: makes the database and its roles, and holds the lock. */
export const superuser = 'kontor'

/** Owns the tables, and changes them at a start. */
export const ownerRole = 'kontor_owner'

/** As what the server works. */
export const runtimeRole = 'kontor_app'

/** Who runs the database of a folder that exists already: its owner, whom PostgreSQL insists on. */
export const ownerOf = (folder: ClusterFolder, otherwise: OsUser): OsUser => {
  if (!otherwise || !existsSync(folder)) return otherwise
  const { uid, gid } = statSync(folder)
  return uid === 0 ? otherwise : { uid, gid }
}

/**
 * Checks that this PostgreSQL can open the folder, or makes a new database in it: UTF-8, sorted as Norwegian is.
 * @throws StartFailure when it belongs to another major version or cannot be made
 */
export const ensureCluster = async (
  folder: ClusterFolder,
  binaries: Binaries,
  user: OsUser,
  signal?: AbortSignal,
): Promise<void> => {
  removeDrafts(folder)
  if (!existsSync(folder)) await createCluster(folder, binaries, user, signal)
  const versionFile = join(folder, 'PG_VERSION')
  if (!existsSync(versionFile))
    throw new StartFailure(`${folder} is not a PostgreSQL database: move it away, or set DATA_DIR to another folder.`)
  const major = Number(readFileSync(versionFile, 'utf8'))
  if (major === binaries.major) return
  throw new StartFailure(
    `The database in ${folder} was made by PostgreSQL ${major}, but this Kontor brings PostgreSQL ${binaries.major}: take a backup with the Kontor that made it and restore it into a new data folder.`,
  )
}

const draftName = (folder: ClusterFolder, pid: number) => `${folder}.new-${pid}`

/** Removes what starts that were killed while they made a database left behind. */
const removeDrafts = (folder: ClusterFolder): void => {
  const prefix = basename(draftName(folder, 0)).slice(0, -1)
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** Made beside its final name and renamed when it is whole and on disk: a kill leaves no half database. */
const createCluster = async (
  folder: ClusterFolder,
  binaries: Binaries,
  user: OsUser,
  signal?: AbortSignal,
): Promise<void> => {
  const draft = draftName(folder, process.pid)
  try {
    // Not every system has the first locale; every one has the second.
    let failure = await initdb(draft, binaries, user, 'C.UTF-8', signal)
    if (failure?.includes('locale')) failure = await initdb(draft, binaries, user, 'C', signal)
    signal?.throwIfAborted()
    if (failure) throw new StartFailure(`The database could not be made in ${folder} (${failure}).`)
    renameSync(draft, folder)
    syncFolder(dirname(folder))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another start on the same folder may have been quicker: then its database is the one.
    if (!existsSync(folder)) throw error
  }
}

/** What initdb complained about, once it and all that it started have ended; undefined when it succeeded. */
const initdb = (
  folder: string,
  { initdb: program }: Binaries,
  user: OsUser,
  ctype: string,
  signal?: AbortSignal,
): Promise<string | undefined> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  if (user) chownSync(folder, user.uid, user.gid)
  // The characters that count as letters (for trigrams) come from the C library, the order from ICU.
  const locale = ['--locale=C', `--lc-ctype=${ctype}`, '--locale-provider=icu', '--icu-locale=nb']
  return new Promise((resolve, reject) => {
    // Detached: a Ctrl-C in the terminal is ours to handle.
    const child = spawn(program, ['-D', folder, '-U', superuser, '--auth=reject', '-E', 'UTF8', ...locale], {
      ...user,
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const giveUp = () => child.pid && process.kill(-child.pid, 'SIGKILL')
    signal?.addEventListener('abort', giveUp)
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      complaint += text
    })
    child.once('error', reject)
    child.once('close', (code, killedBy) => {
      signal?.removeEventListener('abort', giveUp)
      const error = /error: (.*)/.exec(complaint)?.[1]
      resolve(code === 0 ? undefined : (error ?? `initdb ended with ${killedBy ?? `exit code ${code}`}`))
    })
  })
}

const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
