import type { AgreementTemplateContent } from '@kontor/contract/agreements/agreements.schema'
import { asc, eq, inArray } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, oneRow } from '../../platform/database/rows.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { products } from '../products/products.table.ts'
import { agreementConditions, agreementProducts, agreementTemplates } from './agreements.table.ts'

export type TemplateRow = typeof agreementTemplates.$inferSelect

export const listTemplates = (db: Queryable): Promise<TemplateRow[]> =>
  db.select().from(agreementTemplates).orderBy(asc(agreementTemplates.name), asc(agreementTemplates.id))

export const countTemplates = (db: Queryable): Promise<number> => db.$count(agreementTemplates)

export const findTemplate = (db: Queryable, id: string): Promise<TemplateRow | undefined> =>
  firstRow(db.select().from(agreementTemplates).where(eq(agreementTemplates.id, id)))

/** @throws an error that `isDuplicate` recognizes, when a template has that name */
export const insertTemplate = (
  tx: Queryable,
  template: { readonly name: string; readonly content: AgreementTemplateContent },
): Promise<TemplateRow> => oneRow(tx.insert(agreementTemplates).values(template).returning())

export const deleteTemplate = (db: Queryable, id: string): Promise<boolean> => deleteRow(db, agreementTemplates, id)

const existing = async (
  tx: Queryable,
  table: typeof products | typeof conditions,
  ids: readonly (number | null)[],
): Promise<ReadonlySet<number | null>> => {
  const named = ids.filter((id) => id !== null)
  if (named.length === 0) return new Set()
  const rows = await tx.select({ id: table.id }).from(table).where(inArray(table.id, named)).for('key share')
  return new Set(rows.map(({ id }) => id))
}

/** Adds a template's lines and conditions to an agreement. For a deleted product or condition, adds its text without its id. */
export const insertTemplateParts = async (
  tx: Queryable,
  agreementId: string,
  content: AgreementTemplateContent,
): Promise<void> => {
  const knownProducts = await existing(
    tx,
    products,
    content.lines.map(({ productId }) => productId),
  )
  const lines = content.lines.map((line, sortOrder) => ({
    ...line,
    agreementId,
    sortOrder,
    productId: knownProducts.has(line.productId) ? line.productId : null,
    totalPrice: line.quantity * line.unitPrice,
  }))
  if (lines.length > 0) await tx.insert(agreementProducts).values(lines)
  const knownConditions = await existing(
    tx,
    conditions,
    content.conditions.map(({ conditionId }) => conditionId),
  )
  const copies = content.conditions.map((condition, sortOrder) => ({
    ...condition,
    agreementId,
    sortOrder,
    conditionId: knownConditions.has(condition.conditionId) ? condition.conditionId : null,
  }))
  if (copies.length > 0) await tx.insert(agreementConditions).values(copies)
}
