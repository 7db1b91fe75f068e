import { z } from 'zod'
import { instantSchema } from './fields.ts'

/** The keys and certificates to check the evidence and the seals of this installation. */
export const evidenceKeysSchema = z.object({
  format: z.literal('kontor-evidence-keys-1'),
  algorithm: z.literal('Ed25519'),
  /** Oldest first; `publicKey` is SubjectPublicKeyInfo in DER, base64. */
  keys: z.array(z.object({ id: z.string(), publicKey: z.string(), createdAt: instantSchema })),
  /** All certificates that sealed PDFs, oldest first. `fingerprint` is their SHA-256 in hex. */
  certificates: z.array(z.object({ fingerprint: z.string(), holder: z.string(), createdAt: instantSchema })),
  /** The certificate that seals now, in PEM. */
  seal: z.object({ certificate: z.string(), fingerprint: z.string(), holder: z.string(), selfSigned: z.boolean() }),
})
