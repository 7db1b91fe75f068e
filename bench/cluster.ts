import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import {
  createServerFolder,
  findFreePort,
  giveToDatabaseUser,
  makeServersFolder,
  type PostgresServer,
  runStatements,
  serverRole,
  startPostgresServer,
} from '../server/src/testing/postgres-server.ts'
import { until } from './writers.ts'

/** A primary and a synchronous standby. */
export interface Cluster {
  readonly primary: PostgresServer
  readonly standby: PostgresServer
}

const settings = [
  'wal_level=replica',
  'hot_standby=on',
  'max_wal_senders=10',
  'wal_keep_size=512MB',
  'shared_buffers=64MB',
]

/** Files of a running server that a copy for a standby must not contain. */
const notCopied = ['postmaster.pid', 'postmaster.opts', 'pg_replslot', 'backup_label', 'standby.signal']

const setSynchronous = (port: number, names: '*' | '') =>
  runStatements(port, [`ALTER SYSTEM SET synchronous_standby_names = '${names}'`, 'SELECT pg_reload_conf()'])

/** Makes the standby synchronous; resolves once commits on the primary wait for it. */
const waitForStandby = async (port: number): Promise<void> => {
  const state = async () => (await runStatements(port, ['SELECT sync_state, state FROM pg_stat_replication']))[0]
  await until(async () => (await state())?.state === 'streaming', 'the standby streams')
  await setSynchronous(port, '*')
  await until(async () => (await state())?.sync_state === 'sync', 'the standby is synchronous')
}

const startStandby = (folder: string, port: number, primaryPort: number): Promise<PostgresServer> => {
  writeFileSync(join(folder, 'standby.signal'), '')
  giveToDatabaseUser(join(folder, 'standby.signal'))
  const source = `primary_conninfo=host=127.0.0.1 port=${primaryPort} user=${serverRole}`
  return startPostgresServer(folder, port, [...settings, source])
}

const copy = (from: string, to: string): void => {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  // Ignores missing files: the running server deletes some during the copy.
  const others = stderr.split('\n').filter((line) => line && !line.includes('No such file or directory'))
  if (status !== 0 && others.length > 0) throw new Error(others.join('\n'))
}

/** Creates a standby of a running primary in a new folder, like pg_basebackup. */
export const addStandby = async (primary: PostgresServer, folder: string): Promise<PostgresServer> => {
  rmSync(folder, { recursive: true, force: true })
  const client = new pg.Client({ host: '127.0.0.1', port: primary.port, user: serverRole, database: 'postgres' })
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('standby', true)")
    copy(primary.folder, folder)
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)')
    for (const name of notCopied) rmSync(join(folder, name), { recursive: true, force: true })
    execFileSync('mkdir', ['-m', '700', join(folder, 'pg_replslot')])
    writeFileSync(join(folder, 'backup_label'), rows[0]?.labelfile ?? '')
    for (const name of ['pg_replslot', 'backup_label']) giveToDatabaseUser(join(folder, name))
  } finally {
    await client.end()
  }
  const standby = await startStandby(folder, await findFreePort(), primary.port)
  await waitForStandby(primary.port)
  return standby
}

/** Starts a primary with an empty database `kontor`, and a standby. */
export const startCluster = async (): Promise<Cluster & { readonly folder: string }> => {
  const folder = makeServersFolder()
  const first = join(folder, '0')
  createServerFolder(first)
  const primary = await startPostgresServer(first, await findFreePort(), settings)
  await runStatements(primary.port, ['CREATE DATABASE kontor'])
  return { folder, primary, standby: await addStandby(primary, join(folder, '1')) }
}

const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/status`, 'utf8').includes(`\nPPid:\t${pid}\n`)
      } catch {
        // The process ended after the folder was listed.
        return false
      }
    })
    .map(Number)

/** Signals a server and all its child processes at once, to simulate a power cut or a frozen host. */
export const signalAll = ({ pid }: PostgresServer, signal: NodeJS.Signals): void => {
  for (const process_ of [pid, ...childrenOf(pid)]) {
    try {
      process.kill(process_, signal)
    } catch {
      // The process has already ended.
    }
  }
}

/** Promotes the standby to primary. Its commits don't wait for a standby until `addStandby` gives it one. */
export const promote = async ({ port }: PostgresServer): Promise<void> => {
  await runStatements(port, ['SELECT pg_promote(true, 60)'])
  await setSynchronous(port, '')
}
