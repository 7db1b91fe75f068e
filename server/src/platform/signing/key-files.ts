import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { evidenceKeysSchema } from '@kontor/contract/shared/evidence-keys'
import type { z } from 'zod'
import type { Clock } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../errors/start-failure.ts'

export const keyFile = ({ dataDir }: Config, name: string): string => join(dataDir, 'keys', name)

/** Writes the new content of a file to a draft in the same folder, which can replace the file atomically. Returns the draft's path. */
const writeDraft = async (file: string, content: string, mode?: number): Promise<string> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, content, { mode })
  return draft
}

/** Opens a file of `DATA_DIR/keys` that only its owner may read. The first start makes it; of two concurrent ones, both use the same file. */
export const openKeyFile = async <Key>(
  config: Config,
  name: string,
  make: () => Promise<string>,
  parse: (content: string, file: string) => Key,
): Promise<Key> => {
  const file = keyFile(config, name)
  const stored = await readFile(file, 'utf8').catch(() => null)
  if (stored !== null) return parse(stored, file)
  const draft = await writeDraft(file, await make(), 0o600)
  try {
    await link(draft, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  return parse(await readFile(file, 'utf8'), file)
}

const { keys, certificates } = evidenceKeysSchema.shape

export type PublicKey = z.output<typeof keys>[number]
export type SealCertificate = z.output<typeof certificates>[number]

type Noted<Entry> = Entry & { readonly createdAt: string }

/** Opens a list in `DATA_DIR/keys`; `createdAt` is when this server first knew an entry. */
const knownIn = <Entry extends object>(name: string, schema: z.ZodType<Noted<Entry>[]>, id: keyof Entry) => {
  /** Reads the list, oldest first; empty before the first start. @throws StartFailure when the file can't be read */
  const read = async (config: Config): Promise<readonly Noted<Entry>[]> => {
    const file = keyFile(config, name)
    try {
      return schema.parse(JSON.parse(await readFile(file, 'utf8')))
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return []
      throw new StartFailure(
        `${file} cannot be read: restore it from a copy, or remove it if no agreement was ever answered.`,
      )
    }
  }
  /** Adds an entry, if it is missing. Needs no lock: the file is replaced atomically, and servers that start at once add the same entry. */
  const add = async (config: Config, clock: Clock, entry: Entry): Promise<Noted<Entry>> => {
    const known = await read(config)
    const found = known.find((one) => one[id] === entry[id])
    if (found) return found
    const added = { ...entry, createdAt: clock.now().toISOString() }
    const file = keyFile(config, name)
    await rename(await writeDraft(file, `${JSON.stringify([...known, added], null, 2)}\n`), file)
    return added
  }
  return { read, add }
}

/** The keys of this server and of the other servers of its database. */
export const knownKeys = knownIn<Omit<PublicKey, 'createdAt'>>('evidence-public-keys.json', keys, 'publicKey')
export const knownSeals = knownIn<Omit<SealCertificate, 'createdAt'>>(
  'seal-certificates.json',
  certificates,
  'fingerprint',
)
