import { osloDay } from '@kontor/contract/shared/time'
import type { Deps } from '../../platform/deps.ts'
import { doEach } from '../../platform/jobs/do-each.ts'
import { readEmailSettings } from '../emails/emails.queries.ts'
import { queueMails } from '../emails/emails.service.ts'
import { claimMorningMail, listMorningMailUsers } from '../users/users.queries.ts'
import { morningMail } from './leads.morning.mails.ts'
import { countDueLeads, listDueLeads } from './leads.morning.queries.ts'

/** Maximum leads listed in a mail. For the others, the mail has their number and a link. */
const maxListed = 50

/**
 * Mails each subscribed user their due and overdue leads, once per day; sends nothing if none is due. Can be interrupted, repeated and run
 * by several instances at once. A failure doesn't stop the other users' mails. @throws AggregateError
 */
export const sendMorningMails = async (deps: Deps): Promise<void> => {
  const today = osloDay(deps.clock.now().toISOString())
  const users = await listMorningMailUsers(deps.database.db, today)
  await doEach(
    users,
    (id) => mailUser(deps, id, today),
    (count) => `The morning mails of ${count} users failed`,
  )
}

/** Claims the user's day and queues the mail in one transaction, so that only one instance mails the user. */
const mailUser = (deps: Deps, id: number, today: string): Promise<void> =>
  deps.database.db.transaction(async (tx) => {
    const user = await claimMorningMail(tx, id, today)
    if (!user?.email) return
    const leads = await listDueLeads(tx, id, { today, limit: maxListed })
    if (leads.length === 0) return
    const total = await countDueLeads(tx, id, today)
    const mail = morningMail(leads, { total, today, publicUrl: deps.config.publicUrl })
    await queueMails(tx, deps, await readEmailSettings(tx), [
      { ...mail, to: user.email, type: 'other', relatedId: null },
    ])
  })
