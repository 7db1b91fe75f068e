import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts and signs with a key that is kept outside the database. */
export interface SecretBox {
  /** Encrypts (AES-256-GCM, base64url). Decrypting needs the same `context`, which isn't secret. */
  seal(text: string, context: string): string
  /** Decrypts; undefined if another key or context was used, or the text was changed. */
  open(sealed: string, context: string): string | undefined
  /** Returns the HMAC-SHA256 of a text. */
  mac(text: string): Buffer
  /** Derives a code for people to type from a text. It can't be computed from the database or the mail log, without the key. */
  code(text: string, digits: number): string
}

const ivBytes = 12
const tagBytes = 16

/** Opens a box. @param key 32 bytes */
export const openSecretBox = (key: Buffer): SecretBox => {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  const encryptionKey = derive('encryption')
  const macKey = derive('mac')
  const mac = (text: string) => createHmac('sha256', macKey).update(text).digest()
  return {
    seal: (text, context) => {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, iv).setAAD(Buffer.from(context))
      const sealed = [cipher.update(text, 'utf8'), cipher.final()]
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url')
    },
    open: (sealed, context) => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < ivBytes + tagBytes) return undefined
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      const text = decipher.update(bytes.subarray(ivBytes + tagBytes))
      try {
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch {
        // The authentication tag doesn't match.
        return undefined
      }
    },
    mac,
    code: (text, digits) => String(mac(`code ${text}`).readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0'),
  }
}
