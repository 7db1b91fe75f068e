import { z } from 'zod'
import { instantSchema } from './fields.ts'

/** The public keys and certificates with which anyone can verify this installation's evidence and seals. */
export const evidenceKeysSchema = z.object({
  format: z.literal('kontor-evidence-keys-1'),
  algorithm: z.literal('Ed25519'),
  /** The keys, oldest first; `publicKey` is SubjectPublicKeyInfo in DER, base64. */
  keys: z.array(z.object({ id: z.string(), publicKey: z.string(), createdAt: instantSchema })),
  /** All certificates that sealed PDFs, oldest first. `fingerprint` is a certificate's SHA-256 in hex. */
  certificates: z.array(z.object({ fingerprint: z.string(), holder: z.string(), createdAt: instantSchema })),
  /** The certificate that seals new PDFs; `certificate` is in PEM. */
  seal: z.object({ certificate: z.string(), fingerprint: z.string(), holder: z.string(), selfSigned: z.boolean() }),
})
