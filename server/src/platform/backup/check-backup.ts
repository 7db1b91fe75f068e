import { createHash, type Hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { z } from 'zod'
import { StartFailure } from '../errors/start-failure.ts'
import { type ArchiveEntry, readArchive } from './archive.ts'
import { backupFormat, entryKind, type Manifest, manifestSchema } from './manifest.ts'

/** The checksum of a table without rows. Used instead of the recorded number of rows: earlier versions could record 0 for a filled table. */
const noRows = createHash('sha256').digest('hex')

/**
 * Reads a whole backup and compares its checksums with its manifest.
 * @throws StartFailure when the file is missing, damaged, truncated, or not a backup that this version can read
 */
export const checkBackup = async (file: string): Promise<Manifest> => {
  if (!existsSync(file)) throw new StartFailure(`There is no file ${file}.`)
  const { manifestText, checksums } = await readAll(file).catch((error: unknown) => {
    throw damagedError(file, error instanceof Error ? error.message : String(error), error)
  })
  const manifest = parseManifest(file, manifestText)
  const expected = new Map([
    ...manifest.tables
      .filter(({ sha256 }) => sha256 !== noRows)
      .map(({ name, sha256 }) => [`table ${name}`, sha256] as const),
    ...manifest.mails.map(({ name, sha256 }) => [`mail ${name}`, sha256] as const),
  ])
  for (const [name, sha256] of expected) {
    if (checksums.get(name) !== sha256) throw damagedError(file, `the ${name} is not as it was written`)
  }
  if (checksums.size !== expected.size) throw damagedError(file, 'it holds more than its manifest lists')
  return manifest
}

const damagedError = (file: string, why: string, cause?: unknown): StartFailure =>
  new StartFailure(`${file} is no whole backup of Kontor (${why}); nothing was restored.`, { cause })

const readAll = async (file: string): Promise<{ manifestText: string; checksums: ReadonlyMap<string, string> }> => {
  const hashes = new Map<string, Hash>()
  let manifestText: string | undefined
  for await (const entry of readArchive(file)) {
    if (manifestText !== undefined) throw new Error('something follows its manifest')
    if (entryKind(entry.name) === 'manifest') manifestText = entry.content.toString()
    else updateHash(hashes, entry)
  }
  if (manifestText === undefined) throw new Error('its manifest is missing')
  return { manifestText, checksums: new Map([...hashes].map(([name, hash]) => [name, hash.digest('hex')])) }
}

const updateHash = (hashes: Map<string, Hash>, { name, content }: ArchiveEntry): void => {
  const kind = entryKind(name)
  if (kind === undefined || kind === 'manifest') throw new Error(`it holds ${JSON.stringify(name)}`)
  const key = 'table' in kind ? `table ${kind.table}` : `mail ${kind.mail}`
  const hash = hashes.get(key) ?? createHash('sha256')
  hashes.set(key, hash.update(content))
}

const parseManifest = (file: string, text: string): Manifest => {
  try {
    const json: unknown = JSON.parse(text)
    const { format } = z.object({ format: z.int() }).parse(json)
    if (format > backupFormat)
      throw new StartFailure(`${file} was made by a newer Kontor, which writes backups that this one cannot read.`)
    return manifestSchema.parse(json)
  } catch (error) {
    if (error instanceof StartFailure) throw error
    throw damagedError(file, 'its manifest cannot be read', error)
  }
}
