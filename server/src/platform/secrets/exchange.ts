import { createPrivateKey, createPublicKey, diffieHellman } from 'node:crypto'
import { type EvidenceKey, publicKeyText, readPublicKey } from '../signing/evidence-key.ts'
import { openSecretBox, type SecretBox } from './secret-box.ts'

/** Encrypts messages between two servers (X25519, RFC 7748), with keys derived from the servers' signing keys. */
export interface Exchange {
  /** SubjectPublicKeyInfo in DER, base64. */
  readonly publicKey: string
  /** Returns a box that encrypts for the server with that public key, and decrypts what that server encrypted. No third server can do either. */
  boxWith(publicKey: string): SecretBox
}

const pkcs8 = { format: 'der', type: 'pkcs8' } as const

/** The beginning of a private key in PKCS #8 (RFC 8410), before its 32 bytes. */
const x25519 = Buffer.from('302e020100300506032b656e04220420', 'hex')

export const openExchange = ({ derive }: Pick<EvidenceKey, 'derive'>): Exchange => {
  const privateKey = createPrivateKey({ ...pkcs8, key: Buffer.concat([x25519, derive('exchange')]) })
  return {
    publicKey: publicKeyText(createPublicKey(privateKey)),
    boxWith: (other) => {
      return openSecretBox(diffieHellman({ privateKey, publicKey: readPublicKey(other) }))
    },
  }
}
