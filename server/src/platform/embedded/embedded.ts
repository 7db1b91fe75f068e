import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartFailure } from '../errors/start-failure.ts'
import { findBinaries, findOldBinaries } from './binaries.ts'
import { ensureCluster, ownerOf, ownerRole, readMajor, runtimeRole } from './cluster.ts'
import { chooseBaseFolder, prepareDataDir, reachableFolder } from './data-folder.ts'
import { databaseUser, runsAsRoot } from './os-user.ts'
import {
  type Cluster,
  clientOptions,
  ensurePostmaster,
  killPostmaster,
  type Postmaster,
  stopPostmaster,
} from './postmaster.ts'
import { databaseName, ensureRoles } from './roles.ts'
import { acquireServerLock, type ServerLock } from './server-lock.ts'
import { sweepSocketFolders } from './socket-folder.ts'
import { type CopyDatabase, countHours, finishUpgrade, upgradeCluster } from './upgrade.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Receives messages for the terminal. */
  readonly log: (sentence: string) => void
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal
  /** Called when the database ended unexpectedly and another server has taken its folder. */
  readonly onLost?: (error: unknown) => void
  /** `join` uses the database of a running server instead of failing (for example for a backup). */
  readonly whenRunning?: 'refuse' | 'join'
  /** Copies a database made by an earlier major version of PostgreSQL to a new, empty one; without this function, such databases are refused. */
  readonly upgrade?: CopyDatabase
  /** See `Cluster`; tests override it. */
  readonly missingSocketTimeoutMs?: number
  /** Delays between attempts to restart a database that ended unexpectedly; tests override it. */
  readonly restartDelaysMs?: RestartDelays
}

/** Milliseconds: the first delay, which doubles up to the longest. */
interface RestartDelays {
  readonly first: number
  readonly longest: number
}

export interface EmbeddedDatabase {
  /** Options to connect as the role that the server uses. */
  readonly runtime: pg.PoolConfig
  /** Options to connect as the owner of the tables. */
  readonly owner: pg.PoolConfig
  /** Stops the database cleanly, within seconds; does nothing when it belongs to another process. */
  stop(): Promise<void>
  /** Stops the database immediately; the next start recovers. */
  killNow(): void
}

const defaultRestartDelays: RestartDelays = { first: 1_000, longest: 30_000 }

/**
 * Starts the packaged PostgreSQL on a folder of `dataDir`, or adopts one that a killed server left running. Restarts it whenever it ends
 * unexpectedly, without a limit on attempts, since a disk may be full for hours.
 * @throws StartFailure with a message for the terminal
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const cluster = await prepareCluster(options)
  const { postmaster, lock } = await takeOver(cluster, options)
  const joined = lock === undefined
  try {
    await ensureRoles(postmaster.socketFolder)
  } catch (error) {
    if (!joined) await stopPostmaster(cluster.folder, postmaster)
    throw error
  }
  const connectAs = (user: string) => clientOptions(postmaster.socketFolder, { user, database: databaseName })
  const access = { runtime: connectAs(runtimeRole), owner: connectAs(ownerRole) }
  if (joined) return { ...access, stop: async () => undefined, killNow: () => undefined }
  countHours(cluster.folder)
  return { ...access, ...supervise(cluster, { postmaster, lock }, options) }
}

/** Thrown if another server uses the folder: retrying does not help. */
class FolderTaken extends StartFailure {}

/** Maximum attempts if the database ends right after it was found running, since its server may be stopping. */
const maxTakeOverTries = 10

/** Returns the running database and the server lock; no lock if another server holds it and this process joined. */
const takeOver = async (cluster: Cluster, options: EmbeddedOptions, signal = options.signal) => {
  for (let tries = 1; ; tries++) {
    const postmaster = await ensurePostmaster(cluster, signal)
    try {
      const lock = await acquireServerLock(postmaster.socketFolder)
      if (typeof lock !== 'number') return { postmaster, lock }
      if (options.whenRunning === 'join') return { postmaster }
      throw new FolderTaken(
        `Kontor already runs on this data folder (${options.dataDir}, process ${lock}): stop that one, or set DATA_DIR to another folder.`,
      )
    } catch (error) {
      if (error instanceof StartFailure || tries === maxTakeOverTries) throw error
      await sleep(100)
    }
  }
}

const prepareCluster = async ({
  dataDir,
  log,
  signal,
  upgrade,
  missingSocketTimeoutMs = 5_000,
}: EmbeddedOptions): Promise<Cluster> => {
  const realDataDir = prepareDataDir(dataDir)
  const defaultUser = databaseUser()
  const base = chooseBaseFolder(realDataDir, ownerOf(join(realDataDir, 'postgres'), defaultUser), log)
  const folder = join(base, 'postgres')
  const user = ownerOf(folder, defaultUser)
  const copiesFolder = runsAsRoot() ? reachableFolder : realDataDir
  const binaries = findBinaries(user, copiesFolder)
  const cluster = { folder, binaries, user, log, missingSocketTimeoutMs }
  finishUpgrade(folder)
  const major = readMajor(folder)
  if (upgrade && major !== undefined && major < binaries.major)
    await upgradeCluster(
      { ...cluster, binaries: findOldBinaries(major, user, copiesFolder) },
      binaries,
      upgrade,
      signal,
    )
  await ensureCluster(folder, binaries, user, signal)
  sweepSocketFolders(user)
  return cluster
}

/** Keeps the database running until one of the returned functions stops it. */
const supervise = (
  cluster: Cluster,
  first: { readonly postmaster: Postmaster; readonly lock: ServerLock },
  options: EmbeddedOptions,
): Pick<EmbeddedDatabase, 'stop' | 'killNow'> => {
  const { log, onLost, restartDelaysMs = defaultRestartDelays } = options
  // Restarts at the same address, to which open pools reconnect.
  const sameAddress = { ...cluster, socketFolder: first.postmaster.socketFolder }
  const stopping = new AbortController()
  let postmaster = first.postmaster
  let restarting: Promise<ServerLock | undefined> | undefined

  const restart = async (): Promise<ServerLock | undefined> => {
    log('The database ended unexpectedly and is started again …')
    const restarted = await retryUntilStarted(
      () => takeOver(sameAddress, { ...options, whenRunning: 'refuse' }, stopping.signal),
      restartDelaysMs,
      log,
      stopping.signal,
    )
    postmaster = restarted.postmaster
    log('The database runs again.')
    return restarted.lock
  }

  const watch = async (): Promise<void> => {
    let lock: ServerLock | undefined = first.lock
    let quickEnds = 0
    while (lock) {
      const startedAt = performance.now()
      await lock.lost
      if (stopping.signal.aborted) return
      // Backs off if the database keeps ending soon after its start, for example because the disk is full.
      quickEnds = performance.now() - startedAt < restartDelaysMs.longest ? quickEnds + 1 : 0
      if (quickEnds > 1) await sleep(nthDelay(quickEnds - 1, restartDelaysMs), undefined, stopping)
      restarting = restart()
      lock = await restarting
    }
  }

  watch().catch((error: unknown) => {
    if (!stopping.signal.aborted) onLost?.(error)
  })
  return {
    stop: async () => {
      stopping.abort()
      await restarting?.catch(() => undefined)
      // Keeps the lock until the database has ended, so that a concurrent start either waits or finds the folder free.
      await stopPostmaster(cluster.folder, postmaster)
    },
    killNow: () => {
      stopping.abort()
      killPostmaster(cluster.folder, postmaster)
    },
  }
}

const nthDelay = (n: number, { first, longest }: RestartDelays): number => Math.min(first * 2 ** (n - 1), longest)

/** Retries until the start succeeds or another server has taken the folder. Logs only the first failure. */
const retryUntilStarted = async <Started>(
  start: () => Promise<Started>,
  delays: RestartDelays,
  log: EmbeddedOptions['log'],
  signal: AbortSignal,
): Promise<Started> => {
  for (let tries = 1; ; tries++) {
    try {
      return await start()
    } catch (error) {
      if (error instanceof FolderTaken || signal.aborted) throw error
      if (tries === 1)
        log(`${error instanceof Error ? error.message : String(error)} It is tried again until it starts.`)
      await sleep(nthDelay(tries, delays), undefined, { signal })
    }
  }
}
