import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()

/** Returns the head of a CBOR item (RFC 8949): its major type, and its value or length. */
const head = (type: number, value: number): Buffer => {
  const major = type << 5
  if (value < 24) return Buffer.of(major | value)
  return value < 256 ? Buffer.of(major | 24, value) : Buffer.of(major | 25, value >> 8, value & 255)
}

type Item = number | string | Buffer | Map<number | string, Item>

const encode = (item: Item): Buffer => {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item)
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)])
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item])
  return Buffer.concat([head(5, item.size), ...[...item].flatMap(([key, value]) => [encode(key), encode(value)])])
}

/** Bits of WebAuthn's authenticator data. */
const flags = { userPresent: 1, userVerified: 4, attested: 64 }

interface Answer {
  readonly challenge: string
  readonly origin?: string
  readonly userVerified?: boolean
  /** The authenticator's signature counter. */
  readonly counter?: number
}

/** Creates a fake authenticator (like a security key or a phone) with one ES256 key. */
export const createPasskey = (rpId = 'localhost', ownOrigin = 'http://localhost:3000') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const base = { id, rawId: id, type: 'public-key', clientExtensionResults: {} }

  const clientData = (type: string, { challenge, origin = ownOrigin }: Answer): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  const authenticatorData = ({ userVerified = true, counter = 0 }: Answer, attested = false): Buffer => {
    const counterBytes = Buffer.alloc(4)
    counterBytes.writeUInt32BE(counter)
    const bits = flags.userPresent | (userVerified ? flags.userVerified : 0) | (attested ? flags.attested : 0)
    return Buffer.concat([sha256(rpId), Buffer.of(bits), counterBytes])
  }

  return {
    id,
    /** Returns the answer to options for adding a passkey. */
    register: (answer: Answer) => {
      const key = new Map<number, Item>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const authData = Buffer.concat([
        authenticatorData(answer, true),
        Buffer.alloc(16),
        Buffer.of(0, credentialId.length),
        credentialId,
        encode(key),
      ])
      const attestation = new Map<string, Item>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        ...base,
        response: {
          clientDataJSON: clientData('webauthn.create', answer).toString('base64url'),
          attestationObject: encode(attestation).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Returns the answer to options for logging in. */
    assert: (answer: Answer) => {
      const client = clientData('webauthn.get', answer)
      const data = authenticatorData(answer)
      return {
        ...base,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      }
    },
  }
}
