import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { z } from 'zod'
import { errorCode } from '../errors/error-code.ts'
import { StartFailure } from '../lifecycle/start-failure.ts'

/** What a file in `DATA_DIR/keys` remembers; undefined without the file. @throws StartFailure when it can't be read */
export const readRemembered = async <Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Promise<z.output<Schema> | undefined> => {
  try {
    return schema.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw new StartFailure(
      `${file} cannot be read: restore it from a copy, or remove it if no agreement was ever answered.`,
    )
  }
}

/** Replaces the file atomically: of two concurrent writers, one wins. */
export const writeRemembered = async (file: string, value: unknown): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${randomUUID()}`
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`)
  await rename(draft, file)
}
