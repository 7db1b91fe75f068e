import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/config.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { decryptFile, isEncrypted } from './age.ts'
import { openStore } from './open-store.ts'

type SourceConfig = Pick<Config, 'dataDir' | 'backupS3Endpoint' | 'backupS3Region' | 'backupS3KeyId' | 'backupS3Secret'>

export interface BackupSource {
  /** A readable archive on this machine. */
  readonly file: string
  /** The backup's name in its folder or bucket. */
  readonly name: string
  /** Removes the fetched and decrypted copies; call it when the restore has ended. */
  remove(): Promise<void>
}

/**
 * Makes a backup readable on this machine: fetches it if it is in a bucket, and decrypts it if it is encrypted.
 * @param source a file, or `s3://bucket/prefix/name`
 * @throws StartFailure with a message for the terminal
 */
export const openBackup = async (
  source: string,
  identityFile: string | undefined,
  config: SourceConfig,
): Promise<BackupSource> => {
  const name = basename(source)
  const folder = join(config.dataDir, 'restore-work')
  const remove = () => rm(folder, { recursive: true, force: true })
  await remove()
  try {
    const fetched = source.startsWith('s3://') ? await fetchBackup(source, folder, config) : source
    return { file: await decrypt(fetched, folder, identityFile), name, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

const fetchBackup = async (source: string, folder: string, config: SourceConfig): Promise<string> => {
  const name = basename(source)
  const file = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    const stream = await openStore(source.slice(0, -name.length - 1), config).read(name)
    await pipeline(stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return file
  } catch (cause) {
    throw new StartFailure(`${source} could not be fetched (${cause instanceof Error ? cause.message : cause}).`, {
      cause,
    })
  }
}

const decrypt = async (file: string, folder: string, identityFile: string | undefined): Promise<string> => {
  const encrypted = await isEncrypted(file).catch((cause: unknown) => {
    throw new StartFailure(`There is no file ${file}.`, { cause })
  })
  if (!encrypted) return file
  if (identityFile === undefined)
    throw new StartFailure(`${file} is encrypted: name the file with the private key (--identity key.txt).`)
  const plain = join(folder, 'decrypted.tar.gz')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await decryptFile(file, plain, identityFile)
  return plain
}
