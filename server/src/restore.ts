// `npm run restore -- <file> [--identity <file>]`: restores a backup into an empty database. Reads the configuration of the server that will use
// it.
import { parseArgs } from 'node:util'
import { agreementRights } from './features/agreements/agreements.evidence.table.ts'
import { releaseEvidenceKey } from './features/agreements/agreements.keys.service.ts'
import { finishRestored } from './features/backups/backups.queries.ts'
import { deliverMails } from './features/emails/emails.jobs.ts'
import { requeuePendingMails } from './features/emails/emails.service.ts'
import { openBackup } from './platform/backup/backup-source.ts'
import { checkBackup } from './platform/backup/check-backup.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { systemClock } from './platform/clock.ts'
import { loadConfig } from './platform/config/config.ts'
import { connect } from './platform/database/connect.ts'
import { openDatabase } from './platform/database/database.ts'
import { grantRights } from './platform/database/rights.ts'
import { createJobs } from './platform/jobs/pg-boss-jobs.ts'
import { runCommand } from './platform/lifecycle/command.ts'
import { type Lifecycle, say } from './platform/lifecycle/lifecycle.ts'
import { StartFailure } from './platform/lifecycle/start-failure.ts'
import { createMailHooks } from './platform/mail/mail-hooks.ts'
import { openMailer } from './platform/mail/open-mailer.ts'

const readArguments = (args: readonly string[]) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { identity: { type: 'string' } },
    allowPositionals: true,
  })
  const [source] = positionals
  if (!source)
    throw new StartFailure('Name the backup to restore: npm run restore -- kontor.tar.gz (and --identity key.txt).')
  return { source, identity: values.identity }
}

/** @throws StartFailure with a message for the terminal */
export const restore = async (
  lifecycle: Lifecycle,
  args = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> => {
  const { source, identity } = readArguments(args)
  const config = loadConfig(env)
  const { file, name, remove } = await openBackup(source, identity, config)
  lifecycle.onStop(remove)
  const manifest = await checkBackup(file)
  const access = await connect(config, lifecycle)
  const database = openDatabase(access.owner)
  lifecycle.onStop(database.close)

  const mailer = openMailer(config)
  lifecycle.onStop(async () => mailer.close())
  const log = {
    warn: (_details: unknown, message?: string) => message && say(message),
    error: (details: unknown, message?: string) => console.error(message, details),
  }
  // Queues the pending mails; the server sends them after its next start.
  const runtime = openDatabase(access.runtime)
  lifecycle.onStop(runtime.close)
  const jobs = createJobs({ pool: runtime.pool, worker: 'off', log })
  const deps = { config, database, mailer, mailHooks: createMailHooks(), jobs, clock: systemClock }
  deliverMails(deps)
  lifecycle.onStop(() => jobs.stop(0))

  let pending = 0
  await restoreBackup({
    database,
    dataDir: config.dataDir,
    file,
    manifest,
    prepare: async () => {
      if (access.runtimeRole) await grantRights(database.pool, access.runtimeRole, agreementRights)
      await jobs.start()
    },
    complete: async (tx) => {
      pending = await requeuePendingMails(tx, deps)
      await releaseEvidenceKey(tx)
      await finishRestored(tx, name)
    },
    signal: lifecycle.signal,
  })
  const { createdAt, tables, mails } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Restored ${rows} rows of ${tables.length} tables and ${mails.length} stored mails, as of ${createdAt}.`)
  if (pending > 0) say(`${pending} mails were still to be sent: they are sent when Kontor starts.`)
}

if (import.meta.main) await runCommand('The restore was interrupted; nothing was restored.', restore)
