import { createHmac } from 'node:crypto'

/** A code for typing, derived from a key and a text: reading the database or the mail log isn't enough to know it. */
export const digitsOf = (key: Buffer, text: string, digits: number): string => {
  const digest = createHmac('sha256', key).update(text).digest()
  return String(digest.readUIntBE(0, 6) % 10 ** digits).padStart(digits, '0')
}
