import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createServerFolder,
  findFreePort,
  makeServersFolder,
  runStatements,
  serverRole,
  startPostgresServer,
} from '../server/src/testing/postgres-server.ts'
import { startKontor } from '../stand-ins/kontor.ts'
import { startTcpProxy, type TcpProxy } from '../stand-ins/tcp-proxy.ts'
import type { MailFault } from './chaos-mail-server.ts'
import { signalAll } from './cluster.ts'
import { isAlive } from './processes.ts'
import { until } from './writers.ts'

/** Two instances, their database and their mail server, with proxies between them. */
export interface Rig {
  /** The address for clients. Their connections go to the two instances in turn. */
  readonly address: string
  readonly databaseProxy: TcpProxy
  readonly smtpProxy: TcpProxy
  readonly clientProxy: TcpProxy
  /** The folder of the database's own small file system; undefined if none could be mounted. */
  readonly smallDisk: string | undefined
  /** Rejects when an instance can't be restarted. */
  readonly failed: Promise<never>
  /** Kills the worker threads of a random instance and moves its clock. Returns the number of its threads. */
  killThreads(): Promise<number>
  /** Waits until both instances run, kills those at `indexes` and restarts them in the background. Returns the number of killed instances. */
  killInstances(indexes: readonly number[]): Promise<number>
  /** Resolves when no instance is being started. */
  restarted(): Promise<void>
  /** Kills and restarts the database. Returns 1, or 0 if the database had already ended by itself. */
  killDatabase(): Promise<number>
  /** Restarts the processes that ended without being killed, as a supervisor does. Returns their names. */
  restartEnded(): Promise<readonly string[]>
  /** Kills the mail server and starts it again after `awayMs` milliseconds. Returns 1, the number of killed processes. */
  killMailServer(awayMs: number): Promise<number>
  /** Makes the mail server fail as `fault` says, until the next call or until the server is killed. */
  disturbMailServer(fault: MailFault): void
  /** The Message-IDs of all mails that the mail server received. */
  receivedMails(): readonly string[]
  query(statement: string): Promise<Record<string, unknown>[]>
  close(): Promise<void>
}

const settings = ['max_wal_size=96MB', 'min_wal_size=32MB', 'wal_recycle=off', 'shared_buffers=64MB']
const preload = new URL('./chaos-preload.ts', import.meta.url).href
const mailServer = fileURLToPath(new URL('./chaos-mail-server.ts', import.meta.url))
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Retries up to 60 times, half a second apart. */
const startAnyway = async <Started>(start: () => Promise<Started>, signal: AbortSignal): Promise<Started> => {
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted()
    try {
      return await start()
    } catch (error) {
      if (attempt === 60) throw error
      await pause(500)
    }
  }
}

/** Estimates, in megabytes, the space that the database needs at first and for each minute of enquiries and mails. */
const diskSize = (minutes: number): number => Math.ceil(400 + 20 * minutes)

const mountSmallDisk = (folder: string, minutes: number): boolean =>
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize(minutes)}m,mode=755`, 'tmpfs', folder]).status === 0

const startMailServer = async (port: number, file: string): Promise<ChildProcess> => {
  const child = fork(mailServer, [String(port), file])
  const ended = once(child, 'exit').then(([code]) => Promise.reject(new Error(`The mail server ended with ${code}`)))
  ended.catch(() => undefined)
  await Promise.race([once(child, 'message'), ended])
  return child
}

const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n').slice(0, -1)

/** @param closing stops all processes when it is aborted, even while the rig is starting */
export const startRig = async (minutes: number, closing: AbortController): Promise<Rig> => {
  const cleanups: (() => unknown)[] = []
  const close = async () => {
    closing.abort()
    for (const cleanUp of cleanups.toReversed()) await cleanUp()
  }
  try {
    return { ...(await startParts(minutes, closing.signal, (cleanUp) => cleanups.push(cleanUp))), close }
  } catch (error) {
    await close()
    throw error
  }
}

const startParts = async (
  minutes: number,
  signal: AbortSignal,
  onClose: (cleanUp: () => unknown) => void,
): Promise<Omit<Rig, 'close'>> => {
  const folder = makeServersFolder()
  const disk = join(folder, 'disk')
  mkdirSync(disk)
  chmodSync(disk, 0o755)
  const hasSmallDisk = mountSmallDisk(disk, minutes)
  onClose(() => {
    // Unmounts lazily, since the database's killed processes may not have ended yet.
    if (hasSmallDisk) spawnSync('umount', ['--lazy', disk])
    rmSync(folder, { recursive: true, force: true })
  })
  const port = await findFreePort()
  createServerFolder(join(disk, 'postgres'))
  const startDatabase = () => startAnyway(() => startPostgresServer(join(disk, 'postgres'), port, settings), signal)
  let database = startDatabase()
  const stopDatabase = async (): Promise<void> => {
    const running = await database
    signalAll(running, 'SIGKILL')
    await running.ended
  }
  // Ignores the error if the database failed to start.
  onClose(() => stopDatabase().catch(() => undefined))
  await database
  await runStatements(port, ['CREATE DATABASE kontor'])
  const [mailFile, threadFile] = [join(folder, 'mails'), join(folder, 'threads')]
  for (const file of [mailFile, threadFile]) writeFileSync(file, '')
  const smtpPort = await findFreePort()
  let mail = await startMailServer(smtpPort, mailFile)
  onClose(() => mail.kill('SIGKILL'))
  const [databaseProxy, smtpProxy, clientProxy] = [
    await startTcpProxy([{ port }]),
    await startTcpProxy([{ port: smtpPort }]),
    await startTcpProxy(),
  ]
  for (const proxy of [databaseProxy, smtpProxy, clientProxy]) onClose(proxy.close)
  const env = {
    DATABASE_URL: `postgres://${serverRole}@127.0.0.1:${databaseProxy.port}/kontor`,
    SMTP_URL: `smtp://127.0.0.1:${smtpProxy.port}`,
    EVIDENCE_KEY: generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    LOG_LEVEL: 'fatal',
    NODE_OPTIONS: `--import=${preload}`,
    CHAOS_THREADS: threadFile,
  }
  const startInstance = () => startAnyway(() => startKontor(env, undefined, signal), signal)
  const instances = await Promise.all([startInstance(), startInstance()])
  const useTargets = () => clientProxy.setTargets(instances.map(({ url }) => ({ port: Number(new URL(url).port) })))
  useTargets()
  const starting = new Map<number, Promise<void>>()
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  const startAgain = async (index: number): Promise<void> => {
    await instances[index]?.stop()
    instances[index] = await startInstance()
    useTargets()
    starting.delete(index)
  }
  const replace = (index: number): void => void starting.set(index, startAgain(index).catch(fail))
  const running = () => instances.filter(({ pid }, index) => !starting.has(index) && isAlive(pid))
  const restarted = async () => {
    await Promise.all(starting.values())
  }
  onClose(async () => {
    await restarted()
    await Promise.all(instances.map((one) => one.stop()))
  })
  return {
    address: `http://127.0.0.1:${clientProxy.port}`,
    databaseProxy,
    smtpProxy,
    clientProxy,
    smallDisk: hasSmallDisk ? disk : undefined,
    failed,
    killThreads: async () => {
      const all = running()
      const one = all[Math.floor(Math.random() * all.length)]
      if (!one) return 0
      const before = linesOf(threadFile).length
      process.kill(one.pid, 'SIGUSR2')
      const isDone = () => linesOf(threadFile).length > before
      await until(() => isDone() || !isAlive(one.pid), 'the threads are killed')
      return isDone() ? Number(linesOf(threadFile).at(-1)) : 0
    },
    killInstances: async (indexes) => {
      await restarted()
      let killed = 0
      for (const index of indexes) {
        const { pid } = instances[index] ?? {}
        if (pid !== undefined && isAlive(pid)) killed += Number(process.kill(pid, 'SIGKILL'))
        replace(index)
      }
      return killed
    },
    restarted,
    killDatabase: async () => {
      const killed = Number(isAlive((await database).pid))
      await stopDatabase()
      database = startDatabase()
      await database
      return killed
    },
    restartEnded: async () => {
      const ended: string[] = []
      if (!isAlive((await database).pid)) {
        await stopDatabase()
        database = startDatabase()
        await database
        ended.push('database')
      }
      for (const [index, { pid }] of instances.entries()) {
        if (starting.has(index) || isAlive(pid)) continue
        replace(index)
        ended.push('server')
      }
      return ended
    },
    killMailServer: async (awayMs) => {
      const ended = once(mail, 'exit')
      mail.kill('SIGKILL')
      await ended
      await pause(awayMs)
      mail = await startAnyway(() => startMailServer(smtpPort, mailFile), signal)
      return 1
    },
    disturbMailServer: (fault) => void mail.send(fault),
    receivedMails: () => linesOf(mailFile),
    query: (statement) => runStatements(port, [statement], 'kontor'),
  }
}
