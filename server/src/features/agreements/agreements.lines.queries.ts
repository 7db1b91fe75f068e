import type {
  agreementConditionUpdateSchema,
  agreementLineUpdateSchema,
} from '@kontor/contract/agreements/agreements.schema'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, oneRow, updateRow } from '../../platform/database/rows.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { products } from '../products/products.table.ts'
import { agreementConditions, agreementProducts } from './agreements.table.ts'

export type NewLine = typeof agreementProducts.$inferInsert
type LineChanges = Omit<z.output<typeof agreementLineUpdateSchema>, 'version' | 'totalPrice'> & { totalPrice: number }
type ConditionChanges = Omit<z.output<typeof agreementConditionUpdateSchema>, 'version'>

export const listLines = (db: Queryable, agreementId: string) =>
  db
    .select()
    .from(agreementProducts)
    .where(eq(agreementProducts.agreementId, agreementId))
    .orderBy(asc(agreementProducts.sortOrder), asc(agreementProducts.createdAt), asc(agreementProducts.id))

const isLine = (agreementId: string, id: string) =>
  and(eq(agreementProducts.id, id), eq(agreementProducts.agreementId, agreementId))

export const findLine = (db: Queryable, agreementId: string, id: string) =>
  firstRow(db.select().from(agreementProducts).where(isLine(agreementId, id)))

export const insertLines = (tx: Queryable, lines: readonly NewLine[]) =>
  tx
    .insert(agreementProducts)
    .values([...lines])
    .returning()

/** Changes a line; the caller has locked its agreement. */
export const updateLine = (tx: Queryable, id: string, changes: LineChanges) =>
  oneRow(updateRow(tx, agreementProducts, id, changes).returning())

export const deleteLine = (tx: Queryable, agreementId: string, id: string) =>
  firstRow(tx.delete(agreementProducts).where(isLine(agreementId, id)).returning())

export const orderLines = async (tx: Queryable, agreementId: string, ids: readonly string[]): Promise<void> => {
  await tx
    .update(agreementProducts)
    .set({ sortOrder: sql`array_position(${sql.param(ids)}::uuid[], ${agreementProducts.id}) - 1` })
    .where(eq(agreementProducts.agreementId, agreementId))
}

/** Locks a product against deletion until the transaction ends; returns false if it doesn't exist. */
export const lockProduct = (tx: Queryable, id: number): Promise<boolean> =>
  hasRows(tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('key share'))

export const listConditions = (db: Queryable, agreementId: string) =>
  db
    .select()
    .from(agreementConditions)
    .where(eq(agreementConditions.agreementId, agreementId))
    .orderBy(asc(agreementConditions.sortOrder), asc(agreementConditions.createdAt), asc(agreementConditions.id))

const isCondition = (agreementId: string, id: string) =>
  and(eq(agreementConditions.id, id), eq(agreementConditions.agreementId, agreementId))

export const findCondition = (db: Queryable, agreementId: string, id: string) =>
  firstRow(db.select().from(agreementConditions).where(isCondition(agreementId, id)))

/** Attaches a copy of a condition; returns undefined if there is no such condition. */
export const attachCondition = async (
  tx: Queryable,
  agreementId: string,
  conditionId: number,
  own: { readonly customContent: string | null; readonly sortOrder: number },
) => {
  const [original] = await tx.select().from(conditions).where(eq(conditions.id, conditionId)).for('key share')
  if (!original) return undefined
  const { name, content } = original
  return oneRow(
    tx
      .insert(agreementConditions)
      .values({ agreementId, conditionId, name, content, ...own })
      .returning(),
  )
}

export const attachDefaultConditions = async (tx: Queryable, agreementId: string): Promise<void> => {
  const defaults = await tx
    .select()
    .from(conditions)
    .where(and(conditions.isActive, conditions.isDefault))
    .orderBy(asc(conditions.sortOrder), asc(conditions.id))
    .for('key share')
  const copies = defaults.map(({ id, name, content }, sortOrder) => ({
    agreementId,
    conditionId: id,
    name,
    content,
    sortOrder,
  }))
  if (copies.length > 0) await tx.insert(agreementConditions).values(copies)
}

export const copyConditions = async (tx: Queryable, from: string, agreementId: string): Promise<void> => {
  const copies = (await listConditions(tx, from)).map(({ id, version, createdAt, ...condition }, sortOrder) => ({
    ...condition,
    agreementId,
    sortOrder,
  }))
  if (copies.length > 0) await tx.insert(agreementConditions).values(copies)
}

/** Changes a condition; the caller has locked its agreement. */
export const updateCondition = (tx: Queryable, id: string, changes: ConditionChanges) =>
  oneRow(updateRow(tx, agreementConditions, id, changes).returning())

export const deleteCondition = (tx: Queryable, agreementId: string, id: string) =>
  firstRow(tx.delete(agreementConditions).where(isCondition(agreementId, id)).returning())

export const orderConditions = async (tx: Queryable, agreementId: string, ids: readonly string[]): Promise<void> => {
  await tx
    .update(agreementConditions)
    .set({ sortOrder: sql`array_position(${sql.param(ids)}::uuid[], ${agreementConditions.id}) - 1` })
    .where(eq(agreementConditions.agreementId, agreementId))
}
