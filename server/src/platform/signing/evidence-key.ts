import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { type Clock, systemClock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { sha256 } from './canonical.ts'
import { keyFile, knownKeys, openKeyFile, type PublicKey } from './key-files.ts'

/** The key with which this server signs evidence (Ed25519, RFC 8032), kept outside the database. */
export interface EvidenceKey extends PublicKey {
  /** Returns the signature of a text in base64url. */
  sign(text: string): string
  /** Derives 32 bytes for another purpose, which reveal nothing about the key. */
  derive(purpose: string): Buffer
}

const fileName = 'evidence-key.pem'
const spki = { format: 'der', type: 'spki' } as const
const pkcs8 = { format: 'der', type: 'pkcs8' } as const

/** Opens the key of `EVIDENCE_KEY` or of `DATA_DIR/keys`, where the first start makes one. @throws StartFailure */
export const openEvidenceKey = async (config: Config, clock: Clock = systemClock): Promise<EvidenceKey> => {
  const { evidenceKey } = config
  const key = evidenceKey
    ? parseKey(evidenceKey, 'EVIDENCE_KEY')
    : await openKeyFile(config, fileName, makeKey, parseKey)
  const own = publicHalf(key)
  return {
    ...(await knownKeys.add(config, clock, own)),
    ...own,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64url'),
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key.export(pkcs8), '', `kontor ${purpose}`, 32)),
  }
}

/** Reads the key for commands: undefined before the first start has made a key. @throws StartFailure */
export const findEvidenceKey = async (config: Config): Promise<EvidenceKey | undefined> =>
  config.evidenceKey || existsSync(keyFile(config, fileName)) ? openEvidenceKey(config) : undefined

/** A public key, and when this server first knew it. The time is absent for the entry that is read from `EVIDENCE_KEY`. */
export type KnownKey = Pick<PublicKey, 'id' | 'publicKey'> & { readonly createdAt?: string }

/** Returns the public keys that this server knows, without making a key. @throws StartFailure */
export const listEvidenceKeys = async (config: Config): Promise<readonly KnownKey[]> => [
  ...(await knownKeys.read(config)),
  ...(config.evidenceKey ? [publicHalf(parseKey(config.evidenceKey, 'EVIDENCE_KEY'))] : []),
]

const publicHalf = (key: KeyObject) => {
  const publicKey = publicKeyText(createPublicKey(key))
  return { id: publicKeyId(publicKey), publicKey }
}

/** Writes a public key as text: SubjectPublicKeyInfo in DER, base64. */
export const publicKeyText = (key: KeyObject): string => key.export(spki).toString('base64')

/** Reads what `publicKeyText` wrote. @throws Error if it is no key */
export const readPublicKey = (text: string): KeyObject => createPublicKey({ ...spki, key: Buffer.from(text, 'base64') })

/** Returns true if the signature of `text` was made by the private half of `publicKey`. */
export const isSignedBy = (text: string, signature: Buffer, publicKey: string): boolean => {
  try {
    return verify(null, Buffer.from(text, 'utf8'), readPublicKey(publicKey), signature)
  } catch {
    // `publicKey` or `signature` is malformed, so it can't have signed the text.
    return false
  }
}

/** Returns the id of a public key in DER, base64. */
export const publicKeyId = (publicKey: string): string => sha256(Buffer.from(publicKey, 'base64')).slice(0, 16)

/** Parses a private key: PEM (PKCS #8), perhaps as one line with escaped line breaks, or only the base64 in it. */
const parseKey = (text: string, source: string): KeyObject => {
  const pem = text.includes('-----')
    ? text.replaceAll('\\n', '\n')
    : `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`
  try {
    const key = createPrivateKey(pem)
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Not a key: the same error as for a key of another kind.
  }
  throw new StartFailure(`${source} must be an Ed25519 private key in PEM: openssl genpkey -algorithm ed25519`)
}

const makeKey = async (): Promise<string> =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
