import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { StartFailure } from '../errors/start-failure.ts'
import type { Binaries } from './binaries.ts'
import type { OsUser } from './os-user.ts'
import { type ClusterFolder, isAlive } from './processes.ts'

/** PostgreSQL's superuser: creates the database and its roles, and holds the server lock. The server runs no other statement as this role. */
export const superuser = 'kontor'

/** The role that owns the tables, and migrates them at startup. */
export const ownerRole = 'kontor_owner'

/** The role that the server uses. */
export const runtimeRole = 'kontor_app'

/** Returns the user to run the database as. PostgreSQL requires the folder's owner. Returns `fallback` if the folder is new or belongs to root. */
export const ownerOf = (folder: ClusterFolder, fallback: OsUser): OsUser => {
  if (!fallback || !fs.existsSync(folder)) return fallback
  const { uid, gid } = fs.statSync(folder)
  return uid === 0 ? fallback : { uid, gid }
}

/**
 * Checks that this PostgreSQL can open the folder, or creates a database cluster in it: UTF-8, Norwegian sort order.
 * @throws StartFailure when it belongs to another major version or cannot be created
 */
export const ensureCluster = async (
  folder: ClusterFolder,
  binaries: Binaries,
  user: OsUser,
  signal?: AbortSignal,
): Promise<void> => {
  removeDrafts(folder)
  if (!fs.existsSync(folder)) await createCluster(folder, binaries, user, signal)
  const major = readMajor(folder)
  if (major === undefined)
    throw new StartFailure(`${folder} is not a PostgreSQL database: move it away, or set DATA_DIR to another folder.`)
  if (major === binaries.major) return
  throw new StartFailure(
    `The database in ${folder} was made by PostgreSQL ${major}, but this Kontor brings PostgreSQL ${binaries.major}: ${
      major > binaries.major
        ? 'start it with the newer Kontor, and move back by a backup only.'
        : 'start the server itself once, which migrates it.'
    }`,
  )
}

/** Returns the major version of PostgreSQL that made a folder; undefined when it holds no database. */
export const readMajor = (folder: ClusterFolder): number | undefined => {
  const versionFile = join(folder, 'PG_VERSION')
  return fs.existsSync(versionFile) ? Number(fs.readFileSync(versionFile, 'utf8')) : undefined
}

const draftName = (folder: ClusterFolder, pid: number) => `${folder}.new-${pid}`

/** Removes the remains of starts that were killed while they created a database. */
const removeDrafts = (folder: ClusterFolder): void => {
  const prefix = basename(draftName(folder, 0)).slice(0, -1)
  for (const name of fs.readdirSync(dirname(folder))) {
    if (!name.startsWith(prefix) || isAlive(Number(name.slice(prefix.length)))) continue
    fs.rmSync(join(dirname(folder), name), { recursive: true, force: true })
  }
}

/** Creates the folder under a temporary name and renames it once it is complete and on disk, so that a kill leaves no partial database. */
const createCluster = async (
  folder: ClusterFolder,
  binaries: Binaries,
  user: OsUser,
  signal?: AbortSignal,
): Promise<void> => {
  const draft = draftName(folder, process.pid)
  try {
    // Every system has the locale C, but not every one has C.UTF-8.
    let failure = await initdb(draft, binaries, user, 'C.UTF-8', signal)
    if (failure?.includes('locale')) failure = await initdb(draft, binaries, user, 'C', signal)
    signal?.throwIfAborted()
    if (failure) throw new StartFailure(`The database could not be made in ${folder} (${failure}).`)
    fs.renameSync(draft, folder)
    syncFolder(dirname(folder))
  } catch (error) {
    fs.rmSync(draft, { recursive: true, force: true })
    // Another start on the same folder may have been faster: use its database.
    if (!fs.existsSync(folder)) throw error
  }
}

/** Runs initdb, and waits until it and its child processes have ended. Returns its error message, or undefined on success. */
const initdb = (
  folder: string,
  { initdb: program }: Binaries,
  user: OsUser,
  ctype: string,
  signal?: AbortSignal,
): Promise<string | undefined> => {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { mode: 0o700 })
  if (user) fs.chownSync(folder, user.uid, user.gid)
  // The C library decides which characters are letters (for trigrams); ICU decides the order.
  const locale = ['--locale=C', `--lc-ctype=${ctype}`, '--locale-provider=icu', '--icu-locale=nb']
  return new Promise((resolve, reject) => {
    // Detached, so that Ctrl-C in the terminal doesn't reach initdb: Kontor handles Ctrl-C itself.
    const child = spawn(program, ['-D', folder, '-U', superuser, '--auth=reject', '-E', 'UTF8', ...locale], {
      ...user,
      cwd: '/',
      detached: true,
      env: { PATH: process.env.PATH, TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const killGroup = () => child.pid && process.kill(-child.pid, 'SIGKILL')
    signal?.addEventListener('abort', killGroup)
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    child.once('error', reject)
    child.once('close', (code, killedBy) => {
      signal?.removeEventListener('abort', killGroup)
      const error = /error: (.*)/.exec(stderr)?.[1]
      resolve(code === 0 ? undefined : (error ?? `initdb ended with ${killedBy ?? `exit code ${code}`}`))
    })
  })
}

export const syncFolder = (folder: string): void => {
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}
