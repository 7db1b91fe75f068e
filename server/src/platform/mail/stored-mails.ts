import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { outboxFolder, storedFileName } from './file-mailer.ts'

const ending = '.eml'

/** The ids of the mails stored as files while no mail server was configured. */
export const listStoredMails = async (dataDir: string): Promise<string[]> => {
  const folder = outboxFolder(dataDir)
  const files = existsSync(folder) ? await readdir(folder) : []
  return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length))
}

/** Removes the files of these mails, if any. */
export const deleteStoredMails = async (dataDir: string, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await rm(join(outboxFolder(dataDir), storedFileName(id)), { force: true })
}
