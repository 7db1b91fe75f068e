import {
  type AgreementStatus,
  type AgreementVerification,
  type AnswerAction,
  agreementReference,
  agreementSteps,
} from '@kontor/contract/agreements/agreements.rules'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, desc, eq, getTableColumns, inArray, isNotNull, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, idsOf, oneRow, updateRow } from '../../platform/database/rows.ts'
import { hasToken } from '../../platform/mail/link-tokens.queries.ts'
import type { TrashKind } from '../../platform/trash/trash.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { answeredText, shownColumns } from './agreements.shown.queries.ts'
import { agreementNumbers, agreements } from './agreements.table.ts'

export type AgreementRow = typeof agreements.$inferSelect
export type NewAgreement = typeof agreements.$inferInsert
type AgreementChanges = { [Field in keyof NewAgreement]?: NewAgreement[Field] | undefined }

const {
  signatureToken,
  recipientName,
  recipientEmail,
  cc,
  lastMailId,
  verificationChosen,
  remindersSent,
  remindedOn,
  expiryNotedAt,
  searchText,
  ...ownColumns
} = getTableColumns(agreements)

const listColumns = {
  ...ownColumns,
  ...shownColumns,
  lastMail: {
    emailLogId: emailLogs.id,
    to: emailLogs.to,
    delivery: emailLogs.delivery,
    errorMessage: emailLogs.errorMessage,
    at: sql`coalesce(${emailLogs.sentAt}, ${emailLogs.createdAt})`.mapWith(emailLogs.createdAt),
  },
}

const select = (db: Queryable) =>
  db
    .select(listColumns)
    .from(agreements)
    .innerJoin(customers, eq(customers.id, agreements.customerId))
    .leftJoin(emailLogs, eq(emailLogs.id, agreements.lastMailId))
    .leftJoinLateral(answeredText(db), sql`true`)

const isListed = isNull(agreements.archivedAt)

const newestFirst = [desc(agreements.createdAt), desc(agreements.id)]

const isArchived = isNotNull(agreements.archivedAt)

export const listAgreements = (db: Queryable, archived: boolean) =>
  select(db)
    .where(archived ? isArchived : isListed)
    .orderBy(...newestFirst)
    .limit(maxListRows)

/** Finds an agreement, archived or not. */
export const findAnyAgreement = (db: Queryable, id: string) => firstRow(select(db).where(eq(agreements.id, id)))

export const findAgreement = (db: Queryable, id: string) =>
  firstRow(select(db).where(and(eq(agreements.id, id), isListed)))

/** Returns an agreement's whole row, archived or not. */
export const readAgreement = (db: Queryable, id: string): Promise<AgreementRow | undefined> =>
  firstRow(db.select().from(agreements).where(eq(agreements.id, id)))

/** Condition: the agreement has this token and isn't archived. Archiving invalidates the link. */
const isOfLink = (token: string) => and(hasToken(agreements, token), isListed)

export const findAgreementByToken = (db: Queryable, token: string): Promise<AgreementRow | undefined> =>
  firstRow(db.select().from(agreements).where(isOfLink(token)))

export const lockAgreement = (tx: Queryable, id: string): Promise<AgreementRow | undefined> =>
  firstRow(
    tx
      .select()
      .from(agreements)
      .where(and(eq(agreements.id, id), isListed))
      .for('update'),
  )

export const lockAgreementByToken = (tx: Queryable, token: string): Promise<AgreementRow | undefined> =>
  firstRow(tx.select().from(agreements).where(isOfLink(token)).for('update'))

/** Claims a year's next reference. Concurrent transactions wait for each other, so no number is given twice. */
export const claimReference = async (tx: Queryable, year: number): Promise<string> => {
  const { last } = await oneRow(
    tx
      .insert(agreementNumbers)
      .values({ year, last: 1 })
      .onConflictDoUpdate({ target: agreementNumbers.year, set: { last: sql`${agreementNumbers.last} + 1` } })
      .returning({ last: agreementNumbers.last }),
  )
  return agreementReference(year, last)
}

export const insertAgreement = (tx: Queryable, agreement: NewAgreement) =>
  oneRow(tx.insert(agreements).values(agreement).returning({ id: agreements.id }))

/** Changes a row that the caller has locked, and increments its version. */
export const updateAgreement = async (tx: Queryable, id: string, changes: AgreementChanges): Promise<void> => {
  await updateRow(tx, agreements, id, changes)
}

/**
 * Sets the verification of drafts for which nobody chose one: a code if the amount is above `codeAbove` øre, VAT included, otherwise the
 * link. Returns the ids of the drafts that changed.
 */
export const updateDefaultVerifications = (tx: Queryable, codeAbove: number | null): Promise<string[]> => {
  const total = sql`${agreements.totalAmount} + ${agreements.vatAmount}`
  const byAmount = sql<AgreementVerification>`CASE WHEN ${total} > ${codeAbove}::bigint THEN 'code' ELSE 'link' END`
  return idsOf(
    tx
      .update(agreements)
      .set({ verification: byAmount, version: sql`${agreements.version} + 1` })
      .where(
        and(
          isListed,
          eq(agreements.status, 'draft'),
          eq(agreements.verificationChosen, false),
          ne(agreements.verification, byAmount),
        ),
      )
      .returning({ id: agreements.id }),
  )
}

/** Sets fields that nobody edits, without incrementing the version. */
export const setDerivedFields = async (
  tx: Queryable,
  id: string,
  fields: Pick<AgreementChanges, 'evidence' | 'respondedBy' | 'lastMailId' | 'openedAt'>,
): Promise<void> => {
  await tx.update(agreements).set(fields).where(eq(agreements.id, id))
}

export const agreementTrash: TrashKind = { kind: 'agreements', table: agreements, title: ({ title }) => String(title) }

/** Deletes an agreement with all its rows; returns false if it is accepted. Only the SQL function `delete_agreement` may delete evidence. */
export const deleteAgreement = async (tx: Queryable, id: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ gone: boolean }>(sql`SELECT delete_agreement(${id}) AS gone`)
  return rows[0]?.gone === true
}

export const archiveAgreement = async (tx: Queryable, id: string, archivedAt: string): Promise<void> => {
  await tx.update(agreements).set({ archivedAt }).where(eq(agreements.id, id))
}

const statusesAllowing = (action: AnswerAction): AgreementStatus[] =>
  Object.entries(agreementSteps).flatMap(([status, steps]) => (steps[action] ? [status as AgreementStatus] : []))

interface Decision extends Pick<AgreementRow, 'status' | 'respondedAt' | 'customerResponse' | 'answerChannel'> {
  readonly action: AnswerAction
  /** Today in Norway: `validUntil` must not be earlier. Null skips the check. */
  readonly day: string | null
  readonly version?: number | undefined
}

/** Identifies an agreement that isn't archived, by its link's token or its id. */
export type AgreementKey = { readonly token: string } | { readonly id: string }

/** Stores an answer; undefined if the agreement can't be answered. The second of two concurrent answers waits, then matches no row. */
export const decideAgreement = (
  tx: Queryable,
  key: AgreementKey,
  { action, day, version, ...decision }: Decision,
): Promise<AgreementRow | undefined> =>
  firstRow(
    tx
      .update(agreements)
      .set({ ...decision, version: sql`${agreements.version} + 1` })
      .where(
        and(
          'token' in key ? isOfLink(key.token) : and(eq(agreements.id, key.id), isListed),
          inArray(agreements.status, statusesAllowing(action)),
          day === null ? undefined : sql`coalesce(${agreements.validUntil} >= ${day}, true)`,
          version === undefined ? undefined : eq(agreements.version, version),
        ),
      )
      .returning(),
  )

const sentOn = sql`(${agreements.sentAt} AT TIME ZONE 'Europe/Oslo')::date`

/** Condition: `day` is at most `reminderDays` before `validUntil`, and no reminder was sent within those days. */
const isDueBeforeLastDay = (day: string) =>
  and(
    sql`${agreements.validUntil} - ${agreements.reminderDays} <= ${day}::date`,
    sql`coalesce(${agreements.remindedOn} < ${agreements.validUntil} - ${agreements.reminderDays}, true)`,
  )

/** Condition: `remindAfterDays` have passed since the sending or, after a reminder, `remindEveryDays` since the last one. */
const isDueAfterSending = (day: string) => sql`coalesce(CASE
  WHEN ${agreements.remindersSent} = 0 THEN ${sentOn} + ${agreements.remindAfterDays} <= ${day}::date
  WHEN ${agreements.remindAfterDays} IS NOT NULL
    THEN greatest(${agreements.remindedOn}, ${sentOn}) + ${agreements.remindEveryDays} <= ${day}::date
  END, false)`

/** Condition: a reminder is due on `day`. The offer has not expired, was sent before today, was not reminded today, and may be reminded again. */
const dueOn = (day: string) =>
  and(
    isListed,
    eq(agreements.status, 'sent'),
    // An erased recipient gets no reminder.
    isNotNull(agreements.recipientEmail),
    sql`coalesce(${agreements.validUntil} >= ${day}::date, true)`,
    sql`${sentOn} < ${day}::date`,
    sql`coalesce(${agreements.remindedOn} < ${day}::date, true)`,
    lt(agreements.remindersSent, agreements.remindAtMost),
    or(isDueBeforeLastDay(day), isDueAfterSending(day)),
  )

export const listDueReminders = (db: Queryable, day: string): Promise<Pick<AgreementRow, 'id' | 'verification'>[]> =>
  db
    .select({ id: agreements.id, verification: agreements.verification })
    .from(agreements)
    .where(dueOn(day))
    .orderBy(agreements.validUntil)

/** Claims a day's reminder; undefined when it is no longer due, for example because another instance has claimed it. */
export const claimReminder = (tx: Queryable, id: string, day: string): Promise<AgreementRow | undefined> =>
  firstRow(
    tx
      .update(agreements)
      .set({
        remindedOn: day,
        remindersSent: sql`${agreements.remindersSent} + 1`,
      })
      .where(and(eq(agreements.id, id), dueOn(day)))
      .returning(),
  )

/** Maximum days between an offer's last day and the notice that it expired. */
const expiryNoticeDays = 7

/** Condition: the offer was sent while it was valid, expired before `day` without an answer, and has no notice yet. */
const isExpiryToNote = (day: string) =>
  and(
    isListed,
    eq(agreements.status, 'sent'),
    isNull(agreements.expiryNotedAt),
    sql`${agreements.validUntil} < ${day}::date`,
    sql`${agreements.validUntil} >= ${day}::date - ${expiryNoticeDays}::int`,
    sql`${sentOn} <= ${agreements.validUntil}`,
  )

export const listExpiriesToNote = (db: Queryable, day: string): Promise<string[]> =>
  idsOf(db.select({ id: agreements.id }).from(agreements).where(isExpiryToNote(day)).orderBy(agreements.validUntil))

/** Claims the notice of an expiry; undefined when it is no longer due, for example because another instance has claimed it. */
export const claimExpiry = (
  tx: Queryable,
  id: string,
  { day, at }: { readonly day: string; readonly at: string },
): Promise<AgreementRow | undefined> =>
  firstRow(
    tx
      .update(agreements)
      .set({ expiryNotedAt: at, updatedAt: sql`${agreements.updatedAt}` })
      .where(and(eq(agreements.id, id), isExpiryToNote(day)))
      .returning(),
  )

/** Locks a customer against deletion until the transaction ends; false if the customer doesn't exist. */
export const lockCustomer = (tx: Queryable, id: number): Promise<boolean> =>
  hasRows(
    tx
      .select({ id: customers.id })
      .from(customers)
      .where(and(eq(customers.id, id), isNull(customers.archivedAt)))
      .for('key share'),
  )

export const readCustomer = (db: Queryable, id: number) =>
  firstRow(db.select().from(customers).where(eq(customers.id, id)))

const ofCustomer = (id: number, customerId: number) =>
  and(eq(contactPersons.id, id), eq(contactPersons.customerId, customerId))

export const readContactPerson = (db: Queryable, id: number, customerId: number) =>
  firstRow(db.select().from(contactPersons).where(ofCustomer(id, customerId)))

/** Locks a customer's contact person against deletion until the transaction ends; undefined if the person doesn't exist. */
export const lockContactPerson = (tx: Queryable, id: number, customerId: number) =>
  firstRow(tx.select().from(contactPersons).where(ofCustomer(id, customerId)).for('key share'))

/** Stores this mail, which may be a resend from the mail log, as the agreement's last mail, unless a newer mail is stored. */
export const updateLastMail = async (tx: Queryable, id: string, mailId: string): Promise<void> => {
  const newer = sql`NOT EXISTS (
    SELECT FROM ${emailLogs} other JOIN ${emailLogs} this ON this.id = ${mailId}
    WHERE other.id = ${agreements.lastMailId} AND other.created_at > this.created_at)`
  await tx
    .update(agreements)
    .set({ lastMailId: mailId, updatedAt: sql`${agreements.updatedAt}` })
    .where(and(eq(agreements.id, id), newer))
}
