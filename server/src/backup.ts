// `npm run backup -- <file>`: backs up everything to one file; the server may be running. Reads the server's configuration.
import packageJson from '../package.json' with { type: 'json' }
import { recordBackup } from './features/backups/backups.queries.ts'
import { excludedTables } from './features/backups/backups.run.service.ts'
import { createBackup } from './platform/backup/create-backup.ts'
import { loadConfig } from './platform/config/config.ts'
import { openExisting } from './platform/connect.ts'
import { StartFailure } from './platform/errors/start-failure.ts'
import { runCommand } from './platform/lifecycle/command.ts'
import { type Lifecycle, print } from './platform/lifecycle/lifecycle.ts'
import { findEvidenceKey } from './platform/signing/evidence-key.ts'

/** Writes a backup to `file`. @throws StartFailure with a message for the terminal */
export const backUp = async (
  lifecycle: Lifecycle,
  [file] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> => {
  if (!file) throw new StartFailure('Name the file for the backup: npm run backup -- kontor.tar.gz')
  const config = loadConfig(env)
  const database = await openExisting(config, lifecycle)
  const signer = await findEvidenceKey(config)
  const { createdAt, tables, mails } = await createBackup({
    database,
    dataDir: config.dataDir,
    file,
    appVersion: packageJson.version,
    excludedTables,
    signer,
    signal: lifecycle.signal,
  })
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  await recordBackup(database.db, { createdAt, rows, mails: mails.length })
  if (!signer)
    print('DATA_DIR/keys has no key, so the backup is not signed: a restore cannot tell whether it was changed.')
  print(`${file} holds ${rows} rows of ${tables.length} tables and ${mails.length} stored mails, as of ${createdAt}.`)
}

if (import.meta.main) await runCommand('The backup was interrupted; no file was made.', backUp)
