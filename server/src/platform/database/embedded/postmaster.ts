import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartFailure } from '../../lifecycle/start-failure.ts'
import { allowOurselves } from './access.ts'
import type { Binaries } from './binaries.ts'
import { superuser } from './cluster.ts'
import type { OsUser } from './os-user.ts'
import {
  type ClusterFolder,
  findPostmaster,
  isAlive,
  type LockFile,
  readLockFile,
  removeForeignLock,
  servedFolder,
} from './processes.ts'
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts'

/** What it takes to start the database of a folder, and to start it again. */
export interface Cluster {
  readonly folder: ClusterFolder
  readonly binaries: Binaries
  readonly user: OsUser
  readonly log: (sentence: string) => void
  /** Where its socket must be; chosen at the start when absent. */
  readonly socketFolder?: string
  /** How long a running database may stay without its socket (a cleaner of /tmp took it) before it is restarted. */
  readonly socketPatienceMs: number
}

/** A database that accepts connections. */
export interface Postmaster {
  readonly pid: number
  readonly socketFolder: string
}

/** How long a start is tried again while processes of an earlier one are still ending; the longest seen was 1.6 s. */
const lockPatienceMs = 15_000

/** How long a start may take before it is told that it takes long: recovery after a crash under heavy load. */
const tellAfterMs = 5_000

const pollMs = 20

const collectMs = 200

/** How to connect; as the superuser to the database `postgres`, unless another is named. */
export const clientOptions = (
  socketFolder: string,
  { user = superuser, database = 'postgres' } = {},
): pg.ClientConfig => ({ host: socketFolder, port: 5432, user, database })

/**
 * Finds the database of the folder running, as a killed server leaves it, or starts it; waits until it accepts connections.
 * @throws StartFailure when PostgreSQL refuses to start; the signal's reason when it is aborted
 */
export const ensurePostmaster = async (cluster: Cluster, signal?: AbortSignal): Promise<Postmaster> => {
  const giveUp = Date.now() + lockPatienceMs
  for (;;) {
    signal?.throwIfAborted()
    const running = findPostmaster(cluster.folder)
    if (running) {
      const adopted = await adopt(cluster, running.pid, signal)
      if (adopted) return adopted
      continue
    }
    removeForeignLock(cluster.folder)
    const started = await start(cluster, signal)
    if (typeof started !== 'string') return started
    const stillLocked = /lock file|shared memory block|is another postmaster/i.test(started)
    if (!stillLocked || Date.now() > giveUp) {
      throw new StartFailure(`The database did not start: ${started} (its log is ${logFile(cluster)}).`)
    }
    await sleep(100)
  }
}

const logFile = ({ folder }: Cluster) => join(dirname(folder), 'postgres.log')

/** Undefined when it ended meanwhile, or had to be ended. */
const adopt = async (cluster: Cluster, pid: number, signal?: AbortSignal): Promise<Postmaster | undefined> => {
  const lostSocket = Date.now() + cluster.socketPatienceMs
  if (allowOurselves(cluster.folder, cluster.user, 'keep')) send(cluster.folder, pid, 'SIGHUP')
  for await (const _ of waiting(cluster.log)) {
    const lock = findPostmaster(cluster.folder)
    if (!lock) return undefined
    const { socketFolder } = lock
    const answer = await probe(lock)
    if (answer === 'ready') return { pid, socketFolder }
    if (answer === 'refused' && Date.now() > lostSocket) throw new StartFailure(refusedSentence(cluster.folder))
    const lost = answer === 'absent' && Date.now() > lostSocket
    if (signal?.aborted || lost) await stopPostmaster(cluster.folder, { pid, socketFolder })
    signal?.throwIfAborted()
  }
  return undefined
}

/** The reason why it did not start, in PostgreSQL's words, or the running database. */
const start = async (cluster: Cluster, signal?: AbortSignal): Promise<Postmaster | string> => {
  const { folder, binaries, user, log } = cluster
  allowOurselves(folder, user, 'drop')
  const socketFolder = makeSocketFolder(folder, user, cluster.socketFolder)
  const before = readLockFile(folder)?.socketFolder
  if (before && before !== socketFolder) removeSocketFolder(before)
  const logStart = statSync(logFile(cluster), { throwIfNoEntry: false })?.size ?? 0
  const logHandle = openSync(logFile(cluster), 'a', 0o600)
  const settings = [
    'listen_addresses=',
    `unix_socket_directories=${socketFolder}`,
    'unix_socket_permissions=0700',
    // The details of a broken unique key are somebody's name or address: not for a log file.
    'log_error_verbosity=terse',
  ]
  // A process group of its own: a Ctrl-C must not reach the database before the server has drained its requests.
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

  for await (const _ of waiting(log)) {
    if (child.exitCode !== null || child.signalCode !== null) break
    const lock = findPostmaster(folder)
    const answer = lock?.pid === pid ? await probe(lock) : 'busy'
    if (answer === 'ready') return { pid, socketFolder }
    if (answer === 'refused') {
      await stopPostmaster(folder, { pid, socketFolder })
      throw new StartFailure(refusedSentence(folder))
    }
    if (signal?.aborted) await stopPostmaster(folder, { pid, socketFolder })
    signal?.throwIfAborted()
  }
  removeSocketFolderUnlessUsed(folder, socketFolder)
  const printed = readFileSync(logFile(cluster), 'utf8').slice(logStart)
  // regexp: PostgreSQL's own log.
  const complaints = printed.match(/(?<=(FATAL|PANIC): +)(?!the database system).*/g)
  return complaints?.at(-1) ?? `it ended with ${child.signalCode ?? `exit code ${child.exitCode}`}`
}

const removeSocketFolderUnlessUsed = (folder: ClusterFolder, socketFolder: string): void => {
  if (findPostmaster(folder)?.socketFolder !== socketFolder) removeSocketFolder(socketFolder)
}

/** Turns every few milliseconds; tells once when it takes long. */
async function* waiting(log: (sentence: string) => void): AsyncGenerator<void> {
  const tellAt = Date.now() + tellAfterMs
  let told = false
  for (;;) {
    yield
    await sleep(pollMs)
    if (told || Date.now() < tellAt) continue
    told = true
    log('The database is still recovering from its last, sudden end …')
  }
}

const refusedSentence = (folder: ClusterFolder): string =>
  `The database in ${folder} does not let in the account that runs Kontor, although ${join(folder, 'pg_ident.conf')} names it: see whether the system knows the account by that name.`

/** `busy`: it starts, recovers or stops. `refused`: the system vouches for somebody else. */
const probe = async ({ status, socketFolder }: LockFile): Promise<'ready' | 'busy' | 'absent' | 'refused'> => {
  if (status !== 'ready') return 'busy'
  const client = new pg.Client(clientOptions(socketFolder))
  client.on('error', () => {})
  try {
    await client.connect()
    return 'ready'
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === '28000') return 'refused'
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'absent' : 'busy'
  } finally {
    await client.end()
  }
}

/** Whether the process is the folder's postmaster still, not another one that got its number. */
const isServing = (folder: ClusterFolder, pid: number): boolean => isAlive(pid) && servedFolder(pid) === folder

const send = (folder: ClusterFolder, pid: number, signal: NodeJS.Signals): void => {
  if (!isServing(folder, pid)) return
  try {
    process.kill(pid, signal)
  } catch {
    // It ended between the two lines.
  }
}

/**
 * Stops the database: a clean shutdown that ends its connections; after `graceMs` one that leaves recovery to the next
 * start. Returns when its process has gone and its socket's folder is removed.
 */
export const stopPostmaster = async (
  folder: ClusterFolder,
  { pid, socketFolder }: Postmaster,
  graceMs = 5_000,
): Promise<void> => {
  send(folder, pid, 'SIGINT')
  const giveUp = Date.now() + graceMs
  while (isServing(folder, pid)) {
    if (Date.now() > giveUp) send(folder, pid, 'SIGQUIT')
    await sleep(pollMs)
  }
  // Lets the process be collected by its parent, which may be us.
  for (let waited = 0; waited < collectMs && isAlive(pid); waited += pollMs) await sleep(pollMs)
  removeSocketFolder(socketFolder)
}

/** Stops the database at once, without a last checkpoint: the next start recovers. For a server that must end now. */
export const endPostmaster = (folder: ClusterFolder, { pid, socketFolder }: Postmaster): void => {
  send(folder, pid, 'SIGQUIT')
  const still = new Int32Array(new SharedArrayBuffer(4))
  for (let waited = 0; waited < 1_000 && isServing(folder, pid); waited += pollMs) Atomics.wait(still, 0, 0, pollMs)
  removeSocketFolder(socketFolder)
}
