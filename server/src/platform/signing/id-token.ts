import { constants, createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import { z } from 'zod'

const headerSchema = z.object({ alg: z.string(), kid: z.string().optional() })
const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  /** Seconds since 1970. */
  iat: z.number(),
  nonce: z.string().optional(),
})

/** A public key as an OpenID provider publishes it (RFC 7517); fields beside these aren't needed to verify. */
export const publishedKeySchema = z.object({
  kty: z.string(),
  kid: z.string().optional(),
  crv: z.string().optional(),
  x: z.string().optional(),
  y: z.string().optional(),
  n: z.string().optional(),
  e: z.string().optional(),
})

export type PublishedKey = z.output<typeof publishedKeySchema>

type Claims = z.output<typeof claimsSchema>

/** Timeout in milliseconds, and the maximum number of keys tried. */
const fetchTimeoutMs = 5_000
const maxKeys = 50

const algorithms: Readonly<Record<string, (key: KeyObject, text: Buffer, signature: Buffer) => boolean>> = {
  RS256: (key, text, signature) => key.asymmetricKeyType === 'rsa' && verify('sha256', text, key, signature),
  PS256: (key, text, signature) =>
    key.asymmetricKeyType === 'rsa' &&
    verify('sha256', text, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }, signature),
  ES256: (key, text, signature) =>
    key.asymmetricKeyDetails?.namedCurve === 'prime256v1' &&
    verify('sha256', text, { key, dsaEncoding: 'ieee-p1363' }, signature),
  EdDSA: (key, text, signature) => key.asymmetricKeyType === 'ed25519' && verify(null, text, key, signature),
}

const decode = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))

/**
 * Returns the claims of an ID token (a signed JWT, RFC 7519), if this key signed it; else null. Times aren't checked: it may be old
 * evidence.
 */
export const verifyIdToken = (token: string, key: PublishedKey): Claims | null => {
  const [header = '', payload = '', signature = '', ...more] = token.split('.')
  try {
    const { alg } = headerSchema.parse(decode(header))
    const publicKey = createPublicKey({ key: key as JsonWebKey, format: 'jwk' })
    const text = Buffer.from(`${header}.${payload}`, 'latin1')
    const isSigned = more.length === 0 && algorithms[alg]?.(publicKey, text, Buffer.from(signature, 'base64url'))
    return isSigned ? claimsSchema.parse(decode(payload)) : null
  } catch {
    // Malformed token or key.
    return null
  }
}

/** The key at `jwksUri` that signed an ID token. @throws Error when none did, or the keys can't be fetched */
export const findSigningKey = async (jwksUri: string, token: string): Promise<PublishedKey> => {
  const response = await fetch(jwksUri, { signal: AbortSignal.timeout(fetchTimeoutMs) })
  if (!response.ok) throw new Error(`The provider's keys answered ${response.status}`)
  const { keys } = z.object({ keys: z.array(z.unknown()).max(maxKeys) }).parse(await response.json())
  const published = keys.flatMap((key) => publishedKeySchema.safeParse(key).data ?? [])
  const found = published.find((key) => verifyIdToken(token, key))
  if (!found) throw new Error('The ID token was not signed by a key of its provider')
  return found
}
