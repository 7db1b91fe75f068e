import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../errors/error-code.ts'
import { outboxFolder, storedFileName } from './file-mailer.ts'

const ending = '.eml'

/** The ids of the mails stored as files while no mail server was configured. */
export const listStoredMails = async (dataDir: string): Promise<string[]> => {
  try {
    const files = await readdir(outboxFolder(dataDir))
    return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length))
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

/** Removes the files of these mails, if any. */
export const deleteStoredMails = async (dataDir: string, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await rm(join(outboxFolder(dataDir), storedFileName(id)), { force: true })
}
