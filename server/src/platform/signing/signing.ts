import type { Config } from '../config/config.ts'
import { type EvidenceKey, openEvidenceKey } from './evidence-key.ts'
import { openSeal, type Seal } from './seal.ts'

/** The keys by which this installation signs, kept outside the database. */
export interface Signing {
  readonly key: EvidenceKey
  readonly seal: Seal
}

/** Opens the keys; makes those that are missing in `DATA_DIR/keys`. @throws StartFailure */
export const openSigning = async (config: Config): Promise<Signing> => ({
  key: await openEvidenceKey(config),
  seal: await openSeal(config),
})
