import { createHash, hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { DatabaseOptions } from '../database/database.ts'
import { allowMaintenance, inTransaction } from '../database/transaction.ts'
import { outboxFolder } from '../mail/file-mailer.ts'
import { copyRows } from './catalog.ts'
import { checkBackup } from './check-backup.ts'
import type { Manifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { withTemporaryDatabase } from './temporary-database.ts'

/** Thrown if the backup can't be restored, or if its contents differ from the original. */
export class BackupDiffers extends Error {}

interface VerifyOptions {
  readonly file: string
  /** See `withTemporaryDatabase`. */
  readonly server: DatabaseOptions
  readonly owner: string
  /** An empty folder for the stored mails. */
  readonly folder: string
  readonly signal: AbortSignal
}

/**
 * Restores a backup into a temporary database and compares its rows and stored mails with the checksums of the originals.
 * @throws BackupDiffers, or NoTemporaryDatabase
 */
export const verifyBackup = ({ file, server, owner, folder, signal }: VerifyOptions): Promise<void> =>
  withTemporaryDatabase(server, owner, async (database) => {
    // Reads the file as a restore does.
    const manifest = await checkBackup(file)
    await restoreBackup({ database, dataDir: folder, file, manifest, signal })
    await inTransaction(database.pool, async (client) => {
      await allowMaintenance(client)
      await client.query(`SET LOCAL datestyle = 'ISO'; SET LOCAL timezone = 'UTC'; SET LOCAL client_encoding = 'UTF8'`)
      // A scan that starts in the middle of a table would return its rows in another order.
      await client.query('SET LOCAL synchronize_seqscans = off')
      for (const table of manifest.tables) {
        signal.throwIfAborted()
        await compareTable(client, table)
      }
    })
    await compareMails(manifest, outboxFolder(folder))
  })

const compareTable = async (
  client: pg.ClientBase,
  { name, columns, rows, sha256 }: Manifest['tables'][number],
): Promise<void> => {
  const digest = createHash('sha256')
  const restored = await copyRows(client, { name, columns }, (chunk) => digest.update(chunk))
  if (restored !== rows)
    throw new BackupDiffers(`The table ${name} was restored with ${restored} rows instead of ${rows}`)
  if (digest.digest('hex') !== sha256) throw new BackupDiffers(`The table ${name} was restored with other rows`)
}

const compareMails = async ({ mails }: Manifest, outbox: string): Promise<void> => {
  const names = existsSync(outbox) ? await readdir(outbox) : []
  if (names.length !== mails.length)
    throw new BackupDiffers(`${names.length} stored mails were restored instead of ${mails.length}`)
  for (const { name, sha256 } of mails) {
    if (hash('sha256', await readFile(join(outbox, name))) !== sha256)
      throw new BackupDiffers(`The stored mail ${name} was restored with another content`)
  }
}
