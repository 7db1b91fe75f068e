import { readFile, rename } from 'node:fs/promises'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'
import { keyFile, writeDraft } from './key-file.ts'

const publicKeySchema = z.object({
  /** The first 16 hex digits of the SHA-256 of the key. */
  id: z.string(),
  /** SubjectPublicKeyInfo (RFC 5280) in DER, base64. */
  publicKey: z.string(),
  createdAt: z.iso.datetime(),
})

const certificateSchema = z.object({
  /** SHA-256 in hex. */
  fingerprint: z.string(),
  holder: z.string(),
  createdAt: z.iso.datetime(),
})

export type PublicKey = z.output<typeof publicKeySchema>
export type SealCertificate = z.output<typeof certificateSchema>

/** A file of `DATA_DIR/keys`; `createdAt` is when this server first knew an entry. */
const remembered = <Entry extends object>(
  name: string,
  schema: z.ZodType<Entry>,
  nameOf: (entry: Omit<Entry, 'createdAt'>) => string,
) => {
  /** Oldest first; none before the first start. @throws StartFailure when the file can't be read */
  const read = async (config: Pick<Config, 'dataDir'>): Promise<readonly Entry[]> => {
    const file = keyFile(config, name)
    try {
      return z.array(schema).parse(JSON.parse(await readFile(file, 'utf8')))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return []
      throw new StartFailure(
        `${file} cannot be read: restore it from a copy, or remove it if no agreement was ever answered.`,
      )
    }
  }
  /** Adds the entries that are missing. Replaces the file atomically: of two that start at once, both write the same. */
  const add = async (config: Config, clock: Clock, entries: readonly Omit<Entry, 'createdAt'>[]) => {
    const known = await read(config)
    const added = entries.filter((entry) => !known.some((one) => nameOf(one) === nameOf(entry)))
    if (added.length === 0) return known
    const createdAt = clock.now().toISOString()
    const all = z.array(schema).parse([...known, ...added.map((entry) => ({ ...entry, createdAt }))])
    const file = keyFile(config, name)
    await rename(await writeDraft(file, `${JSON.stringify(all, null, 2)}\n`), file)
    return all
  }
  return { read, add }
}

/** The keys and certificates of this server and of the others of its database. */
export const knownKeys = remembered('evidence-public-keys.json', publicKeySchema, ({ publicKey }) => publicKey)
export const knownSeals = remembered('seal-certificates.json', certificateSchema, ({ fingerprint }) => fingerprint)
