import { randomUUID } from 'node:crypto'
import { link, rm, writeFile } from 'node:fs/promises'
import { errorCode } from '../errors/error-code.ts'

/** Writes a file that only its owner may read, whole, unless it exists: of two that start at once, both then read the first one's. */
export const writeOnce = async (file: string, content: string): Promise<void> => {
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, content, { mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}
