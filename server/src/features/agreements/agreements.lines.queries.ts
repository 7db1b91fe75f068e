import { and, asc, eq, max, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Queryable } from '../../platform/database/database.ts'
import { conditions } from '../conditions/conditions.table.ts'
import { products } from '../products/products.table.ts'
import { agreementConditions, agreementProducts } from './agreements.table.ts'

export type NewLine = typeof agreementProducts.$inferInsert
type LineChanges = { [Field in keyof NewLine]?: NewLine[Field] | undefined }
type ConditionChanges = { customContent?: string | null | undefined; sortOrder?: number | undefined }

/** The `sortOrder` after the last one, capped at the largest integer. */
const nextPlace = (column: AnyPgColumn) => sql<number>`least(coalesce(${max(column)}, -1)::bigint + 1, 2147483647)::int`

export const listLines = (db: Queryable, agreementId: string) =>
  db
    .select()
    .from(agreementProducts)
    .where(eq(agreementProducts.agreementId, agreementId))
    .orderBy(asc(agreementProducts.sortOrder), asc(agreementProducts.createdAt), asc(agreementProducts.id))

export const nextLinePlace = async (tx: Queryable, agreementId: string): Promise<number> => {
  const [found] = await tx
    .select({ place: nextPlace(agreementProducts.sortOrder) })
    .from(agreementProducts)
    .where(eq(agreementProducts.agreementId, agreementId))
  return found?.place ?? 0
}

const isLine = (agreementId: string, id: string) =>
  and(eq(agreementProducts.id, id), eq(agreementProducts.agreementId, agreementId))

export const findLine = async (db: Queryable, agreementId: string, id: string) => {
  const [found] = await db.select().from(agreementProducts).where(isLine(agreementId, id))
  return found
}

export const insertLines = (tx: Queryable, lines: readonly NewLine[]) =>
  tx
    .insert(agreementProducts)
    .values([...lines])
    .returning()

/** Changes a line; the caller has locked its agreement. */
export const updateLine = async (tx: Queryable, id: string, changes: LineChanges) => {
  const [updated] = await tx
    .update(agreementProducts)
    .set({ ...changes, version: sql`${agreementProducts.version} + 1` })
    .where(eq(agreementProducts.id, id))
    .returning()
  if (!updated) throw new Error('A line of a locked agreement is missing')
  return updated
}

/** Returns the deleted line; undefined when there is none. */
export const deleteLine = async (tx: Queryable, agreementId: string, id: string) => {
  const [deleted] = await tx.delete(agreementProducts).where(isLine(agreementId, id)).returning()
  return deleted
}

export const orderLines = async (tx: Queryable, agreementId: string, ids: readonly string[]): Promise<void> => {
  await tx
    .update(agreementProducts)
    .set({ sortOrder: sql`array_position(${sql.param(ids)}::uuid[], ${agreementProducts.id}) - 1` })
    .where(eq(agreementProducts.agreementId, agreementId))
}

/** Locks a product against deletion until the transaction ends; false when it does not exist. */
export const lockProduct = async (tx: Queryable, id: number): Promise<boolean> => {
  const found = await tx.select({ id: products.id }).from(products).where(eq(products.id, id)).for('key share')
  return found.length > 0
}

export const listConditions = (db: Queryable, agreementId: string) =>
  db
    .select()
    .from(agreementConditions)
    .where(eq(agreementConditions.agreementId, agreementId))
    .orderBy(asc(agreementConditions.sortOrder), asc(agreementConditions.createdAt), asc(agreementConditions.id))

export const nextConditionPlace = async (tx: Queryable, agreementId: string): Promise<number> => {
  const [found] = await tx
    .select({ place: nextPlace(agreementConditions.sortOrder) })
    .from(agreementConditions)
    .where(eq(agreementConditions.agreementId, agreementId))
  return found?.place ?? 0
}

const isCondition = (agreementId: string, id: string) =>
  and(eq(agreementConditions.id, id), eq(agreementConditions.agreementId, agreementId))

export const findCondition = async (db: Queryable, agreementId: string, id: string) => {
  const [found] = await db.select().from(agreementConditions).where(isCondition(agreementId, id))
  return found
}

/** Attaches a copy of a condition; undefined when there is no such condition. */
export const attachCondition = async (
  tx: Queryable,
  agreementId: string,
  conditionId: number,
  own: { readonly customContent: string | null; readonly sortOrder: number },
) => {
  const [original] = await tx.select().from(conditions).where(eq(conditions.id, conditionId)).for('key share')
  if (!original) return undefined
  const { name, content } = original
  const [attached] = await tx
    .insert(agreementConditions)
    .values({ agreementId, conditionId, name, content, ...own })
    .returning()
  return attached
}

/** Attaches copies of the active default conditions to a new agreement, in their order. */
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

/** Copies the conditions of one agreement to another. */
export const copyConditions = async (tx: Queryable, from: string, agreementId: string): Promise<void> => {
  const copies = (await listConditions(tx, from)).map(({ conditionId, name, content, customContent }, sortOrder) => ({
    agreementId,
    conditionId,
    name,
    content,
    customContent,
    sortOrder,
  }))
  if (copies.length > 0) await tx.insert(agreementConditions).values(copies)
}

/** Changes a condition; the caller has locked its agreement. */
export const updateCondition = async (tx: Queryable, id: string, changes: ConditionChanges) => {
  const [updated] = await tx
    .update(agreementConditions)
    .set({ ...changes, version: sql`${agreementConditions.version} + 1` })
    .where(eq(agreementConditions.id, id))
    .returning()
  if (!updated) throw new Error('A condition of a locked agreement is missing')
  return updated
}

/** Returns the detached condition; undefined when there is none. */
export const deleteCondition = async (tx: Queryable, agreementId: string, id: string) => {
  const [deleted] = await tx.delete(agreementConditions).where(isCondition(agreementId, id)).returning()
  return deleted
}

export const orderConditions = async (tx: Queryable, agreementId: string, ids: readonly string[]): Promise<void> => {
  await tx
    .update(agreementConditions)
    .set({ sortOrder: sql`array_position(${sql.param(ids)}::uuid[], ${agreementConditions.id}) - 1` })
    .where(eq(agreementConditions.agreementId, agreementId))
}
