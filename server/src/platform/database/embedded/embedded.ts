import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartFailure } from '../../lifecycle/start-failure.ts'
import { findBinaries } from './binaries.ts'
import { ensureCluster, ownerOf, ownerRole, runtimeRole } from './cluster.ts'
import { chooseBaseFolder, prepareDataDir, reachableFolder } from './data-folder.ts'
import { databaseUser, runsAsRoot } from './os-user.ts'
import {
  type Cluster,
  clientOptions,
  endPostmaster,
  ensurePostmaster,
  type Postmaster,
  stopPostmaster,
} from './postmaster.ts'
import { databaseName, ensureRoles } from './roles.ts'
import { type ServerLock, takeServerLock } from './server-lock.ts'
import { sweepSocketFolders } from './socket-folder.ts'

export interface EmbeddedOptions {
  readonly dataDir: string
  /** Gets sentences for the terminal. */
  readonly log: (sentence: string) => void
  /** Ends a start that is under way. */
  readonly signal?: AbortSignal
  /** Called when the running database ended by itself and another server has taken its folder. */
  readonly onLost?: (error: unknown) => void
  /** `join` uses the database of a server that runs, instead of refusing to (for a backup, say). */
  readonly whenRunning?: 'refuse' | 'join'
  /** See `Cluster`; tests override it. */
  readonly socketPatienceMs?: number
  /** How long to wait before a database that ended by itself and did not start is tried again; tests override it. */
  readonly restartDelaysMs?: RestartDelays
}

/** Milliseconds: the first wait, which doubles up to the longest. */
interface RestartDelays {
  readonly first: number
  readonly longest: number
}

export interface EmbeddedDatabase {
  /** How to connect to the database as the role that the server works as. */
  readonly runtime: pg.PoolConfig
  /** The same as the owner of the tables. */
  readonly owner: pg.PoolConfig
  /** Stops the database cleanly, unless it is another process's. At most some seconds. */
  stop(): Promise<void>
  /** Stops it without waiting for anything; the next start recovers. */
  endNow(): void
}

const ordinaryRestartDelays: RestartDelays = { first: 1_000, longest: 30_000 }

/**
 * Starts the PostgreSQL that comes with the packages on a folder of `dataDir`, or takes over the one that a killed server
 * left running there. Should it end by itself, it is started again, as often as it takes: its disk may be full for hours.
 * @throws StartFailure with a sentence for the person who starts it
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<EmbeddedDatabase> => {
  const cluster = await prepareCluster(options)
  const owned = await takeOver(cluster, options)
  const { postmaster, lock } = owned
  const joined = lock === undefined
  try {
    await ensureRoles(postmaster.socketFolder)
  } catch (error) {
    if (!joined) await stopPostmaster(cluster.folder, postmaster)
    throw error
  }
  const connectAs = (user: string) => clientOptions(postmaster.socketFolder, { user, database: databaseName })
  const access = { runtime: connectAs(runtimeRole), owner: connectAs(ownerRole) }
  if (joined) return { ...access, stop: async () => undefined, endNow: () => undefined }
  return { ...access, ...supervise(cluster, { postmaster, lock }, options) }
}

/** The running database; the lock is absent where another server holds it and joining that one is what was asked for. */
interface Owned {
  readonly postmaster: Postmaster
  readonly lock: ServerLock | undefined
}

/** How often a database that ends right after it was found running is looked for again: its server may just be stopping. */
const takeOverTries = 10

const takeOver = async (cluster: Cluster, options: EmbeddedOptions, signal = options.signal): Promise<Owned> => {
  for (let tries = 1; ; tries++) {
    const postmaster = await ensurePostmaster(cluster, signal)
    try {
      const lock = await takeServerLock(postmaster.socketFolder)
      if (typeof lock !== 'number') return { postmaster, lock }
      if (options.whenRunning === 'join') return { postmaster, lock: undefined }
      throw alreadyRuns(options.dataDir, lock)
    } catch (error) {
      if (error instanceof StartFailure || tries === takeOverTries) throw error
      await sleep(100)
    }
  }
}

/** Nothing that passes by itself. */
class FolderTaken extends StartFailure {}

const alreadyRuns = (dataDir: string, pid: number) =>
  new FolderTaken(
    `Kontor already runs on this data folder (${dataDir}, process ${pid}): stop that one, or set DATA_DIR to another folder.`,
  )

const prepareCluster = async ({
  dataDir,
  log,
  signal,
  socketPatienceMs = 5_000,
}: EmbeddedOptions): Promise<Cluster> => {
  const realDataDir = prepareDataDir(dataDir)
  const usual = databaseUser()
  const base = chooseBaseFolder(realDataDir, ownerOf(join(realDataDir, 'postgres'), usual), log)
  const folder = join(base, 'postgres')
  const user = ownerOf(folder, usual)
  const binaries = findBinaries(user, runsAsRoot() ? reachableFolder : realDataDir)
  await ensureCluster(folder, binaries, user, signal)
  sweepSocketFolders(user)
  return { folder, binaries, user, log, socketPatienceMs }
}

/** Keeps the database running until it is stopped through what this returns. */
const supervise = (
  cluster: Cluster,
  first: { readonly postmaster: Postmaster; readonly lock: ServerLock },
  options: EmbeddedOptions,
): Pick<EmbeddedDatabase, 'stop' | 'endNow'> => {
  const { log, onLost, restartDelaysMs = ordinaryRestartDelays } = options
  // Whoever holds a pool on the database finds it again at the same address.
  const sameAddress = { ...cluster, socketFolder: first.postmaster.socketFolder }
  const stopping = new AbortController()
  let postmaster = first.postmaster
  let restarting: Promise<ServerLock | undefined> | undefined

  const restart = async (): Promise<ServerLock | undefined> => {
    log('The database ended unexpectedly and is started again …')
    const owned = await untilStarted(
      () => takeOver(sameAddress, { ...options, whenRunning: 'refuse' }, stopping.signal),
      restartDelaysMs,
      log,
      stopping.signal,
    )
    postmaster = owned.postmaster
    log('The database runs again.')
    return owned.lock
  }

  const watch = async (): Promise<void> => {
    let lock: ServerLock | undefined = first.lock
    let endedSoon = 0
    while (lock) {
      const began = performance.now()
      await lock.lost
      if (stopping.signal.aborted) return
      // One that starts and ends again at its first write, as on a full disk, must not keep the machine busy.
      endedSoon = performance.now() - began < restartDelaysMs.longest ? endedSoon + 1 : 0
      if (endedSoon > 1) await sleep(nthDelay(endedSoon - 1, restartDelaysMs), undefined, stopping)
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
      // The lock is held until the database has gone: whoever starts meanwhile waits, or finds the folder free.
      await stopPostmaster(cluster.folder, postmaster)
    },
    endNow: () => {
      stopping.abort()
      endPostmaster(cluster.folder, postmaster)
    },
  }
}

const nthDelay = (n: number, { first, longest }: RestartDelays): number => Math.min(first * 2 ** (n - 1), longest)

/** Tries until it succeeds, or the folder is another server's; logs the first reason. */
const untilStarted = async (
  start: () => Promise<Owned>,
  delays: RestartDelays,
  log: EmbeddedOptions['log'],
  signal: AbortSignal,
): Promise<Owned> => {
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
