import { addMinutes } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import * as queries from './emails.refusals.queries.ts'
import { queueJobs } from './emails.service.ts'

/** With this many recipients refused in a row, the fault is the mail server's or ours. */
const suspiciousRecipientCount = 5

/** A run ends this long after its last refusal: about as long as a mail is retried. Minutes. */
const runMinutes = 24 * 60

/** Maximum number of mails stored for a run, in case they all go to a few addresses. */
const maxRunMails = 100

const isOver = ({ lastAt }: queries.RefusalRun, at: string): boolean =>
  lastAt === null || addMinutes(lastAt, runMinutes) < at

/**
 * Records that the mail server refused a mail for good. Returns true when the refusal doesn't count because the server has refused
 * many recipients without a delivery in between; the failed mails of that run are then requeued.
 */
export const isSuspiciousRefusal = async (
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  mailId: string,
  at: string,
): Promise<boolean> => {
  const locked = await queries.lockRun(tx)
  const run = isOver(locked, at) ? queries.noRun : locked
  if (run.open) {
    await queries.writeRun(tx, { ...run, lastAt: at })
    return true
  }
  const mailIds = [...run.mailIds.filter((id) => id !== mailId), mailId].slice(-maxRunMails)
  const open = (await queries.countRecipients(tx, mailIds)) >= suspiciousRecipientCount
  await queries.writeRun(tx, { mailIds: open ? [] : mailIds, lastAt: at, open })
  if (open) await queueJobs(tx, jobs, await queries.requeueFailedMails(tx, mailIds))
  return open
}
