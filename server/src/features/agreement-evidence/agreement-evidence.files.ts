import { createPublicKey } from 'node:crypto'
import { keysOf } from '@kontor/contract/shared/fields'
import { dateOf } from '@kontor/contract/shared/time'
import { z } from 'zod'
import { orNull } from '../../platform/errors/or-null.ts'
import type { PdfFile } from '../../platform/pdf/pdf-document.ts'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import { publicKeyText, readPublicKey } from '../../platform/signing/evidence-key.ts'
import { publishedKeySchema, verifyIdToken } from '../../platform/signing/id-token.ts'
import type { StoredAnswer } from './agreement-evidence.queries.ts'
import { type EvidenceRecord, nonceOf } from './agreement-evidence.record.ts'

const idTokenSchema = z.object({ token: z.string(), key: publishedKeySchema })
const originSchema = z.object({ address: z.string(), userAgent: z.string().nullable(), salt: z.string() })

/** The ID token, and the provider's key that verified it. */
export type IdToken = z.output<typeof idTokenSchema>

/** Everything that proves an answer, as files that OpenSSL can check. They are attached to the sealed PDF. */
export interface EvidenceFiles {
  readonly record: string
  readonly signature: Buffer
  /** SubjectPublicKeyInfo in DER, base64. */
  readonly publicKey: string
  /** The RFC 3161 timestamp of the signature. */
  readonly timestamp: Buffer | null
  /** Null if the answer has no ID token, or if it was erased. */
  readonly idToken: IdToken | null
  /** The IP address and browser of the answer; null for an answer by phone, or if they were erased. */
  readonly origin: z.output<typeof originSchema> | null
}

const json = 'application/json'
const bytes = 'application/octet-stream'

/** The files' names, types and descriptions, in the order in which they are attached. */
const kinds: Readonly<Record<keyof EvidenceFiles, readonly [name: string, type: string, description: string]>> = {
  record: ['record.json', json, 'Record of the answer'],
  signature: ['record.sig', bytes, 'Signature of the record'],
  publicKey: ['key.pem', 'application/x-pem-file', 'Key of the signature'],
  timestamp: ['timestamp.tst', bytes, 'Timestamp'],
  idToken: ['id-token.json', json, 'Token of the eID'],
  origin: ['origin.json', json, 'Origin of the answer'],
}

/** Returns the files of a stored answer; null if it isn't signed, or its key isn't stored. */
export const filesOf = ({ answer, signed, publicKey, timestamp, idToken }: StoredAnswer): EvidenceFiles | null => {
  const { record, address, userAgent, originSalt } = answer
  if (!signed || !publicKey) return null
  const origin = originSalt === null || address === null ? null : { address, userAgent, salt: originSalt }
  return { record, signature: Buffer.from(signed.signature, 'base64url'), publicKey, timestamp, idToken, origin }
}

export const attachmentsOf = ({ record, publicKey, idToken, origin, ...files }: EvidenceFiles): PdfFile[] => {
  const contents: Record<keyof EvidenceFiles, Buffer | null> = {
    ...files,
    record: Buffer.from(record),
    publicKey: Buffer.from(readPublicKey(publicKey).export({ format: 'pem', type: 'spki' })),
    idToken: idToken && Buffer.from(canonicalJson(idToken)),
    origin: origin && Buffer.from(canonicalJson(origin)),
  }
  return keysOf(kinds).flatMap((kind): PdfFile[] => {
    const [name, type, description] = kinds[kind]
    const content = contents[kind]?.toString('base64')
    return content === undefined ? [] : [{ name, type, description, content, encoding: 'base64' }]
  })
}

/** Returns the evidence attached to a PDF; null if the record, its signature or its key is missing, or a file can't be read. */
export const filesIn = (attachments: ReadonlyMap<string, Buffer>): Promise<EvidenceFiles | null> =>
  orNull(() => {
    const find = (kind: keyof EvidenceFiles) => attachments.get(kinds[kind][0])
    const parse = (kind: keyof EvidenceFiles) => JSON.parse(find(kind)?.toString('utf8') ?? 'null')
    const [record, signature, key] = [find('record'), find('signature'), find('publicKey')]
    if (!record || !signature || !key) return null
    return {
      record: record.toString('utf8'),
      signature,
      publicKey: publicKeyText(createPublicKey(key)),
      timestamp: find('timestamp') ?? null,
      idToken: idTokenSchema.nullable().parse(parse('idToken')),
      origin: originSchema.nullable().parse(parse('origin')),
    }
  })

/** Maximum seconds between the ID token and the answer: identifications are valid for 30 minutes, and clocks may differ. */
const maxTokenAge = 35 * 60

/** Checks that the ID token proves who answered this text. Returns the fault; null without a fault or without a token. */
export const idTokenFault = async (
  { verification, agreement, answeredAt, earlier }: EvidenceRecord,
  { idToken: proof }: EvidenceFiles,
): Promise<string | null> => {
  if (!proof) return null
  const { token, key } = proof
  const other = 'the ID token of the eID is not the one that was used'
  if (verification.method !== 'eid') return other
  const claims = await verifyIdToken(token, key)
  const { issuer, subject, audience, salt, idToken } = verification
  if (claims?.iss !== issuer || claims.sub !== subject) return other
  if (sha256(token) !== idToken?.sha256 || sha256(canonicalJson(key)) !== idToken.keySha256) return other
  // In the older form, the nonce was random, so it can't be checked.
  if (earlier && salt === undefined) return null
  if (salt === undefined || claims.nonce !== nonceOf(agreement, salt))
    return 'the ID token of the eID is for another text'
  if (audience === undefined || ![claims.aud].flat().includes(audience))
    return 'the ID token of the eID is for another service'
  const age = dateOf(answeredAt).getTime() / 1_000 - claims.iat
  return Math.abs(age) > maxTokenAge ? 'the ID token of the eID is from another time' : null
}
