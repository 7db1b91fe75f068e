import { hash, randomBytes, randomInt } from 'node:crypto'
import { composed } from '@kontor/contract/shared/composed'
import argon2 from '@node-rs/argon2'

/** Hashes a password for storage: argon2id in PHC format, with the library's parameters (OWASP's: 19 MiB, 2 passes). */
export const hashPassword = (password: string): Promise<string> => argon2.hash(composed(password))

const dummyHash = argon2.hash(randomBytes(32))

/**
 * Returns true if the password matches the stored hash. Composes the password first (NIST SP 800-63B-4, 3.1.1.2); for older hashes, also tries
 * the decomposed form that a Mac types. Without a hash it returns false, and takes just as long.
 */
export const verifyPassword = async (stored: string | undefined, password: string): Promise<boolean> => {
  const known = stored ?? (await dummyHash)
  const spellings = new Set([composed(password), password.normalize('NFD')])
  for (const spelling of spellings) if (await argon2.verify(known, spelling)) return stored !== undefined
  return false
}

/** Letters and digits that are not easily confused when copied from a terminal. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Generates a password of 20 characters in groups of five (about 99 bits). */
export const generatePassword = (): string =>
  Array.from({ length: 4 }, () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('')).join(
    '-',
  )

/** Returns a hash that identifies a stored password without revealing it, to bind a session to the password that opened it. */
export const fingerprint = (storedPassword: string): string => hash('sha256', storedPassword)
