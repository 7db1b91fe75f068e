import { spawn } from 'node:child_process'
import { existsSync, readdirSync, renameSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { copyDatabase } from '../../restore.ts'
import { createDataDir } from '../../testing/data-dir.ts'
import { insertSampleRows } from '../../testing/sample-rows.ts'
import { quickStart } from '../../testing/server-process.ts'
import { loadConfig } from '../config/config.ts'
import { openDatabase } from '../database/database.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { findOldBinaries } from './binaries.ts'
import { ensureCluster, ownerRole, readMajor, superuser } from './cluster.ts'
import { chooseBaseFolder, prepareDataDir, reachableFolder } from './data-folder.ts'
import { startEmbedded } from './embedded.ts'
import { databaseUser, runsAsRoot } from './os-user.ts'
import { clientOptions, ensurePostmaster, stopPostmaster } from './postmaster.ts'
import { findPostmaster } from './processes.ts'
import { databaseName, ensureRoles } from './roles.ts'
import { countHour } from './upgrade.ts'

vi.setConfig({ testTimeout: 120_000 })

const oldMajor = 17

const findOld = (dataDir: string) => {
  try {
    return findOldBinaries(oldMajor, databaseUser(), runsAsRoot() ? reachableFolder : dataDir)
  } catch {
    return undefined
  }
}

const config = (dataDir: string) => loadConfig({ DATA_DIR: dataDir })

const open = async (dataDir: string) => {
  const database = await startEmbedded({ dataDir, log: () => {}, upgrade: copyDatabase(config(dataDir)) })
  onTestFinished(database.killNow)
  return database
}

/** Fills a data folder with a stopped database of PostgreSQL 17 that has sample rows. */
const fillOldDataDir = async (dataDir: string): Promise<void> => {
  const user = databaseUser()
  const folder = join(
    chooseBaseFolder(dataDir, user, () => {}),
    'postgres',
  )
  const binaries = findOld(dataDir)
  if (!binaries) throw new Error('PostgreSQL 17 is not installed')
  await ensureCluster(folder, binaries, user)
  const postmaster = await ensurePostmaster({ folder, binaries, user, log: () => {}, missingSocketTimeoutMs: 5_000 })
  await ensureRoles(postmaster.socketFolder)
  const access = (role: string) => clientOptions(postmaster.socketFolder, { user: role, database: databaseName })
  const owner = openDatabase(access(ownerRole))
  await migrateDatabase(owner)
  await owner.close()
  // Uses the superuser, since sample rows switch triggers off.
  const database = openDatabase(access(superuser))
  await insertSampleRows(database.db)
  await database.close()
  await stopPostmaster(folder, postmaster)
}

const readLeads = async (options: Parameters<typeof openDatabase>[0]): Promise<unknown[]> => {
  const database = openDatabase(options)
  try {
    return (await database.pool.query('SELECT id, company_name FROM leads ORDER BY id')).rows
  } finally {
    await database.close()
  }
}

// The package `postgres-17` has no binaries for some platforms.
describe.skipIf(findOld(tmpdir()) === undefined)('a data folder of PostgreSQL 17', () => {
  const dataDir = createDataDir()
  const folder = join(dataDir, 'postgres')
  const old = join(dataDir, 'postgres.old-17')
  beforeAll(() => fillOldDataDir(prepareDataDir(dataDir)))

  test('is refused by a command, with the way out', async () => {
    const refused = startEmbedded({ dataDir, log: () => {}, whenRunning: 'join' })
    await expect(refused).rejects.toThrow('start the server itself once')
    expect(readMajor(folder)).toBe(oldMajor)
  })

  test('stays as it was when it can not be copied', async () => {
    const upgrade = () => Promise.reject(new Error('the disk is full'))
    await expect(startEmbedded({ dataDir, log: () => {}, upgrade })).rejects.toThrow('the disk is full')
    expect(readMajor(folder)).toBe(oldMajor)
    expect(findPostmaster(folder)).toBeUndefined()
  })

  test('is migrated with all rows by the next start, even if an earlier start was killed halfway', async () => {
    const code = `import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url))}
      const upgrade = async () => { console.log('copying'); await new Promise(() => setInterval(() => {}, 1000)) }
      await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, upgrade })`
    const child = spawn(process.execPath, [...quickStart, '--input-type=module', '--eval', code], {
      cwd: dirname(fileURLToPath(import.meta.url)),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => child.stdout.once('data', resolve))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended
    expect(existsSync(join(dataDir, 'postgres.next'))).toBe(true)
    const database = await open(dataDir)
    expect(readMajor(folder)).toBeGreaterThan(oldMajor)
    expect((await readLeads(database.owner)).length).toBeGreaterThan(1)
    expect(existsSync(join(dataDir, 'postgres.next'))).toBe(false)
    expect(findPostmaster(join(dataDir, 'postgres.next'))).toBeUndefined()
    await database.stop()
  })

  test('is exchanged by the next start after a kill between the two renames, and kept for a day', async () => {
    renameSync(folder, join(dataDir, 'postgres.ready'))
    const database = await open(dataDir)
    expect((await readLeads(database.owner)).length).toBeGreaterThan(1)
    for (let hour = 1; hour < 24; hour++) countHour(folder)
    expect(readMajor(old)).toBe(oldMajor)
    countHour(folder)
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.'))).toEqual(['postgres.log'])
    await database.stop()
    const again = await open(dataDir)
    expect((await readLeads(again.owner)).length).toBeGreaterThan(1)
    await again.stop()
  })
})
