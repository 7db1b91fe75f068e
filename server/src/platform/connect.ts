import { checkOwnServer } from './access/own-server.ts'
import type { DatabaseAccess } from './access/rights.ts'
import type { Config } from './config/config.ts'
import { type Database, openDatabase } from './database/database.ts'
import { runtimeRole } from './embedded/cluster.ts'
import { holdsDatabase, prepareDataDir } from './embedded/data-folder.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded/embedded.ts'
import { StartFailure } from './errors/start-failure.ts'
import { type Lifecycle, print } from './lifecycle/lifecycle.ts'

type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'dataDir' | 'smtpUrl'>

/**
 * Checks the database of `DATABASE_URL`, or starts the embedded one and stops it with the lifecycle. `whenRunning`: see `EmbeddedOptions`.
 * @returns how to connect to it
 * @throws StartFailure with a message for the terminal
 */
export const connect = async (
  { databaseUrl, databaseOwnerUrl, dataDir, smtpUrl }: DatabaseConfig,
  { signal, onStop, onForcedExit, fail }: Lifecycle,
  whenRunning: NonNullable<EmbeddedOptions['whenRunning']> = 'refuse',
  upgrade?: EmbeddedOptions['upgrade'],
): Promise<DatabaseAccess> => {
  if (databaseUrl) {
    // Without a mail server, mails are stored in the data folder.
    if (!smtpUrl) prepareDataDir(dataDir)
    return checkOwnServer(databaseUrl, databaseOwnerUrl)
  }
  const embedded = await startEmbedded({
    dataDir,
    log: print,
    signal,
    onLost: fail,
    whenRunning,
    ...(upgrade && { upgrade }),
  })
  onStop(embedded.stop)
  onForcedExit(embedded.killNow)
  const { runtime, owner } = embedded
  return { runtime: { ...runtime, dedicatedSessions: true }, owner: { ...owner, dedicatedSessions: true }, runtimeRole }
}

/**
 * Opens an existing database as its owner; a server may be using it. Closes it with the lifecycle. For one-shot commands.
 * @throws StartFailure with a message for the terminal
 */
export const openExisting = async (config: DatabaseConfig, lifecycle: Lifecycle): Promise<Database> => {
  if (!config.databaseUrl && !holdsDatabase(config.dataDir))
    throw new StartFailure(`There is no database in ${config.dataDir}: set DATA_DIR.`)
  const { owner } = await connect(config, lifecycle, 'join')
  const database = openDatabase(owner)
  lifecycle.onStop(database.close)
  return database
}
