import type { Config } from '../config/config.ts'
import type { BackupStore } from './backup-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

type StoreConfig = Pick<Config, 'backupS3Endpoint' | 'backupS3Region' | 'backupS3KeyId' | 'backupS3Secret'>

/** @param location a folder, or `s3://bucket/prefix` */
export const openStore = (location: string, config: StoreConfig): BackupStore =>
  location.startsWith('s3://')
    ? s3Store(location, {
        endpoint: config.backupS3Endpoint ?? `https://s3.${config.backupS3Region}.amazonaws.com`,
        region: config.backupS3Region,
        accessKeyId: config.backupS3KeyId ?? '',
        secretAccessKey: config.backupS3Secret ?? '',
      })
    : folderStore(location)
