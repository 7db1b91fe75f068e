import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { stopPostmaster } from '../platform/database/embedded/postmaster.ts'
import { findPostmaster } from '../platform/database/embedded/processes.ts'
import { copyFolder } from './postgres.ts'

/** A folder that is removed at the end of the test, after the database that a killed server may have left running in it. */
export const createDataDir = (name = 'data'): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-data-'))
  // The database's user, another one where root runs the tests, must get through.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, name)
  onTestFinished(async () => {
    await stopDatabaseOf(dataDir)
    rmSync(folder, { recursive: true, force: true })
  })
  return dataDir
}

/** The same with a migrated database in it, which saves a start the making of one. */
export const createPreparedDataDir = async (): Promise<string> => {
  const dataDir = createDataDir()
  await copyFolder(inject('preparedDataDir'), dataDir)
  return dataDir
}

const stopDatabaseOf = async (dataDir: string): Promise<void> => {
  const cluster = join(dataDir, 'postgres')
  const running = findPostmaster(cluster)
  if (running) await stopPostmaster(cluster, running)
}

/** The process of the database that runs in a data folder. */
export const databasePid = (dataDir: string): number => {
  const running = findPostmaster(join(dataDir, 'postgres'))
  if (!running) throw new Error(`No database runs in ${dataDir}`)
  return running.pid
}
