import * as fs from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type pg from 'pg'
import { StartFailure } from '../errors/start-failure.ts'
import type { Binaries } from './binaries.ts'
import { ensureCluster, ownerRole, readMajor, runtimeRole, syncFolder } from './cluster.ts'
import { type Cluster, clientOptions, ensurePostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'
import { type ClusterFolder, findPostmaster } from './processes.ts'
import { databaseName, ensureRoles } from './roles.ts'
import { acquireServerLock } from './server-lock.ts'

/** Options to connect to one of the two databases. */
export interface UpgradeAccess {
  readonly owner: pg.PoolConfig
  readonly runtime: pg.PoolConfig
}

/** Copies a database to an empty one. @param folder holds temporary files during the upgrade */
export type CopyDatabase = (
  from: UpgradeAccess,
  to: UpgradeAccess,
  folder: string,
  signal?: AbortSignal,
) => Promise<void>

/** Returns the folder of a copy that is being filled. If the process is killed meanwhile, the next upgrade removes the folder. */
const nextFolder = (folder: ClusterFolder): ClusterFolder => `${folder}.next`

/** Returns the folder of a complete copy. If the process is killed before it puts the copy in place, the next start does so. */
const readyFolder = (folder: ClusterFolder): ClusterFolder => `${folder}.ready`

const oldPrefix = (folder: ClusterFolder): string => `${basename(folder)}.old-`

/** Hours that the new database must have run before the old folder is removed. */
const keepHours = 24

const hourMs = 60 * 60_000

/**
 * Migrates a folder of an earlier major version: copies its database to a new folder, then exchanges the two. The old folder isn't changed,
 * so a kill at any moment leaves either the old one or a complete new one.
 * @param old the folder with the programs of its own version
 * @throws StartFailure when another server uses it, or it can't be copied
 */
export const upgradeCluster = async (
  old: Cluster,
  binaries: Binaries,
  copy: CopyDatabase,
  signal?: AbortSignal,
): Promise<void> => {
  const { folder, user, log } = old
  const started: [ClusterFolder, Postmaster][] = []
  const start = async (cluster: Cluster): Promise<UpgradeAccess> => {
    const postmaster = await ensurePostmaster(cluster, signal)
    // Throws if another server uses the database. Runs before `started` lists this database, so that it isn't stopped below.
    if (cluster === old) await claim(postmaster)
    started.push([cluster.folder, postmaster])
    await ensureRoles(postmaster.socketFolder)
    const accessAs = (role: string) => clientOptions(postmaster.socketFolder, { user: role, database: databaseName })
    return { owner: accessAs(ownerRole), runtime: accessAs(runtimeRole) }
  }

  log(`The database of PostgreSQL ${old.binaries.major} is migrated to PostgreSQL ${binaries.major} …`)
  const next = nextFolder(folder)
  try {
    const from = await start(old)
    await removeUnfinished(next)
    await ensureCluster(next, binaries, user, signal)
    const to = await start({ ...old, folder: next, binaries })
    await copy(from, to, dirname(folder), signal)
  } catch (error) {
    for (const [one, postmaster] of started) await stopPostmaster(one, postmaster)
    throw error
  }
  // Stops the new database first: after a clean stop, its folder is complete.
  for (const [one, postmaster] of started.reverse()) await stopPostmaster(one, postmaster)
  fs.renameSync(next, readyFolder(folder))
  syncFolder(dirname(folder))
  finishUpgrade(folder)
  log(`The database is migrated. The old one is kept until the new one has run for ${keepHours} hours.`)
}

const claim = async ({ socketFolder }: Postmaster): Promise<void> => {
  const lock = await acquireServerLock(socketFolder)
  if (typeof lock === 'number')
    throw new StartFailure(
      `An earlier version of Kontor still runs on this data folder (process ${lock}): stop it first.`,
    )
}

const removeUnfinished = async (next: ClusterFolder): Promise<void> => {
  const running = findPostmaster(next)
  if (running) await stopPostmaster(next, running)
  fs.rmSync(next, { recursive: true, force: true })
}

/** Puts a complete new folder in the place of the old one, which is kept next to it. Also finishes what a kill interrupted. */
export const finishUpgrade = (folder: ClusterFolder): void => {
  const ready = readyFolder(folder)
  if (!fs.existsSync(ready)) return
  const parent = dirname(folder)
  if (fs.existsSync(folder)) {
    const old = join(parent, `${oldPrefix(folder)}${readMajor(folder)}`)
    fs.rmSync(old, { recursive: true, force: true })
    fs.renameSync(folder, old)
  }
  fs.renameSync(ready, folder)
  syncFolder(parent)
}

const hoursFile = (old: string): string => `${old}.hours`

/** Counts an hour of use of the new database, and removes old folders after `keepHours`. */
export const countHour = (folder: ClusterFolder): void => {
  const parent = dirname(folder)
  const names = fs.readdirSync(parent).filter((name) => name.startsWith(oldPrefix(folder)) && !name.endsWith('.hours'))
  for (const old of names.map((name) => join(parent, name))) {
    const before = fs.existsSync(hoursFile(old)) ? Number(fs.readFileSync(hoursFile(old), 'utf8')) : 0
    fs.writeFileSync(hoursFile(old), String(before + 1))
    if (before + 1 < keepHours) continue
    fs.rmSync(old, { recursive: true, force: true })
    fs.rmSync(hoursFile(old), { force: true })
  }
}

/** Counts the hours that this process runs the new database. */
export const countHours = (folder: ClusterFolder): void => {
  setInterval(() => countHour(folder), hourMs).unref()
}
