import { randomUUID } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { errorCode } from '../errors/error-code.ts'

export const keyFile = ({ dataDir }: Pick<Config, 'dataDir'>, name: string): string => join(dataDir, 'keys', name)

/** Writes a draft beside a file of `DATA_DIR/keys`, to take its place at once. Returns its path. */
export const writeDraft = async (file: string, content: string, mode?: number): Promise<string> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, content, { mode })
  return draft
}

/** Opens a file of `DATA_DIR/keys` that only its owner may read; the first start makes it. Of two that start at once, both open the first one's. */
export const openKeyFile = async <Key>(
  config: Pick<Config, 'dataDir'>,
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
