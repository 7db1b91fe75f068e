import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { stopPostmaster } from '../platform/embedded/postmaster.ts'
import { findPostmaster } from '../platform/embedded/processes.ts'
import { onCleanup } from './cleanup.ts'
import { copyFolder } from './postgres.ts'

/** Returns the path for a new data folder. After the calling test, `describe` or file, stops a database left running there and removes it. */
export const createDataDir = (name = 'data'): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-data-'))
  // The database's user must be able to enter. That is another user if root runs the tests.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, name)
  onCleanup(async () => {
    await stopDatabaseOf(dataDir)
    rmSync(folder, { recursive: true, force: true })
  })
  return dataDir
}

/** Creates a data folder with a migrated database, so that a start need not create one. */
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

/** Returns the process id of the database that runs in a data folder. */
export const databasePid = (dataDir: string): number => {
  const running = findPostmaster(join(dataDir, 'postgres'))
  if (!running) throw new Error(`No database runs in ${dataDir}`)
  return running.pid
}
