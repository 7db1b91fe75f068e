// `npm run restore -- <file> [--identity <file>]`: restores a backup into an empty database. Reads the configuration of the server that will
// use the database.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { agreementRights } from './features/agreements/agreements.table.ts'
import { finishRestored } from './features/backups/backups.queries.ts'
import { deliverMails } from './features/emails/emails.jobs.ts'
import { requeuePendingMails } from './features/emails/emails.service.ts'
import { type DatabaseAccess, grantRights } from './platform/access/rights.ts'
import { openBackup } from './platform/backup/backup-source.ts'
import { checkBackup } from './platform/backup/check-backup.ts'
import { createBackup } from './platform/backup/create-backup.ts'
import type { Manifest } from './platform/backup/manifest.ts'
import { restoreBackup } from './platform/backup/restore-backup.ts'
import { checkSignature } from './platform/backup/signed-manifest.ts'
import { systemClock } from './platform/clock.ts'
import { type Config, loadConfig } from './platform/config/config.ts'
import { connect } from './platform/connect.ts'
import { openDatabase, type Queryable } from './platform/database/database.ts'
import { readHistory } from './platform/database/migrate.ts'
import { inTransaction } from './platform/database/transaction.ts'
import { runtimeRole } from './platform/embedded/cluster.ts'
import type { CopyDatabase } from './platform/embedded/upgrade.ts'
import { StartFailure } from './platform/errors/start-failure.ts'
import { createJobs } from './platform/jobs/pg-boss-jobs.ts'
import { runCommand } from './platform/lifecycle/command.ts'
import { type Lifecycle, print } from './platform/lifecycle/lifecycle.ts'
import { createMailHooks } from './platform/mail/mail-hooks.ts'
import { openMailer } from './platform/mail/open-mailer.ts'
import { releaseMaker } from './platform/secrets/servers.ts'
import { listEvidenceKeys } from './platform/signing/evidence-key.ts'

/** Opens the job queue of a restored database, to queue the pending mails. The server sends them after its next start. */
const openQueue = (config: Config, access: Pick<DatabaseAccess, 'runtime' | 'owner'>) => {
  const mailer = openMailer(config)
  const log = {
    warn: (_details: unknown, message?: string) => message && print(message),
    error: (details: unknown, message?: string) => console.error(message, details),
  }
  const database = openDatabase(access.runtime)
  const jobs = createJobs({ pool: database.pool, worker: 'off', log })
  deliverMails({ config, database, mailer, mailHooks: createMailHooks(), jobs, clock: systemClock })
  return {
    start: () => jobs.start(),
    requeueMails: (tx: Queryable) => requeuePendingMails(tx, { jobs }),
    close: async () => {
      await jobs.stop(0)
      await database.close()
      mailer.close()
    },
  }
}

/**
 * Copies the embedded database of an earlier major version of PostgreSQL to a new, empty one, by a backup and a restore. Copies everything,
 * sessions included, except the job queue.
 */
export const copyDatabase =
  (config: Config): CopyDatabase =>
  async (from, to, folder, signal) => {
    // `work` is the data folder for the copy. It has no stored mails: these stay where they are.
    const work = join(folder, 'upgrade-work')
    const file = join(work, 'database.tar.gz')
    await rm(work, { recursive: true, force: true })
    await mkdir(work, { mode: 0o700 })
    const [source, target] = [openDatabase({ ...from.owner, max: 1 }), openDatabase({ ...to.owner, max: 1 })]
    const queue = openQueue(config, to)
    const aborts = signal && { signal }
    try {
      if ((await inTransaction(source.pool, readHistory)).length === 0) return
      const options = { database: source, dataDir: work, file, appVersion: packageJson.version, excludedTables: [] }
      await createBackup({ ...options, ...aborts })
      await restoreBackup({
        database: target,
        dataDir: work,
        file,
        manifest: await checkBackup(file),
        prepare: async () => {
          await grantRights(target.pool, runtimeRole, agreementRights)
          await queue.start()
        },
        complete: async (tx) => {
          await queue.requeueMails(tx)
        },
        ...aborts,
      })
    } finally {
      await queue.close()
      await source.close()
      await target.close()
      await rm(work, { recursive: true, force: true })
    }
  }

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

/** Checks the signature of a backup and prints the result. @throws StartFailure if it is wrong */
const saySignature = async (config: Config, source: string, manifest: Manifest): Promise<void> => {
  const found = checkSignature(manifest, await listEvidenceKeys(config))
  if (found === 'wrong')
    throw new StartFailure(`${source} was changed after it was made: its signature is wrong. Nothing was restored.`)
  if (found === 'missing') print('The backup has no signature: whether it was changed after it was made is unknown.')
  if (found === 'unknown key')
    print(
      `The backup is signed by the key ${manifest.signature?.key}, which DATA_DIR/keys doesn't know: whether it was changed after it was made is unknown. Put your copy of DATA_DIR/keys in place first to have it checked.`,
    )
}

/** Restores the backup that `args` name. @throws StartFailure with a message for the terminal */
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
  await saySignature(config, source, manifest)
  const access = await connect(config, lifecycle)
  const database = openDatabase(access.owner)
  lifecycle.onStop(database.close)

  const queue = openQueue(config, access)
  lifecycle.onStop(queue.close)

  let pending = 0
  await restoreBackup({
    database,
    dataDir: config.dataDir,
    file,
    manifest,
    prepare: async () => {
      if (access.runtimeRole) await grantRights(database.pool, access.runtimeRole, agreementRights)
      await queue.start()
    },
    complete: async (tx) => {
      pending = await queue.requeueMails(tx)
      await releaseMaker(tx)
      await finishRestored(tx, name)
    },
    signal: lifecycle.signal,
  })
  const { createdAt, tables, mails } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  print(`Restored ${rows} rows of ${tables.length} tables and ${mails.length} stored mails, as of ${createdAt}.`)
  if (pending > 0) print(`${pending} mails were still to be sent: they are sent when Kontor starts.`)
}

if (import.meta.main) await runCommand('The restore was interrupted; nothing was restored.', restore)
