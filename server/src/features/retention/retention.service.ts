import { purgeTimes } from '@kontor/contract/retention/retention.rules'
import type { PurgeCounts } from '@kontor/contract/retention/retention.schema'
import { addOsloDays, osloDay, osloMoment } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteStoredMails, listStoredMails } from '../../platform/mail/stored-mails.ts'
import { removeEnquiries } from '../contacts/contacts.service.ts'
import { emptyDueMails, findEmptied, holdDueContacts, recordPurge } from './retention.queries.ts'

/** Enquiries or mails in one transaction: what a purge that is cut off has to do again at most. */
const batchSize = 200

type Step = (tx: Queryable) => Promise<PurgeCounts>

/**
 * Deletes what has reached its age, in batches that each commit with a note of how far it has come. May be cut off at any
 * point, be repeated, and run in several places at once.
 */
export const purgeExpired = async (deps: Deps): Promise<PurgeCounts> => {
  const { database, config, clock } = deps
  const startedAt = clock.now().toISOString()
  const today = osloDay(startedAt)
  const done = { enquiries: 0, mails: 0 }

  const repeat = async (step: Step): Promise<void> => {
    for (;;) {
      const { enquiries, mails } = await database.db.transaction(async (tx) => {
        const batch = await step(tx)
        const sum = { enquiries: done.enquiries + batch.enquiries, mails: done.mails + batch.mails }
        await recordPurge(tx, { startedAt, finishedAt: null, ...sum })
        return batch
      })
      if (enquiries + mails === 0) return
      done.enquiries += enquiries
      done.mails += mails
    }
  }

  await repeat(async (tx) => removeEnquiries(tx, deps, await holdDueContacts(tx, today, batchSize)))
  await repeat(async (tx) => {
    const ids = await emptyDueMails(tx, today, batchSize)
    await deleteStoredMails(config.dataDir, ids)
    return { enquiries: 0, mails: ids.length }
  })
  await sweepStoredMails(deps)
  await recordPurge(database.db, { startedAt, finishedAt: clock.now().toISOString(), ...done })
  return done
}

/** A mail that was being stored at the very moment in which it was emptied has left a file behind. */
const sweepStoredMails = async ({ database, config }: Deps): Promise<void> => {
  const stored = await listStoredMails(config.dataDir)
  for (let from = 0; from < stored.length; from += 1_000) {
    await deleteStoredMails(config.dataDir, await findEmptied(database.db, stored.slice(from, from + 1_000)))
  }
}

/** The moment of the next purge by the clock. */
export const nextPurge = (now: Date): string => {
  const at = now.toISOString()
  const days = [osloDay(at), osloDay(addOsloDays(at, 1))]
  const moments = days.flatMap((day) => purgeTimes.map((time) => osloMoment(`${day}T${time}`)))
  return moments.find((moment) => moment > at) ?? at
}
