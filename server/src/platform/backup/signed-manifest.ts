import { canonicalJson } from '../signing/canonical.ts'
import { type EvidenceKey, isSignedBy } from '../signing/evidence-key.ts'
import type { PublicKey } from '../signing/key-files.ts'
import type { Manifest } from './manifest.ts'

export type Signer = Pick<EvidenceKey, 'id' | 'sign'>

const signedText = ({ signature, ...signed }: Manifest): string => `kontor-backup ${canonicalJson(signed)}`

/** Returns the manifest with a signature, which covers all rows and mails by their checksums. */
export const signManifest = (manifest: Manifest, { id, sign }: Signer): Manifest => ({
  ...manifest,
  signature: { key: id, value: sign(signedText(manifest)) },
})

/** Checks a signature. `wrong`: the key is known, but the signature doesn't fit, since rows, mails or the manifest were changed. */
export const checkSignature = (
  manifest: Manifest,
  known: readonly Pick<PublicKey, 'id' | 'publicKey'>[],
): 'valid' | 'missing' | 'unknown key' | 'wrong' => {
  const { signature } = manifest
  if (!signature) return 'missing'
  const key = known.find(({ id }) => id === signature.key)
  if (!key) return 'unknown key'
  return isSignedBy(signedText(manifest), Buffer.from(signature.value, 'base64url'), key.publicKey) ? 'valid' : 'wrong'
}
