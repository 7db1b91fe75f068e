import type { TemplateLanguage, TemplateType } from '@kontor/contract/emails/emails.rules'
import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, oneRow, updateRow } from '../../platform/database/rows.ts'
import { emailTemplates } from './emails.table.ts'

export type EmailTemplateRow = typeof emailTemplates.$inferSelect
export type TemplateFields = Pick<EmailTemplateRow, 'type' | 'language' | 'subject' | 'content' | 'isActive'>

type Purpose = Pick<EmailTemplateRow, 'type' | 'language'>

const areActive = ({ type, language }: Purpose) => [
  eq(emailTemplates.type, type),
  eq(emailTemplates.language, language),
  eq(emailTemplates.isActive, true),
]

export const listEmailTemplates = (db: Queryable) =>
  db
    .select()
    .from(emailTemplates)
    .orderBy(
      asc(emailTemplates.type),
      // Norwegian first.
      desc(emailTemplates.language),
      desc(emailTemplates.isActive),
      desc(emailTemplates.createdAt),
      asc(emailTemplates.id),
    )
    .limit(maxListRows)

export const findActiveTemplate = (
  db: Queryable,
  type: TemplateType,
  language: TemplateLanguage,
): Promise<EmailTemplateRow | undefined> =>
  firstRow(
    db
      .select()
      .from(emailTemplates)
      .where(and(...areActive({ type, language }))),
  )

export const findEmailTemplate = (db: Queryable, id: string): Promise<EmailTemplateRow | undefined> =>
  firstRow(db.select().from(emailTemplates).where(eq(emailTemplates.id, id)))

/** Blocks other changes of templates until the transaction ends, so that concurrent activations run one at a time. */
export const lockTemplates = async (tx: Queryable): Promise<void> => {
  await tx.execute(sql`LOCK TABLE ${emailTemplates} IN SHARE ROW EXCLUSIVE MODE`)
}

/** Deactivates the other templates of a type and language and increments their versions, so that open edits get a conflict. */
export const deactivateTemplates = async (tx: Queryable, like: Purpose, exceptId?: string): Promise<void> => {
  await tx
    .update(emailTemplates)
    .set({ isActive: false, version: sql`${emailTemplates.version} + 1` })
    .where(and(...areActive(like), exceptId === undefined ? undefined : ne(emailTemplates.id, exceptId)))
}

export const insertEmailTemplate = (tx: Queryable, fields: TemplateFields): Promise<EmailTemplateRow> =>
  oneRow(tx.insert(emailTemplates).values(fields).returning())

/** Changes a template. The caller has locked the table and found the template. */
export const updateEmailTemplate = (tx: Queryable, id: string, fields: TemplateFields): Promise<EmailTemplateRow> =>
  oneRow(updateRow(tx, emailTemplates, id, fields).returning())

export const deleteEmailTemplate = (db: Queryable, id: string) => deleteRow(db, emailTemplates, id)
