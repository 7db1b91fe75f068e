import { constants, createReadStream } from 'node:fs'
import { copyFile, link, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/config.ts'
import type { BackupStore } from './backup-store.ts'
import { s3Store } from './s3-store.ts'

const partialName = (name: string): string => `.${name}.partial`

const sync = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Stores backups in a folder. Never creates the folder: it is missing while its disk isn't mounted. */
const folderStore = (folder: string): BackupStore => ({
  async put(name, file) {
    const partial = join(folder, partialName(name))
    try {
      await copyFile(file, partial, constants.COPYFILE_EXCL)
      await sync(partial)
      // Unlike `rename`, fails when the name is taken.
      await link(partial, join(folder, name))
    } finally {
      await rm(partial, { force: true })
    }
    await sync(folder)
  },
  read: async (name) => createReadStream(join(folder, name)),
  remove: (name) => rm(join(folder, name), { force: true }),
  removePartial: (name) => rm(join(folder, partialName(name)), { force: true }),
})

type StoreConfig = Pick<Config, 'backupS3Endpoint' | 'backupS3Region' | 'backupS3KeyId' | 'backupS3Secret'>

/** Opens a store. @param location a folder, or `s3://bucket/prefix` */
export const openStore = (location: string, config: StoreConfig): BackupStore =>
  location.startsWith('s3://')
    ? s3Store(location, {
        endpoint: config.backupS3Endpoint ?? `https://s3.${config.backupS3Region}.amazonaws.com`,
        region: config.backupS3Region,
        accessKeyId: config.backupS3KeyId ?? '',
        secretAccessKey: config.backupS3Secret ?? '',
      })
    : folderStore(location)
