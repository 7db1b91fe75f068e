import { purgeTimes } from '@kontor/contract/retention/retention.rules'
import type { PurgeCounts } from '@kontor/contract/retention/retention.schema'
import type { RecordKind } from '@kontor/contract/shared/records'
import { addOsloDays, osloDay, osloMoment } from '@kontor/contract/shared/time'
import { recordPurged } from '../../platform/audit/audit.ts'
import { forgetRecords } from '../../platform/audit/personal-trail.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { deleteStoredMails, listStoredMails } from '../../platform/mail/file-mailer.ts'
import { purgeOldAuditEvents } from '../audit-events/audit-events.service.ts'
import { type RemovedEnquiries, removeEnquiries } from '../contacts/contacts.service.ts'
import { purgeOldTrash } from '../undo/undo.service.ts'
import { emptyDueMails, findWithContent, lockDueContacts, recordPurge } from './retention.queries.ts'

/** Enquiries or mails per transaction; an interruption undoes at most one batch. */
const batchSize = 200

type Step = (tx: Queryable) => Promise<RemovedEnquiries>

const recordsOf = (kind: RecordKind, ids: readonly string[]) => ids.map((id) => ({ kind, id }))

/** Purges expired data in batches. Each batch commits with its progress, so the purge can be interrupted, repeated and run concurrently. */
export const purgeExpired = async (deps: Deps): Promise<PurgeCounts> => {
  const { database, config, clock } = deps
  const startedAt = clock.now().toISOString()
  const today = osloDay(startedAt)
  const done = { enquiries: 0, mails: 0 }

  const repeat = async (kind: 'contact' | 'email', step: Step): Promise<void> => {
    for (;;) {
      const { enquiries, mailIds } = await database.db.transaction(async (tx) => {
        const batch = await step(tx)
        const sum = { enquiries: done.enquiries + batch.enquiries, mails: done.mails + batch.mailIds.length }
        await recordPurge(tx, { startedAt, finishedAt: null, ...sum })
        await recordPurged(tx, kind, kind === 'contact' ? batch.enquiries : batch.mailIds.length)
        return batch
      })
      await deleteStoredMails(config.dataDir, mailIds)
      if (enquiries + mailIds.length === 0) return
      done.enquiries += enquiries
      done.mails += mailIds.length
    }
  }

  await repeat('contact', async (tx) => {
    const due = await lockDueContacts(tx, today, batchSize)
    const removed = await removeEnquiries(tx, due)
    // The audit trail must not keep purged data.
    await forgetRecords(tx, [...recordsOf('contact', due), ...recordsOf('email', removed.mailIds)])
    return removed
  })
  // Purges the trash before the mails, since the mails of a registration in the trash are kept.
  await purgeOldTrash(deps)
  await repeat('email', async (tx) => {
    const mailIds = await emptyDueMails(tx, today, batchSize)
    await forgetRecords(tx, recordsOf('email', mailIds))
    return { enquiries: 0, mailIds }
  })
  await purgeOldAuditEvents(deps)
  await sweepStoredMails(deps)
  await recordPurge(database.db, { startedAt, finishedAt: clock.now().toISOString(), ...done })
  return done
}

/**
 * Deletes the outbox files of mails whose row in the log was emptied or deleted. Such files remain if a delivery writes
 * a mail's file while the purge empties the mail's row, or if the process dies between the commit and the deletion of the files.
 */
const sweepStoredMails = async ({ database, config }: Deps): Promise<void> => {
  const stored = await listStoredMails(config.dataDir)
  for (let from = 0; from < stored.length; from += 1_000) {
    const ids = stored.slice(from, from + 1_000)
    const kept = new Set(await findWithContent(database.db, ids))
    await deleteStoredMails(
      config.dataDir,
      ids.filter((id) => !kept.has(id)),
    )
  }
}

export const nextPurge = (now: Date): string => {
  const at = now.toISOString()
  const days = [osloDay(at), osloDay(addOsloDays(at, 1))]
  const moments = days.flatMap((day) => purgeTimes.map((time) => osloMoment(`${day}T${time}`)))
  return moments.find((moment) => moment > at) ?? at
}
