import { type AgreementStatus, agreementSteps } from '@kontor/contract/agreements/agreements.rules'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { contactPersons, customers } from '../customers/customers.table.ts'
import { emailLogs } from '../emails/emails.table.ts'
import { agreements } from './agreements.table.ts'

export type AgreementRow = typeof agreements.$inferSelect
export type NewAgreement = typeof agreements.$inferInsert
type AgreementChanges = { [Field in keyof NewAgreement]?: NewAgreement[Field] | undefined }

const listed = {
  id: agreements.id,
  customerId: agreements.customerId,
  customerName: customers.name,
  contactPersonId: agreements.contactPersonId,
  title: agreements.title,
  description: agreements.description,
  status: agreements.status,
  responseToken: agreements.responseToken,
  totalAmount: agreements.totalAmount,
  vatAmount: agreements.vatAmount,
  vatRate: agreements.vatRate,
  validUntil: agreements.validUntil,
  sentAt: agreements.sentAt,
  respondedAt: agreements.respondedAt,
  customerResponse: agreements.customerResponse,
  respondedBy: agreements.respondedBy,
  answerChannel: agreements.answerChannel,
  evidence: agreements.evidence,
  reminderDays: agreements.reminderDays,
  lastMail: {
    emailLogId: emailLogs.id,
    to: emailLogs.to,
    delivery: emailLogs.delivery,
    errorMessage: emailLogs.errorMessage,
    at: sql`coalesce(${emailLogs.sentAt}, ${emailLogs.createdAt})`.mapWith(emailLogs.createdAt),
  },
  version: agreements.version,
  createdAt: agreements.createdAt,
  updatedAt: agreements.updatedAt,
}

const select = (db: Queryable) =>
  db
    .select(listed)
    .from(agreements)
    .innerJoin(customers, eq(customers.id, agreements.customerId))
    .leftJoin(emailLogs, eq(emailLogs.id, agreements.lastMailId))

const shown = isNull(agreements.archivedAt)

const newestFirst = [desc(agreements.createdAt), desc(agreements.id)]

/** What the list holds. */
const newest = (db: Queryable) =>
  db
    .select({ id: agreements.id })
    .from(agreements)
    .where(shown)
    .orderBy(...newestFirst)
    .limit(maxListRows)

/** Without the archived ones, newest first. */
export const listAgreements = (db: Queryable) =>
  select(db)
    .where(inArray(agreements.id, newest(db)))
    .orderBy(...newestFirst)

export const findAgreement = async (db: Queryable, id: string) => {
  const [found] = await select(db).where(and(eq(agreements.id, id), shown))
  return found
}

/** The whole row, archived or not. */
export const readAgreement = async (db: Queryable, id: string): Promise<AgreementRow | undefined> => {
  const [found] = await db.select().from(agreements).where(eq(agreements.id, id))
  return found
}

/** The holder of a link reads an archived agreement too. */
export const findAgreementByToken = async (db: Queryable, token: string): Promise<AgreementRow | undefined> => {
  const [found] = await db.select().from(agreements).where(eq(agreements.responseToken, token))
  return found
}

/** The whole row, which nobody else changes or holds before the transaction has ended. */
export const holdAgreement = async (tx: Queryable, id: string): Promise<AgreementRow | undefined> => {
  const [held] = await tx
    .select()
    .from(agreements)
    .where(and(eq(agreements.id, id), shown))
    .for('update')
  return held
}

export const holdAgreementByToken = async (tx: Queryable, token: string): Promise<AgreementRow | undefined> => {
  const [held] = await tx.select().from(agreements).where(eq(agreements.responseToken, token)).for('update')
  return held
}

export const insertAgreement = async (tx: Queryable, agreement: NewAgreement): Promise<string> => {
  const [inserted] = await tx.insert(agreements).values(agreement).returning({ id: agreements.id })
  if (!inserted) throw new Error('The agreement was not stored')
  return inserted.id
}

/** Changes a row that the transaction holds, and counts its version. */
export const updateAgreement = async (tx: Queryable, id: string, changes: AgreementChanges): Promise<void> => {
  await tx
    .update(agreements)
    .set({ ...changes, version: sql`${agreements.version} + 1` })
    .where(eq(agreements.id, id))
}

/** Changes what the customer and the office do not edit, so that no version is counted. */
export const noteOnAgreement = async (
  tx: Queryable,
  id: string,
  note: Pick<AgreementChanges, 'evidence' | 'respondedBy' | 'lastMailId'>,
): Promise<void> => {
  await tx.update(agreements).set(note).where(eq(agreements.id, id))
}

/** True when it is deleted, with all that belongs to it; an accepted one stays. The evidence goes through this SQL function only. */
export const deleteAgreement = async (tx: Queryable, id: string): Promise<boolean> => {
  const { rows } = await tx.execute<{ gone: boolean }>(sql`SELECT delete_agreement(${id}) AS gone`)
  return rows[0]?.gone === true
}

export const archiveAgreement = async (tx: Queryable, id: string, archivedAt: string): Promise<void> => {
  await tx.update(agreements).set({ archivedAt }).where(eq(agreements.id, id))
}

/** The statuses in which an answer may still be given. */
const open = (action: 'accept' | 'reject' | 'contact'): AgreementStatus[] =>
  Object.entries(agreementSteps).flatMap(([status, steps]) => (steps[action] ? [status as AgreementStatus] : []))

export interface Decision {
  readonly action: 'accept' | 'reject' | 'contact'
  readonly status: AgreementStatus
  readonly respondedAt: string
  readonly customerResponse: string | null
  readonly answerChannel: 'link' | 'phone'
  /** The day, in Norway, that the last day must not be before; null where the last day does not matter. */
  readonly day: string | null
  /** What the decider has read, where they say so. */
  readonly version?: number | undefined
}

/** Which agreement: the one of a link, or one that is shown in the office. */
export type AgreementKey = { readonly token: string } | { readonly id: string }

/**
 * Decides an agreement, once: undefined when it is not open for this answer (any more). Of two at once the second waits for
 * the first, and then finds it decided.
 */
export const decideAgreement = async (
  tx: Queryable,
  key: AgreementKey,
  { action, day, version, ...decision }: Decision,
): Promise<AgreementRow | undefined> => {
  const [decided] = await tx
    .update(agreements)
    .set({ ...decision, version: sql`${agreements.version} + 1` })
    .where(
      and(
        'token' in key ? eq(agreements.responseToken, key.token) : and(eq(agreements.id, key.id), shown),
        inArray(agreements.status, open(action)),
        day === null ? undefined : sql`coalesce(${agreements.validUntil} >= ${day}, true)`,
        version === undefined ? undefined : eq(agreements.version, version),
      ),
    )
    .returning()
  return decided
}

/** Due on `day`: not reminded since the reminder's day came, not sent today, and the last day is not over. */
const dueOn = (day: string) =>
  and(
    shown,
    eq(agreements.status, 'sent'),
    sql`${agreements.validUntil} - ${agreements.reminderDays} <= ${day}::date`,
    sql`${agreements.validUntil} >= ${day}::date`,
    sql`coalesce(${agreements.remindedOn} < ${agreements.validUntil} - ${agreements.reminderDays}, true)`,
    sql`(${agreements.sentAt} AT TIME ZONE 'Europe/Oslo')::date < ${day}::date`,
  )

/** The agreements that their customers are to be reminded of on a day in Norway. */
export const listDueReminders = async (db: Queryable, day: string): Promise<string[]> => {
  const rows = await db.select({ id: agreements.id }).from(agreements).where(dueOn(day)).orderBy(agreements.validUntil)
  return rows.map(({ id }) => id)
}

/** Takes the reminder of a day: undefined when it is not due (any more), as when another instance has taken it. */
export const takeReminder = async (tx: Queryable, id: string, day: string): Promise<AgreementRow | undefined> => {
  const [taken] = await tx
    .update(agreements)
    .set({ remindedOn: day })
    .where(and(eq(agreements.id, id), dueOn(day)))
    .returning()
  return taken
}

/** Whether there is such a customer, who then is not deleted before the transaction has ended. */
export const holdCustomer = async (tx: Queryable, id: number): Promise<boolean> => {
  const found = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(and(eq(customers.id, id), isNull(customers.archivedAt)))
    .for('key share')
  return found.length > 0
}

export const readCustomer = async (db: Queryable, id: number) => {
  const [found] = await db.select().from(customers).where(eq(customers.id, id))
  return found
}

const ofCustomer = (id: number, customerId: number) =>
  and(eq(contactPersons.id, id), eq(contactPersons.customerId, customerId))

export const readContactPerson = async (db: Queryable, id: number, customerId: number) => {
  const [found] = await db.select().from(contactPersons).where(ofCustomer(id, customerId))
  return found
}

/** A contact person of a customer, who then is not deleted before the transaction has ended. */
export const holdContactPerson = async (tx: Queryable, id: number, customerId: number) => {
  const [found] = await tx.select().from(contactPersons).where(ofCustomer(id, customerId)).for('key share')
  return found
}

/** The newest mail about an agreement shows on its card, also one that was sent once more from the mail log. */
export const noteLastMail = async (tx: Queryable, id: string, mailId: string): Promise<void> => {
  const newer = sql`NOT EXISTS (
    SELECT FROM ${emailLogs} other JOIN ${emailLogs} this ON this.id = ${mailId}
    WHERE other.id = ${agreements.lastMailId} AND other.created_at > this.created_at)`
  await tx
    .update(agreements)
    .set({ lastMailId: mailId, updatedAt: sql`${agreements.updatedAt}` })
    .where(and(eq(agreements.id, id), newer))
}
