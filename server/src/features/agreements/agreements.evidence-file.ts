import { z } from 'zod'
import { isSignedBy, publicKeyId } from '../../platform/signing/evidence-key.ts'
import { publishedKeySchema, verifyIdToken } from '../../platform/signing/id-token.ts'
import { readTimestamp, type Timestamp } from '../../platform/signing/timestamps.ts'
import {
  chainStatement,
  type EvidenceRecord,
  originHash,
  parseRecord,
  recordEvidence,
  timestampedText,
} from './agreements.chain.ts'
import { canonicalJson, parseSnapshot, type Snapshot, sha256 } from './agreements.evidence.ts'

const text = z.string().nullable()

/** Everything needed to check an answer without the installation that made it. Attached to the sealed PDF. */
const evidenceFileSchema = z.object({
  format: z.literal('kontor-evidence-file-1'),
  /** The text that was answered, and the record of the answer: canonical JSON, byte for byte. */
  text: z.string(),
  record: z.string(),
  link: z.object({ number: z.int(), evidence: z.string(), previous: text }),
  /** Ed25519 of `chainStatement`, base64url, and the public key (SubjectPublicKeyInfo in DER, base64). */
  signature: z.string(),
  publicKey: text,
  /** RFC 3161, base64. */
  timestamp: text,
  /** What the OpenID provider signed, and its key; absent without one, or when it was erased. */
  idToken: z.object({ token: z.string(), key: publishedKeySchema }).optional(),
  /** Where the answer came from; null on the phone or when it was erased. */
  origin: z.object({ address: z.string(), userAgent: text, salt: z.string() }).nullable(),
})

export type EvidenceFile = z.output<typeof evidenceFileSchema>

/** Null if the content isn't an evidence file. */
export const parseEvidenceFile = (content: string): EvidenceFile | null =>
  tryParse((json) => evidenceFileSchema.parse(JSON.parse(json)), content)

export interface CheckedEvidence {
  readonly record: EvidenceRecord | null
  readonly snapshot: Snapshot | null
  readonly keyId: string | null
  readonly timestamp: Timestamp | null
  /** The failed checks, in order; empty if all pass. */
  readonly faults: readonly string[]
}

/** Null if parsing fails, which the caller reports. */
export const tryParse = <Value>(parse: (content: string) => Value, content: string): Value | null => {
  try {
    return parse(content)
  } catch {
    return null
  }
}

/** Whether the token is the one of the record, signed by its key, and about whom the record names. */
const isIdTokenOf = (
  { verification }: EvidenceRecord,
  { token, key }: NonNullable<EvidenceFile['idToken']>,
): boolean => {
  if (verification.method !== 'eid') return false
  const claims = verifyIdToken(token, key)
  const hashes = { sha256: sha256(token), keySha256: sha256(canonicalJson(key)) }
  return (
    claims?.iss === verification.issuer &&
    claims.sub === verification.subject &&
    hashes.sha256 === verification.idToken?.sha256 &&
    hashes.keySha256 === verification.idToken.keySha256
  )
}

/** Checks the text, the record, the signature, the timestamp and the origin against each other. */
export const checkEvidence = async (file: EvidenceFile): Promise<CheckedEvidence> => {
  const { link, signature, publicKey, origin, idToken } = file
  const snapshot = tryParse(parseSnapshot, file.text)
  const record = tryParse(parseRecord, file.record)
  const token = file.timestamp === null ? null : Buffer.from(file.timestamp, 'base64')
  const timestamp = token && (await readTimestamp(token, timestampedText(link, signature)))
  const faults = [
    !snapshot && 'the text that was answered cannot be read',
    snapshot && canonicalJson(snapshot) !== file.text && 'the text is not stored as it was frozen',
    !record && 'the record of the answer cannot be read',
    record && canonicalJson(record) !== file.record && 'the record is not stored as it was written',
    record && record.agreement.sha256 !== sha256(file.text) && 'the text is not the one that was answered',
    snapshot && record && record.agreement.id !== snapshot.agreementId && 'the text is that of another agreement',
    record && recordEvidence(record) !== link.evidence && 'the answer, the time or who gave it is not what it was',
    record && record.number !== link.number && 'the answer is not at its place in the chain',
    record && record.previous !== link.previous && 'the answer does not follow the one before it',
    !publicKey && 'the key that signed is not known',
    publicKey && !isSignedBy(chainStatement(link), signature, publicKey) && 'the signature is not valid',
    token && !timestamp && 'the timestamp is not valid',
    record && idToken && !isIdTokenOf(record, idToken) && 'the ID token of the eID is not the one that was used',
    origin && record && record.origin !== originHash(origin) && 'the IP address or the browser is not what it was',
  ].filter((fault) => typeof fault === 'string')
  return { record, snapshot, keyId: publicKey && publicKeyId(publicKey), timestamp, faults }
}
