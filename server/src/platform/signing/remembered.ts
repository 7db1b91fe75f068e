import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../lifecycle/start-failure.ts'

/** The keys and certificates of this server and of the others of its database, in files of `DATA_DIR/keys`; `createdAt` is when it first knew them. */
const files = {
  'evidence-public-keys.json': z.object({
    /** The first 16 hex digits of the SHA-256 of the key. */
    id: z.string(),
    /** SubjectPublicKeyInfo (RFC 5280) in DER, base64. */
    publicKey: z.string(),
    createdAt: z.iso.datetime(),
  }),
  'seal-certificates.json': z.object({
    /** SHA-256 in hex. */
    fingerprint: z.string(),
    holder: z.string(),
    createdAt: z.iso.datetime(),
  }),
} as const

type FileName = keyof typeof files
type Entry<Name extends FileName> = z.output<(typeof files)[Name]>
export type PublicKey = Entry<'evidence-public-keys.json'>
export type SealCertificate = Entry<'seal-certificates.json'>

/** Oldest first; none before the first start. @throws StartFailure when the file can't be read */
export const readRemembered = async <Name extends FileName>(
  { dataDir }: Pick<Config, 'dataDir'>,
  name: Name,
): Promise<readonly Entry<Name>[]> => {
  const file = join(dataDir, 'keys', name)
  try {
    const entries: unknown[] = z.array(files[name]).parse(JSON.parse(await readFile(file, 'utf8')))
    return entries as Entry<Name>[]
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw new StartFailure(
      `${file} cannot be read: restore it from a copy, or remove it if no agreement was ever answered.`,
    )
  }
}

const nameOf = (entry: object): unknown => ('publicKey' in entry ? entry.publicKey : Object(entry).fingerprint)

/** Adds the entries that are missing, and returns all. Replaces the file atomically: of two that start at once, both write the same. */
export const remember = async <Name extends FileName>(
  config: Pick<Config, 'dataDir'>,
  name: Name,
  { entries, clock }: { readonly entries: readonly Omit<Entry<Name>, 'createdAt'>[]; readonly clock: Clock },
): Promise<readonly Entry<Name>[]> => {
  const known = await readRemembered(config, name)
  const added = entries.filter((entry) => !known.some((one) => nameOf(one) === nameOf(entry)))
  if (added.length === 0) return known
  const createdAt = clock.now().toISOString()
  const all = [...known, ...added.map((entry) => ({ ...entry, createdAt }) as Entry<Name>)]
  const folder = join(config.dataDir, 'keys')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, name)
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(all, null, 2)}\n`)
  await rename(draft, file)
  return all
}
