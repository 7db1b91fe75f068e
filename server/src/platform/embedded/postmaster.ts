import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'
import type { Binaries } from './binaries.ts'
import { superuser } from './cluster.ts'
import type { OsUser } from './os-user.ts'
import { allowCurrentUser } from './peer-authentication.ts'
import {
  type ClusterFolder,
  findPostmaster,
  isAlive,
  type LockFile,
  readLockFile,
  removeStaleLock,
  servedFolder,
} from './processes.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'

/** Everything needed to start, and restart, the database of a folder. */
export interface Cluster {
  readonly folder: ClusterFolder
  readonly binaries: Binaries
  readonly user: OsUser
  readonly log: (sentence: string) => void
  /** The socket's required folder; chosen at startup when absent. */
  readonly socketFolder?: string
  /** The grace period before a running database without a socket is restarted. A cleaner of /tmp may have removed the socket. */
  readonly missingSocketTimeoutMs: number
}

/** A database that accepts connections. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
}

/** Milliseconds for which a start is retried while processes of an earlier database are still ending. The longest seen took 1.6 s. */
const lockTimeoutMs = 15_000

/** Milliseconds after which a start is logged as slow, such as the recovery after a crash under heavy load. */
const slowStartMs = 5_000

const pollMs = 20

const reapTimeoutMs = 200

const graceMs = 5_000

/** Returns options to connect; by default as the superuser to the database `postgres`. */
export const clientOptions = (
  socketFolder: string,
  { user = superuser, database = 'postgres' } = {},
): pg.ClientConfig => ({ host: socketFolder, port: 5432, user, database })

/**
 * Adopts the folder's database if a killed server left it running, else starts it; waits until it accepts connections.
 * @throws StartFailure when PostgreSQL refuses to start; the signal's reason when aborted
 */
export const ensurePostmaster = async (cluster: Cluster, signal?: AbortSignal): Promise<Postmaster> => {
  const deadline = Date.now() + lockTimeoutMs
  for (;;) {
    signal?.throwIfAborted()
    const running = findPostmaster(cluster.folder)
    if (running) {
      const adopted = await adopt(cluster, running.pid, signal)
      if (adopted) return adopted
      continue
    }
    removeStaleLock(cluster.folder)
    const started = await start(cluster, signal)
    if (typeof started !== 'string') return started
    const stillLocked = /lock file|shared memory block|is another postmaster/i.test(started)
    if (!stillLocked || Date.now() > deadline) {
      throw new StartFailure(`The database did not start: ${started} (its log is ${logFile(cluster)}).`)
    }
    await sleep(100)
  }
}

const logFile = ({ folder }: Cluster) => join(dirname(folder), 'postgres.log')

/** Waits until a running database accepts connections. Returns undefined if it ended by itself or had to be stopped. */
const adopt = async (cluster: Cluster, pid: number, signal?: AbortSignal): Promise<Postmaster | undefined> => {
  const deadline = Date.now() + cluster.missingSocketTimeoutMs
  if (allowCurrentUser(cluster.folder, cluster.user, 'keep')) send(cluster.folder, pid, 'SIGHUP')
  for await (const _ of poll(cluster.log)) {
    const lock = findPostmaster(cluster.folder)
    if (!lock) return undefined
    const { socketFolder } = lock
    const state = await probe(lock)
    if (state === 'ready') return { pid, socketFolder }
    if (state === 'refused' && Date.now() > deadline) throw new StartFailure(refusedMessage(cluster.folder))
    const socketLost = state === 'absent' && Date.now() > deadline
    if (signal?.aborted || socketLost) await stopPostmaster(cluster.folder, { pid, socketFolder })
    signal?.throwIfAborted()
  }
  return undefined
}

/** Starts the database and waits until it accepts connections. Returns PostgreSQL's own message if it did not start. */
const start = async (cluster: Cluster, signal?: AbortSignal): Promise<Postmaster | string> => {
  const { folder, binaries, user, log } = cluster
  allowCurrentUser(folder, user, 'drop')
  const socketFolder = makeSocketFolder(folder, user, cluster.socketFolder)
  const before = readLockFile(folder)?.socketFolder
  if (before && before !== socketFolder) removeSocketFolder(before)
  const logStart = statSync(logFile(cluster), { throwIfNoEntry: false })?.size ?? 0
  const logHandle = openSync(logFile(cluster), 'a', 0o600)
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    // The details of a unique violation contain personal data, which must not be logged.
    'log_error_verbosity=terse',
  ]
  // Runs in its own process group: Ctrl-C must not reach the database before the server has drained its requests.
  const child = spawn(binaries.postgres, ['-D', folder, ...settings.flatMap((setting) => ['-c', setting])], {
    ...user,
    cwd: '/',
    detached: true,
    env: { PATH: process.env.PATH, TZ: 'UTC' },
    stdio: ['ignore', logHandle, logHandle],
  })
  closeSync(logHandle)
  child.unref()
  const spawnError = new Promise<Error>((resolve) => child.once('error', resolve))
  const { pid } = child
  if (pid === undefined) return (await spawnError).message

  for await (const _ of poll(log)) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const lock = findPostmaster(folder)
    const state = lock?.pid === pid ? await probe(lock) : 'busy'
    if (state === 'ready') return { pid, socketFolder }
    if (state === 'refused') {
      await stopPostmaster(folder, { pid, socketFolder })
      throw new StartFailure(refusedMessage(folder))
    }
    if (signal?.aborted) await stopPostmaster(folder, { pid, socketFolder })
    signal?.throwIfAborted()
  }
  if (findPostmaster(folder)?.socketFolder !== socketFolder) removeSocketFolder(socketFolder)
  const printed = readFileSync(logFile(cluster), 'utf8').slice(logStart)
  // regexp: reads PostgreSQL's own log.
  const errors = printed.match(/(?<=(FATAL|PANIC): +)(?!the database system).*/g)
  return errors?.at(-1) ?? `it ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`
}

/** Polls every few milliseconds; logs once if slow. */
async function* poll(log: (sentence: string) => void): AsyncGenerator<void> {
  const logAt = Date.now() + slowStartMs
  let logged = false
  for (;;) {
    yield
    await sleep(pollMs)
    if (logged || Date.now() < logAt) continue
    logged = true
    log('The database is still recovering from its last, sudden end …')
  }
}

const refusedMessage = (folder: ClusterFolder): string =>
  `The database in ${folder} does not let in the account that runs Kontor, although ${join(folder, 'pg_ident.conf')} names it: see whether the system knows the account by that name.`

/** Tries to connect. `busy`: starting, recovering or stopping. `absent`: there is no socket. `refused`: peer authentication failed. */
const probe = async ({ status, socketFolder }: LockFile): Promise<'ready' | 'busy' | 'absent' | 'refused'> => {
  if (status !== 'ready') return 'busy'
  const client = new pg.Client(clientOptions(socketFolder))
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = errorCode(error)
    if (code === '28000') return 'refused'
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'absent' : 'busy'
  } finally {
    await client.end()
  }
}

/** Returns true if the process is still the folder's postmaster, not another process with the same id. */
const isServing = (folder: ClusterFolder, pid: number): boolean => isAlive(pid) && servedFolder(pid) === folder

const send = (folder: ClusterFolder, pid: number, signal: NodeJS.Signals): void => {
  if (!isServing(folder, pid)) return
  try {
    process.kill(pid, signal)
  } catch {
    // The process ended after the check above.
  }
}

/**
 * Stops the database by a clean shutdown that closes its connections. After `graceMs` milliseconds, stops it immediately, so that the next
 * start must recover. Returns when the process has ended and its socket folder is removed.
 */
export const stopPostmaster = async (folder: ClusterFolder, { pid, socketFolder }: Postmaster): Promise<void> => {
  send(folder, pid, 'SIGINT')
  const deadline = Date.now() + graceMs
  while (isServing(folder, pid)) {
    if (Date.now() > deadline) send(folder, pid, 'SIGQUIT')
    await sleep(pollMs)
  }
  // Gives the parent process, which may be this one, time to reap the ended process.
  for (let waited = 0; waited < reapTimeoutMs && isAlive(pid); waited += pollMs) await sleep(pollMs)
  removeSocketFolder(socketFolder)
}

/** Stops the database synchronously, without a final checkpoint: the next start recovers. For a server that must exit immediately. */
export const killPostmaster = (folder: ClusterFolder, { pid, socketFolder }: Postmaster): void => {
  send(folder, pid, 'SIGQUIT')
  const neverNotified = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < 1_000 && isServing(folder, pid); waited += pollMs)
    Atomics.wait(neverNotified, 0, 0, pollMs)
  removeSocketFolder(socketFolder)
}
