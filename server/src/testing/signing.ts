import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfig } from '../platform/config/config.ts'
import { openSigning, type Signing } from '../platform/signing/signing.ts'
import { onCleanup } from './cleanup.ts'

/** Keys in a folder of their own. */
export const openTestSigning = async (): Promise<Signing> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'kontor-keys-'))
  onCleanup(() => rm(dataDir, { recursive: true }))
  return openSigning(loadConfig({ DATA_DIR: dataDir }))
}
