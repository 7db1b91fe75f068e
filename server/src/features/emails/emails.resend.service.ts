import type { FailedEmails } from '@kontor/contract/emails/emails.schema'
import type { Deps } from '../../platform/deps.ts'
import { readEmailSettings } from './emails.queries.ts'
import { countFailed, insertCopies, type LogPeriod, lockFailed, readLogTime } from './emails.resend.queries.ts'
import { queueJobs } from './emails.service.ts'

/** Mails per call; more would lock their rows and keep the caller waiting for too long. */
const maxResent = 5_000

/** Counts the failed mails that were queued since `since` and not resent. */
export const countFailedMails = async (
  { database: { db } }: Pick<Deps, 'database'>,
  { since }: { readonly since: string },
): Promise<FailedEmails> => {
  const period = { since, until: await readLogTime(db) }
  return { ...period, ...(await countFailed(db, period)) }
}

/**
 * Resends the failed mails of a period, each at most once even if two administrators do so: a copy is newer than `until`, and a
 * mail with a copy isn't copied again.
 */
export const resendFailedMails = ({ database: { db }, jobs }: Deps, period: LogPeriod) =>
  db.transaction(async (tx) => {
    const locked = await lockFailed(tx, period, maxResent)
    const copies = await insertCopies(tx, await readEmailSettings(tx), locked)
    await queueJobs(tx, jobs, copies)
    const { mails, withoutContent } = await countFailed(tx, period)
    return { queued: copies.length, remaining: mails, withoutContent }
  })
