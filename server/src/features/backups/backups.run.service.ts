import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import packageJson from '../../../package.json' with { type: 'json' }
import { encryptFile } from '../../platform/backup/age.ts'
import { createBackup } from '../../platform/backup/create-backup.ts'
import type { Manifest } from '../../platform/backup/manifest.ts'
import { openStore } from '../../platform/backup/open-store.ts'
import { BackupDiffers, verifyBackup } from '../../platform/backup/verify-backup.ts'
import { openDatabase } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { whyUnverified } from './backups.failures.ts'
import * as queries from './backups.queries.ts'

/** Tables that a restore doesn't need: users log in again. */
export const excludedTables = ['sessions'] as const

const hashOf = async (stream: Readable): Promise<string> => {
  const digest = createHash('sha256')
  const chunks: AsyncIterable<Buffer> = stream
  for await (const chunk of chunks) digest.update(chunk)
  return digest.digest('hex')
}

/** The folder that holds the unencrypted file until the backup is stored. Only one run uses it at a time. */
const workFolder = ({ config }: Pick<Deps, 'config'>): string => join(config.dataDir, 'backup-work')

/** Removes what an interrupted run left on this machine and in the store. */
export const removeRemains = async (deps: Deps, run: queries.BackupRow): Promise<void> => {
  await rm(workFolder(deps), { recursive: true, force: true })
  await openStore(run.location, deps.config).removePartial(run.fileName, run.uploadId)
}

/**
 * Makes a backup, verifies it, encrypts it and stores it; records the result.
 * @throws the error that made the backup fail
 */
export const makeBackup = async (deps: Deps, run: queries.BackupRow, signal: AbortSignal): Promise<void> => {
  const { config, clock } = deps
  const { db } = deps.database
  const folder = workFolder(deps)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const plain = join(folder, 'backup.tar.gz')
    const manifest = await copyDatabase(deps, plain, signal)
    const sha256 = await hashOf(createReadStream(plain))
    const unverified = await verify(deps, { file: plain, folder: join(folder, 'restored'), signal })
    const file = await encrypt(plain, sha256, run.encrypted ? config.backupRecipient : undefined)
    const { size } = await stat(file)
    const stored = await storeFile(deps, run, file, signal)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    await db.transaction(async (tx) => {
      const finishedAt = clock.now().toISOString()
      const verified = unverified === null
      const result = { sizeBytes: size, rows, sha256: stored, verified, problem: unverified }
      await queries.finish(tx, run.id, { state: 'done', finishedAt, ...result })
      await queries.recordBackup(tx, { createdAt: manifest.createdAt, rows, mails: manifest.mails.length })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const copyDatabase = async (deps: Deps, file: string, signal: AbortSignal): Promise<Manifest> => {
  const database = openDatabase({ ...deps.databaseOwner, max: 1 })
  try {
    const { dataDir } = deps.config
    const signer = deps.signing.key
    return await createBackup({
      database,
      dataDir,
      file,
      appVersion: packageJson.version,
      excludedTables,
      signer,
      signal,
    })
  } finally {
    await database.close()
  }
}

/** Verifies a backup. Returns null, or a sentence for users if it couldn't be verified. @throws if the backup is faulty */
const verify = async (
  { config, database, databaseOwner }: Deps,
  backup: { file: string; folder: string; signal: AbortSignal },
): Promise<string | null> => {
  const server = config.backupVerifyUrl ? { connectionString: config.backupVerifyUrl } : databaseOwner
  try {
    await verifyBackup({ ...backup, server, owner: await queries.identifyDatabase(database.db) })
    return null
  } catch (error) {
    const reason = whyUnverified(error)
    if (reason === undefined) throw error
    return reason
  }
}

/** Encrypts the file if there are recipients. @throws BackupDiffers unless the file still has the `sha256` that was verified */
const encrypt = async (plain: string, sha256: string, recipients: readonly string[] | undefined): Promise<string> => {
  if (!recipients) return plain
  const encrypted = `${plain}.age`
  if ((await encryptFile(plain, encrypted, recipients)) !== sha256)
    throw new BackupDiffers('The file changed between its verification and its encryption')
  return encrypted
}

/** Stores the file, and reads it back to check it. Returns its SHA-256. */
const storeFile = async (
  { config, database }: Deps,
  run: queries.BackupRow,
  file: string,
  signal: AbortSignal,
): Promise<string> => {
  const store = openStore(run.location, config)
  const sha256 = await hashOf(createReadStream(file))
  await store.put(run.fileName, file, (upload) => queries.setUpload(database.db, run.id, upload), signal)
  if ((await hashOf(await store.read(run.fileName))) === sha256) return sha256
  await store.remove(run.fileName)
  throw new BackupDiffers(`${run.fileName} was not stored as it was sent`)
}
