import type { TemplateType } from '@kontor/contract/emails/emails.rules'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { emailTemplates } from './emails.table.ts'

export type EmailTemplateRow = typeof emailTemplates.$inferSelect
export type TemplateFields = Pick<EmailTemplateRow, 'type' | 'subject' | 'content' | 'isActive'>

/** Sorted by type, the active one first, then the newest. */
export const listEmailTemplates = (db: Queryable) =>
  db
    .select()
    .from(emailTemplates)
    .orderBy(
      asc(emailTemplates.type),
      desc(emailTemplates.isActive),
      desc(emailTemplates.createdAt),
      asc(emailTemplates.id),
    )
    .limit(maxListRows)

/** The active template of a type. */
export const findActiveTemplate = async (db: Queryable, type: TemplateType): Promise<EmailTemplateRow | undefined> => {
  const [found] = await db
    .select()
    .from(emailTemplates)
    .where(and(eq(emailTemplates.type, type), eq(emailTemplates.isActive, true)))
  return found
}

export const findEmailTemplate = async (db: Queryable, id: string): Promise<EmailTemplateRow | undefined> => {
  const [found] = await db.select().from(emailTemplates).where(eq(emailTemplates.id, id))
  return found
}

/** Blocks other changes of templates until the transaction ends, so that concurrent activations are serialized. */
export const lockTemplates = async (tx: Queryable): Promise<void> => {
  await tx.execute(sql`LOCK TABLE ${emailTemplates} IN SHARE ROW EXCLUSIVE MODE`)
}

/** Deactivates the other templates of a type and increments their versions, so that open edits get a conflict. */
export const deactivateTemplates = async (tx: Queryable, type: TemplateType, exceptId?: string): Promise<void> => {
  await tx
    .update(emailTemplates)
    .set({ isActive: false, version: sql`${emailTemplates.version} + 1` })
    .where(
      and(
        eq(emailTemplates.type, type),
        eq(emailTemplates.isActive, true),
        exceptId === undefined ? undefined : ne(emailTemplates.id, exceptId),
      ),
    )
}

export const insertEmailTemplate = async (tx: Queryable, fields: TemplateFields): Promise<EmailTemplateRow> => {
  const [inserted] = await tx.insert(emailTemplates).values(fields).returning()
  if (!inserted) throw new Error('The template was not inserted')
  return inserted
}

/** Returns undefined when it is gone. */
export const updateEmailTemplate = async (
  tx: Queryable,
  id: string,
  fields: TemplateFields,
): Promise<EmailTemplateRow | undefined> => {
  const [updated] = await tx
    .update(emailTemplates)
    .set({ ...fields, version: sql`${emailTemplates.version} + 1` })
    .where(eq(emailTemplates.id, id))
    .returning()
  return updated
}

/** Returns false when there is no such template. */
export const deleteEmailTemplate = async (db: Queryable, id: string): Promise<boolean> => {
  const deleted = await db.delete(emailTemplates).where(eq(emailTemplates.id, id)).returning({ id: emailTemplates.id })
  return deleted.length > 0
}
