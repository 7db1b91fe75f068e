import type { FailedEmails } from '@kontor/contract/emails/emails.schema'
import type { Deps } from '../../platform/deps.ts'
import { readEmailSettings } from './emails.queries.ts'
import { countFailed, insertCopies, type LogPeriod, lockFailed, readLogTime } from './emails.resend.queries.ts'
import { queueJobs } from './emails.service.ts'

/** Maximum mails per call: more would lock their rows and keep the caller waiting for too long. */
const maxResent = 5_000

export const countFailedMails = async (
  { database: { db } }: Pick<Deps, 'database'>,
  { since }: { readonly since: string },
): Promise<FailedEmails> => {
  const period = { since, until: await readLogTime(db) }
  return { ...period, ...(await countFailed(db, period)) }
}

/** Resends failed mails, each at most once, even if two administrators do so at once. Copies are newer than `until`, so they don't match. */
export const resendFailedMails = ({ database: { db }, jobs }: Deps, period: LogPeriod) =>
  db.transaction(async (tx) => {
    const locked = await lockFailed(tx, period, maxResent)
    const copies = await insertCopies(tx, await readEmailSettings(tx), locked)
    await queueJobs(tx, jobs, copies)
    const { mails, withoutContent } = await countFailed(tx, period)
    return { queued: copies.length, remaining: mails, withoutContent }
  })
