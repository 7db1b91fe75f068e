import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { toMessage } from './mail-message.ts'
import type { Mailer } from './mailer.ts'

const ending = '.eml'

/** The folder for mails when no mail server is configured. */
export const outboxFolder = (dataDir: string): string => join(dataDir, 'outbox')

/** Writes each mail atomically as `<id>.eml` to the outbox folder; readable by the owner only. */
export const fileMailer = (dataDir: string): Mailer => {
  const folder = outboxFolder(dataDir)
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(mail) {
      const { message } = await transport.sendMail(toMessage(mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, storedFileName(mail.messageId))
      // Flushes and renames the file, so that it is never visible half-written, and is on disk before the mail counts as stored.
      await writeFile(`${path}.part`, message, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
      return { delivery: 'stored', answer: null }
    },
    close: () => transport.close(),
  }
}

/** Returns a mail's file name, from its Message-ID (`<id>@<domain>`) or only its id. */
export const storedFileName = (messageId: string): string =>
  `${messageId.replace(/@.*$/s, '').replaceAll(/[^\w.-]/g, '_')}${ending}`

/** Returns the ids of the mails stored as files while no mail server was configured. */
export const listStoredMails = async (dataDir: string): Promise<string[]> => {
  const folder = outboxFolder(dataDir)
  const files = existsSync(folder) ? await readdir(folder) : []
  return files.filter((file) => file.endsWith(ending)).map((file) => file.slice(0, -ending.length))
}

export const deleteStoredMails = async (dataDir: string, ids: readonly string[]): Promise<void> => {
  for (const id of ids) await rm(join(outboxFolder(dataDir), storedFileName(id)), { force: true })
}
