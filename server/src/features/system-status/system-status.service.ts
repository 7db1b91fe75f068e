import type { SenderDomainStatus, SystemStatus } from '@kontor/contract/system-status/system-status.schema'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Deps } from '../../platform/deps.ts'
import { dkimOf } from '../../platform/mail/open-mailer.ts'
import { checkSenderDomain, type ResolveTxt } from '../../platform/mail/sender-domain.ts'
import { readLastBackup } from '../backups/backups.queries.ts'
import { countUndelivered, readEmailSettings } from '../emails/emails.queries.ts'
import { findLastDelivery, findLastMailError, measureDatabase } from './system-status.queries.ts'

const readDatabase = async ({ database, config }: Deps) => ({
  ...(await measureDatabase(database.db)),
  embedded: config.databaseUrl === undefined,
})

const readMails = async ({ database: { db }, config }: Deps) => {
  const counted = Object.fromEntries((await countUndelivered(db)).map(({ delivery, mails }) => [delivery, mails]))
  const { queued = 0, retrying = 0, failed = 0 } = counted
  return {
    server: config.smtpUrl === undefined ? null : new URL(config.smtpUrl).host,
    lastSuccessAt: await findLastDelivery(db, config.smtpUrl === undefined ? ['stored', 'sent'] : ['sent']),
    queued,
    retrying,
    failed,
    lastError: await findLastMailError(db),
  }
}

/** Checks the DNS records that protect the sender's domain from forged mails. */
export const readSender = async (
  { database, config }: Deps,
  resolve: ResolveTxt,
  logError: (error: unknown) => void,
): Promise<SenderDomainStatus> => {
  const { fromEmail } = await readEmailSettings(database.db)
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1).toLowerCase()
  const mailServer = config.smtpUrl === undefined ? null : new URL(config.smtpUrl).hostname
  const sender = { domain, mailServer, dkim: dkimOf(config), reportsTo: fromEmail }
  return { domain, records: await checkSenderDomain(sender, resolve, logError) }
}

type Part<Value> = { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly problem: string }

/** Returns the system status. A part that can't be read is replaced by a message, and its error is passed to `logError`. */
export const readStatus = async (
  deps: Deps,
  { untrustedProxy, logError }: { readonly untrustedProxy: boolean; readonly logError: (error: unknown) => void },
): Promise<SystemStatus> => {
  const part = async <Value>(read: () => Promise<Value>, problem: string): Promise<Part<Value>> => {
    try {
      return { ok: true, value: await read() }
    } catch (error) {
      logError(error)
      return { ok: false, problem }
    }
  }
  return {
    version: packageJson.version,
    database: await part(() => readDatabase(deps), 'Databasen lot seg ikke måle akkurat nå.'),
    mails: await part(() => readMails(deps), 'E-postloggen lot seg ikke lese akkurat nå.'),
    jobs: deps.jobs.isRunning() && deps.config.worker !== 'off',
    untrustedProxy,
    backup: await part(
      () => readLastBackup(deps.database.db),
      'Den siste sikkerhetskopien lot seg ikke lese akkurat nå.',
    ),
  }
}
