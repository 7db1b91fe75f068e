import { createHash, hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Database } from '../database/database.ts'
import { readHistory } from '../database/migrate.ts'
import { allowMaintenance, inTransaction } from '../database/transaction.ts'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { outboxFolder } from '../mail/file-mailer.ts'
import { type ArchiveWriter, writeArchive } from './archive.ts'
import { copyRows, listIdentities, listTables, type Table } from './catalog.ts'
import { backupFormat, type Manifest, mailEntryName, manifestName, tableEntryName } from './manifest.ts'
import { type Signer, signManifest } from './signed-manifest.ts'

export interface BackupOptions {
  readonly database: Pick<Database, 'pool'>
  readonly dataDir: string
  /** The file to create; it must not exist yet. */
  readonly file: string
  readonly appVersion: string
  /** Tables that a restore does not need. */
  readonly excludedTables: readonly string[]
  /** Signs the backup; without a signer, the backup has no signature. */
  readonly signer?: Signer | undefined
  readonly signal?: AbortSignal
}

/** Bytes of a table's rows buffered before they are written. */
const partBytes = 4 * 1024 * 1024

/**
 * Copies all tables and the stored mails into one file, in one snapshot; the server may keep running. The file appears once it is complete.
 * Leaves out the job queue, since the mail log knows the pending mails.
 * @throws StartFailure when the file exists or cannot be written, or the database is empty
 */
export const createBackup = async (options: BackupOptions): Promise<Manifest> => {
  const { database, file } = options
  if (existsSync(file)) throw new StartFailure(`${file} exists already: name a new file for the backup.`)
  const partial = `${file}.${process.pid}.partial`
  const archive = writeArchive(partial)
  try {
    const copied = await inTransaction(
      database.pool,
      (client) => copyAll(client, archive, options),
      'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
    )
    const manifest = options.signer ? signManifest(copied, options.signer) : copied
    await archive.add({ name: manifestName, content: Buffer.from(JSON.stringify(manifest, null, 2)) })
    await archive.finish()
    await rename(partial, file)
    return manifest
  } catch (error) {
    await archive.abort()
    await rm(partial, { force: true })
    throw describeError(error, file)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such folder',
  ENOTDIR: 'a part of its path is a file',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
}

const describeError = (error: unknown, file: string): unknown => {
  const reason = reasons[errorCode(error) ?? '']
  return reason ? new StartFailure(`The backup could not be written to ${file}: ${reason}.`, { cause: error }) : error
}

const copyAll = async (
  client: pg.ClientBase,
  archive: ArchiveWriter,
  { appVersion, dataDir, excludedTables, signal }: BackupOptions,
): Promise<Manifest> => {
  await allowMaintenance(client)
  await client.query(`SET LOCAL datestyle = 'ISO'; SET LOCAL timezone = 'UTC'; SET LOCAL client_encoding = 'UTF8'`)
  const createdAt = new Date().toISOString()
  const migrations = await readHistory(client)
  if (migrations.length === 0) throw new StartFailure('The database is empty: there is nothing to back up.')
  const tables: Manifest['tables'] = []
  for (const table of await listTables(client)) {
    if (table.name === 'migrations' || excludedTables.includes(table.name)) continue
    tables.push(await copyTable(client, archive, table, signal))
  }
  // Reads sequences after the rows, so that the next ids exceed every id in the snapshot.
  const identities = await listIdentities(client)
  const mails = await copyMails(archive, outboxFolder(dataDir))
  return { format: backupFormat, appVersion, createdAt, migrations, tables, identities, mails }
}

const copyTable = async (
  client: pg.ClientBase,
  archive: ArchiveWriter,
  { name, columns }: Table,
  signal?: AbortSignal,
): Promise<Manifest['tables'][number]> => {
  const hash = createHash('sha256')
  let parts = 0
  let buffered: Buffer[] = []
  let bufferedBytes = 0
  const write = async (content: Buffer) => {
    if (content.length === 0) return
    parts += 1
    hash.update(content)
    await archive.add({ name: tableEntryName(name, parts), content })
  }
  const rows = await copyRows(client, { name, columns }, async (chunk) => {
    signal?.throwIfAborted()
    buffered.push(chunk)
    bufferedBytes += chunk.length
    if (bufferedBytes < partBytes) return
    // Parts end at a row boundary, so that each can be read on its own. In COPY's text format a newline always ends a row.
    const content = Buffer.concat(buffered)
    const end = content.lastIndexOf('\n') + 1
    await write(content.subarray(0, end))
    buffered = [content.subarray(end)]
    bufferedBytes = content.length - end
  })
  await write(Buffer.concat(buffered))
  return { name, columns, rows, sha256: hash.digest('hex') }
}

const copyMails = async (archive: ArchiveWriter, folder: string): Promise<Manifest['mails']> => {
  const mails: Manifest['mails'] = []
  const names = existsSync(folder) ? await readdir(folder) : []
  for (const name of names.filter((entry) => entry.endsWith('.eml')).sort()) {
    const content = await readFile(join(folder, name))
    await archive.add({ name: mailEntryName(name), content })
    mails.push({ name, sha256: hash('sha256', content) })
  }
  return mails
}
