import { createHash, randomBytes, randomInt } from 'node:crypto'
import argon2 from '@node-rs/argon2'

/** A password as it is stored: argon2id in PHC format, with the library's parameters (OWASP's: 19 MiB, 2 passes). */
export const hashPassword = (password: string): Promise<string> => argon2.hash(password)

const nobodysHash = argon2.hash(randomBytes(32))

/** Whether the password is the one that was stored. Without a stored one it takes as long, and is false. */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const matches = await argon2.verify(stored ?? (await nobodysHash), password)
  return matches && stored !== undefined
}

/** Letters and digits that nobody mixes up when copying them from a terminal. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password of 20 characters in groups of five (about 99 bits). */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  )

/** Tells one stored password from another without being one: binds a session to the password that opened it. */
export const fingerprint = (storedPassword: string): string => createHash('sha256').update(storedPassword).digest('hex')
