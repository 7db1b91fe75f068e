import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import { addressKeyOf } from '../../platform/database/addresses.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { idsOf } from '../../platform/database/rows.ts'
import { addSetting, writeSetting } from '../../platform/database/system-settings.queries.ts'
import { systemSettings } from '../../platform/database/system-settings.table.ts'
import { emailLogs } from './emails.table.ts'

const runKey = 'mail_refusals'

const runSchema = z.object({
  /** Mails that failed for good in this run. Ids only: the addresses are in the log. */
  mailIds: z.array(z.string()),
  lastAt: z.string().nullable(),
  /** Enough recipients were refused that the mail server is to blame. */
  open: z.boolean(),
})

/** Consecutive refusals (5xx) without a delivery in between, across all instances. */
export type RefusalRun = z.output<typeof runSchema>

export const noRun: RefusalRun = { mailIds: [], lastAt: null, open: false }

export const lockRun = async (tx: Queryable): Promise<RefusalRun> => {
  await addSetting(tx, runKey, noRun)
  const [row] = await tx
    .select({ value: systemSettings.value })
    .from(systemSettings)
    .where(eq(systemSettings.key, runKey))
    .for('update')
  return runSchema.catch(noRun).parse(row?.value)
}

export const writeRun = (tx: Queryable, run: RefusalRun): Promise<void> => writeSetting(tx, runKey, run)

/** Ends the run after a delivery. Writes nothing without a run. */
export const endRun = async (db: Queryable): Promise<void> => {
  await db
    .update(systemSettings)
    .set({ value: noRun })
    .where(and(eq(systemSettings.key, runKey), ne(systemSettings.value, noRun)))
}

export const countRecipients = async (db: Queryable, mailIds: readonly string[]): Promise<number> => {
  const [found] = await db
    .select({ recipients: sql<number>`count(distinct ${addressKeyOf(emailLogs.to)})::int` })
    .from(emailLogs)
    .where(inArray(emailLogs.id, [...mailIds]))
  return found?.recipients ?? 0
}

/** Requeues those that failed, with their attempts reset, unless they have no content or were resent. */
export const requeueFailedMails = async (tx: Queryable, mailIds: readonly string[]): Promise<string[]> => {
  // Lock first, so that the update sees the copies of a concurrent resend, which locks them too.
  const locked = await idsOf(
    tx
      .select({ id: emailLogs.id })
      .from(emailLogs)
      .where(
        and(inArray(emailLogs.id, [...mailIds]), eq(emailLogs.delivery, 'failed'), isNotNull(emailLogs.htmlContent)),
      )
      .orderBy(emailLogs.id)
      .for('update'),
  )
  const wasResent = sql`exists (select from email_logs copy where copy.resend_of = ${emailLogs.id})`
  return idsOf(
    tx
      .update(emailLogs)
      .set({ delivery: 'queued', attempts: 0 })
      .where(and(inArray(emailLogs.id, locked), sql`not ${wasResent}`))
      .returning({ id: emailLogs.id }),
  )
}
