import type { Config } from '../config/config.ts'
import { type EvidenceKey, openEvidenceKey } from './evidence-key.ts'
import { openSeal, type Seal } from './seal.ts'
import { openSecretBox, type SecretBox } from './secret-box.ts'

/** The keys by which this installation signs and encrypts, kept outside the database. */
export interface Signing {
  readonly key: EvidenceKey
  readonly seal: Seal
  /** For secrets of second factors. */
  readonly secrets: SecretBox
}

/** Opens the keys; makes those that are missing in `DATA_DIR/keys`. @throws StartFailure */
export const openSigning = async (config: Config): Promise<Signing> => {
  const key = await openEvidenceKey(config)
  const { secondFactorKey } = config
  const secret = secondFactorKey ? Buffer.from(secondFactorKey, 'base64') : key.derive('second factor')
  return { key, seal: await openSeal(config), secrets: openSecretBox(secret) }
}
