import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { type EvidenceKey, openEvidenceKey } from './evidence-key.ts'
import { openSeal, type Seal } from './seal.ts'
import type { SecretBox } from './secret-box.ts'

/** The keys by which this server signs, kept outside the database. */
export interface OwnKeys {
  readonly key: EvidenceKey
  readonly seal: Seal
}

export interface Signing extends OwnKeys {
  /** Shared by all servers of the database: for second factors, the tokens of links, and codes. */
  readonly secrets: SecretBox
}

/** Opens the keys; makes those that are missing in `DATA_DIR/keys`. @throws StartFailure */
export const openKeys = async (config: Config, clock?: Clock): Promise<OwnKeys> => ({
  key: await openEvidenceKey(config, clock),
  seal: await openSeal(config, clock),
})
