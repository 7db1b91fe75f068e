import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { addSetting, writeSetting } from '../../platform/database/system-settings.queries.ts'
import { systemSettings } from '../../platform/database/system-settings.table.ts'
import { emailLogs } from './emails.table.ts'

const runKey = 'mail_refusals'

const runSchema = z.object({
  /** Mails that failed for good in this run. Ids only: who they went to stands in the log. */
  mailIds: z.array(z.string()),
  /** When the last one was refused. */
  lastAt: z.string().nullable(),
  /** So many recipients were refused that it is the mail server's fault. */
  open: z.boolean(),
})

/** Refusals (5xx) with no delivery between them, by all instances. */
export type RefusalRun = z.output<typeof runSchema>

export const noRun: RefusalRun = { mailIds: [], lastAt: null, open: false }

/** Reads the run of refusals; others that hold it wait for this transaction. */
export const holdRun = async (tx: Queryable): Promise<RefusalRun> => {
  await addSetting(tx, runKey, noRun)
  const [row] = await tx
    .select({ value: systemSettings.value })
    .from(systemSettings)
    .where(eq(systemSettings.key, runKey))
    .for('update')
  return runSchema.catch(noRun).parse(row?.value)
}

export const writeRun = (tx: Queryable, run: RefusalRun): Promise<void> => writeSetting(tx, runKey, run)

/** A mail was delivered: the next refusal starts a new run. Writes nothing without a run. */
export const endRun = async (db: Queryable): Promise<void> => {
  await db
    .update(systemSettings)
    .set({ value: noRun })
    .where(and(eq(systemSettings.key, runKey), ne(systemSettings.value, noRun)))
}

/** How many different addresses these mails go to. */
export const countRecipients = async (db: Queryable, mailIds: readonly string[]): Promise<number> => {
  const [found] = await db
    .select({ recipients: sql<number>`count(distinct lower(${emailLogs.to}))::int` })
    .from(emailLogs)
    .where(inArray(emailLogs.id, [...mailIds]))
  return found?.recipients ?? 0
}

/**
 * Queues those of these mails that failed again, counting their tries from zero; skips mails without content and mails that were
 * resent since. Returns the ids of the queued ones.
 */
export const reviveMails = async (tx: Queryable, mailIds: readonly string[]): Promise<string[]> => {
  if (mailIds.length === 0) return []
  // Held first: the update then sees what a new sending, which holds them too, has added.
  const held = await tx
    .select({ id: emailLogs.id })
    .from(emailLogs)
    .where(and(inArray(emailLogs.id, [...mailIds]), eq(emailLogs.delivery, 'failed'), isNotNull(emailLogs.htmlContent)))
    .orderBy(emailLogs.id)
    .for('update')
  if (held.length === 0) return []
  const revived = await tx
    .update(emailLogs)
    .set({ delivery: 'queued', attempts: 0 })
    .where(
      and(
        inArray(
          emailLogs.id,
          held.map(({ id }) => id),
        ),
        sql`not exists (select from email_logs copy where copy.resend_of = ${emailLogs.id})`,
      ),
    )
    .returning({ id: emailLogs.id })
  return revived.map(({ id }) => id)
}
