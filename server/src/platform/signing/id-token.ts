import { compactVerify, createRemoteJWKSet, exportJWK } from 'jose'
import { z } from 'zod'
import { orNull } from '../errors/or-null.ts'

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.union([z.string(), z.array(z.string())]),
  /** Seconds since 1970. */
  iat: z.number(),
  nonce: z.string().optional(),
})

type Claims = z.output<typeof claimsSchema>

/** A public key as an OpenID provider publishes it (RFC 7517). Other fields aren't needed to verify a signature. */
export const publishedKeySchema = z.object({
  kty: z.string(),
  kid: z.string().exactOptional(),
  crv: z.string().exactOptional(),
  x: z.string().exactOptional(),
  y: z.string().exactOptional(),
  n: z.string().exactOptional(),
  e: z.string().exactOptional(),
})

export type PublishedKey = z.output<typeof publishedKeySchema>

const options = { algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'] }

/** Returns the claims of an ID token, if this key signed it; else null. Times aren't checked, since the token may be old evidence. */
export const verifyIdToken = (token: string, key: PublishedKey): Promise<Claims | null> =>
  orNull(async () => {
    const { payload } = await compactVerify(token, key, options)
    return claimsSchema.parse(JSON.parse(Buffer.from(payload).toString('utf8')))
  })

/** Returns the key at `jwksUri` that signed an ID token. @throws Error when none did, or the keys can't be fetched */
export const findSigningKey = async (jwksUri: string, token: string): Promise<PublishedKey> => {
  const { key } = await compactVerify(token, createRemoteJWKSet(new URL(jwksUri)), options)
  return publishedKeySchema.parse(await exportJWK(key))
}
