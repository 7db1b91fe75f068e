import { addMinutes } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { countRecipients, holdRun, noRun, type RefusalRun, reviveMails, writeRun } from './emails.refusals.queries.ts'
import { queueJobs } from './emails.service.ts'

/** So many different recipients refused in a row, and the fault is the mail server's or ours. */
const suspiciousRecipients = 5

/** A run whose last refusal is older is over: about as long as a mail is tried. Minutes. */
const runLasts = 24 * 60

/** How many mails a run remembers, should they all go to a few addresses. */
const keptMails = 100

const isOver = ({ lastAt }: RefusalRun, at: string): boolean => lastAt === null || addMinutes(lastAt, runLasts) < at

/**
 * Notes that the mail server refused a mail for good at the moment `at`. True when it does not count, since it has refused many
 * recipients with no delivery between them: those of them that have failed are then queued again.
 */
export const isSuspiciousRefusal = async (
  tx: Queryable,
  { jobs }: Pick<Deps, 'jobs'>,
  mailId: string,
  at: string,
): Promise<boolean> => {
  const held = await holdRun(tx)
  const run = isOver(held, at) ? noRun : held
  if (run.open) {
    await writeRun(tx, { ...run, lastAt: at })
    return true
  }
  const mailIds = [...run.mailIds.filter((id) => id !== mailId), mailId].slice(-keptMails)
  const open = (await countRecipients(tx, mailIds)) >= suspiciousRecipients
  await writeRun(tx, { mailIds: open ? [] : mailIds, lastAt: at, open })
  if (open) await queueJobs(tx, jobs, await reviveMails(tx, mailIds))
  return open
}
