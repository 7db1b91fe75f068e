import type { Config } from '../config/config.ts'
import { type Lifecycle, say } from '../lifecycle/lifecycle.ts'
import type { DatabaseOptions } from './database.ts'
import { prepareDataDir } from './embedded/data-folder.ts'
import { type EmbeddedOptions, startEmbedded } from './embedded/embedded.ts'
import { checkOwnServer } from './own-server.ts'

/**
 * Makes sure that the configured database runs: checks the one of `DATABASE_URL`, or starts the embedded one and stops it
 * with the lifecycle. `whenRunning` as for the embedded one.
 * @returns how to connect to it
 * @throws StartFailure with a sentence for the person who starts it
 */
export const connect = async (
  { databaseUrl, dataDir, smtpUrl }: Pick<Config, 'databaseUrl' | 'dataDir' | 'smtpUrl'>,
  { signal, onStop, onEnd, fail }: Lifecycle,
  whenRunning: NonNullable<EmbeddedOptions['whenRunning']> = 'refuse',
): Promise<DatabaseOptions> => {
  if (databaseUrl) {
    // Without a mail server, mails are stored there.
    if (!smtpUrl) prepareDataDir(dataDir)
    return checkOwnServer(databaseUrl)
  }
  const embedded = await startEmbedded({ dataDir, log: say, signal, onLost: fail, whenRunning })
  onStop(embedded.stop)
  onEnd(embedded.endNow)
  return { ...embedded.options, ownSessions: true }
}
