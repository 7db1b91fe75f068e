import type { FailedEmails } from '@kontor/contract/emails/emails.schema'
import type { Deps } from '../../platform/deps.ts'
import { readMailSettings } from './emails.queries.ts'
import { countFailed, holdFailed, insertCopies, type LogPeriod, readLogTime } from './emails.resend.queries.ts'
import { queueJobs } from './emails.service.ts'

/** Mails of one call; more than that would hold their rows, and the caller, for too long. */
const maxResent = 5_000

/** Counts the failed mails that were queued since a moment, until now, and that were not sent again. */
export const countFailedMails = async (
  { database: { db } }: Pick<Deps, 'database'>,
  { since }: { readonly since: string },
): Promise<FailedEmails> => {
  const period = { since, until: await readLogTime(db) }
  return { ...period, ...(await countFailed(db, period)) }
}

/**
 * Queues the failed mails of a period again, each at most once even if two administrators do: a copy is newer than `until`, and a mail
 * with a copy isn't copied again.
 */
export const resendFailedMails = ({ database: { db }, jobs }: Deps, period: LogPeriod) =>
  db.transaction(async (tx) => {
    const held = await holdFailed(tx, period, maxResent)
    const copies = await insertCopies(tx, await readMailSettings(tx), held)
    await queueJobs(tx, jobs, copies)
    const { mails, withoutContent } = await countFailed(tx, period)
    return { queued: copies.length, remaining: mails, withoutContent }
  })
