import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import { StartFailure } from '../lifecycle/start-failure.ts'
import { readRemembered, writeRemembered } from './remembered.ts'
import { writeOnce } from './write-once.ts'

const publicKeySchema = z.object({
  /** The first 16 hex digits of the SHA-256 of the key. */
  id: z.string(),
  /** SubjectPublicKeyInfo (RFC 5280) in DER, base64. */
  publicKey: z.string(),
  /** When this installation first used it. */
  createdAt: z.iso.datetime(),
})

export type PublicKey = z.output<typeof publicKeySchema>

/** The key that signs evidence (Ed25519, RFC 8032), kept outside the database, and the public keys of all that ever signed here. */
export interface EvidenceKey {
  readonly id: string
  /** Oldest first; the last one signs now. */
  readonly publicKeys: readonly PublicKey[]
  /** Base64url. */
  sign(text: string): string
  /** 32 bytes for another purpose, which reveal nothing about the key. */
  derive(purpose: string): Buffer
}

/** Files in `DATA_DIR/keys`. */
const privateFile = 'evidence-key.pem'
const publicFile = 'evidence-public-keys.json'

/** Opens the key of `EVIDENCE_KEY` or of `DATA_DIR/keys`, where the first start makes one. @throws StartFailure */
export const openEvidenceKey = async ({ evidenceKey, dataDir }: Config): Promise<EvidenceKey> => {
  const folder = join(dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const key = evidenceKey ? parseKey(evidenceKey, 'EVIDENCE_KEY') : await readOrMakeKey(join(folder, privateFile))
  const publicKeys = await rememberPublicKey(join(folder, publicFile), encodePublicKey(key))
  const last = publicKeys.at(-1)
  if (!last) throw new Error('There is no public key')
  return {
    id: last.id,
    publicKeys,
    sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64url'),
    derive: (purpose) =>
      Buffer.from(hkdfSync('sha256', key.export({ format: 'der', type: 'pkcs8' }), '', `kontor ${purpose}`, 32)),
  }
}

/** The public keys that this installation has used; empty before its first start. For commands beside a running server. */
export const readPublicKeys = ({ dataDir }: Pick<Config, 'dataDir'>): Promise<readonly PublicKey[]> =>
  readRememberedKeys(join(dataDir, 'keys', publicFile))

/** Whether the signature of `text` was made by the private half of `publicKey`. */
export const isSignedBy = (text: string, signature: string, publicKey: string): boolean => {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    return verify(null, Buffer.from(text, 'utf8'), key, Buffer.from(signature, 'base64url'))
  } catch {
    // Neither a key nor a signature: not signed by it.
    return false
  }
}

/** The id of a public key in DER, base64. */
export const publicKeyId = (publicKey: string): string =>
  createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, 16)

const encodePublicKey = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')

/** PEM (PKCS #8), as one line with \n too, or its base64 alone. */
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

const readOrMakeKey = async (file: string): Promise<KeyObject> => {
  const { privateKey } = generateKeyPairSync('ed25519')
  await writeOnce(file, privateKey.export({ format: 'pem', type: 'pkcs8' }).toString())
  return parseKey(await readFile(file, 'utf8'), file)
}

const readRememberedKeys = async (file: string): Promise<readonly PublicKey[]> =>
  (await readRemembered(file, z.array(publicKeySchema))) ?? []

/** Adds the key that signs now at the end, unless it is there already. */
const rememberPublicKey = async (file: string, publicKey: string): Promise<readonly PublicKey[]> => {
  const known = await readRememberedKeys(file)
  if (known.at(-1)?.publicKey === publicKey) return known
  const added = { id: publicKeyId(publicKey), publicKey, createdAt: new Date().toISOString() }
  const keys = [
    ...known.filter((key) => key.publicKey !== publicKey),
    known.find((key) => key.publicKey === publicKey) ?? added,
  ]
  // Two servers starting at once write the same.
  await writeRemembered(file, keys)
  return keys
}
