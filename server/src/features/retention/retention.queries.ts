import { enquiryMonths } from '@kontor/contract/contacts/contacts.rules'
import { mailContentMonths } from '@kontor/contract/retention/retention.rules'
import { type PurgeCounts, type PurgeRun, purgeRunSchema } from '@kontor/contract/retention/retention.schema'
import { and, asc, eq, inArray, isNotNull, lt, ne, notExists, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { idsOf } from '../../platform/database/rows.ts'
import { readSetting, writeSetting } from '../../platform/database/system-settings.queries.ts'
import { contacts } from '../contacts/contacts.table.ts'
import { emptyMails, hasContent, isSettled } from '../emails/emails.queries.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { trashedRegistrations } from '../undo/undo.queries.ts'
import { webinarRegistrations } from '../webinars/webinars.table.ts'

/** Condition: the mail's registration isn't in the trash. Until the trash is purged, the registration's mails are kept. */
const isNotInTrash = sql`${emailLogs.relatedId} not in (${trashedRegistrations})`

/** Condition: the row is `months` old on `today`, a day in Oslo. The second part follows from the first, but can use an index. */
const hasReachedAge = (createdAt: PgColumn, months: number, today: string): SQL | undefined =>
  and(
    sql`(${createdAt} at time zone 'Europe/Oslo')::date + make_interval(months => ${months}::int) <= ${today}::date`,
    lt(createdAt, sql`${today}::date - make_interval(months => ${months - 1}::int)`),
  )

const dueContacts = (today: string) => hasReachedAge(contacts.createdAt, enquiryMonths, today)

/**
 * Condition: the mail is at the end of its retention period, or its registration or enquiry was deleted (perhaps while the mail was
 * pending). Mails about agreements are kept as bookkeeping.
 */
const dueMails = (db: Queryable, today: string) => {
  const enquiry = db
    .select()
    .from(contacts)
    .where(eq(sql`${contacts.id}::text`, emailLogs.relatedId))
  const registration = db
    .select()
    .from(webinarRegistrations)
    .where(eq(sql`${webinarRegistrations.id}::text`, emailLogs.relatedId))
  return and(
    isSettled,
    hasContent,
    or(
      and(ne(emailLogs.type, 'agreement'), hasReachedAge(emailLogs.createdAt, mailContentMonths, today)),
      and(eq(emailLogs.type, 'contact'), notExists(enquiry)),
      and(eq(emailLogs.type, 'webinar'), isNotNull(emailLogs.relatedId), notExists(registration), isNotInTrash),
    ),
  )
}

/** Condition: the mail's enquiry is due; the mail is purged with it, even if younger. */
const mailsOfDueContacts = (db: Queryable, today: string) =>
  and(
    eq(emailLogs.type, 'contact'),
    isSettled,
    hasContent,
    inArray(
      emailLogs.relatedId,
      db
        .select({ id: sql<string>`${contacts.id}::text` })
        .from(contacts)
        .where(dueContacts(today)),
    ),
  )

export const countDue = async (db: Queryable, today: string): Promise<PurgeCounts> => ({
  enquiries: await db.$count(contacts, dueContacts(today)),
  mails: await db.$count(emailLogs, or(dueMails(db, today), mailsOfDueContacts(db, today))),
})

/** Locks up to `limit` due enquiries, oldest first, skipping those locked by another purge. Returns their ids. */
export const lockDueContacts = (tx: Queryable, today: string, limit: number): Promise<string[]> =>
  idsOf(
    tx
      .select({ id: contacts.id })
      .from(contacts)
      .where(dueContacts(today))
      .orderBy(asc(contacts.createdAt), asc(contacts.id))
      .limit(limit)
      .for('update', { skipLocked: true }),
  )

export const emptyDueMails = async (tx: Queryable, today: string, limit: number): Promise<string[]> => {
  const due = await idsOf(
    tx
      .select({ id: emailLogs.id })
      .from(emailLogs)
      .where(dueMails(tx, today))
      .limit(limit)
      .for('update', { skipLocked: true }),
  )
  return emptyMails(tx, inArray(emailLogs.id, due))
}

export const findWithContent = (db: Queryable, ids: readonly string[]): Promise<string[]> =>
  idsOf(
    db
      .select({ id: emailLogs.id })
      .from(emailLogs)
      .where(
        and(inArray(emailLogs.id, [...ids]), or(isNotNull(emailLogs.htmlContent), isNotNull(emailLogs.textContent))),
      ),
  )

const keys = { run: 'last_purge', deletion: 'last_deletion' } as const

export const recordPurge = async (db: Queryable, run: PurgeRun): Promise<void> => {
  await writeSetting(db, keys.run, run)
  if (run.enquiries + run.mails > 0) await writeSetting(db, keys.deletion, run)
}

export const readPurge = async (db: Queryable, which: keyof typeof keys): Promise<PurgeRun | null> => {
  const stored = purgeRunSchema.safeParse(await readSetting(db, keys[which]))
  return stored.success ? stored.data : null
}
