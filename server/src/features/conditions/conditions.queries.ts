import { maxListRows } from '@kontor/contract/shared/paging'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { conditions } from './conditions.table.ts'

type NewCondition = typeof conditions.$inferInsert

type Editable = 'name' | 'content' | 'category' | 'isActive' | 'isDefault' | 'sortOrder'

type ConditionChanges = { [Field in Editable]?: NewCondition[Field] | undefined } & { version?: number | undefined }

const listColumns = {
  id: conditions.id,
  name: conditions.name,
  content: conditions.content,
  category: conditions.category,
  isActive: conditions.isActive,
  isDefault: conditions.isDefault,
  sortOrder: conditions.sortOrder,
  // Raw SQL, since conditions may not import agreements. Qualified, since a bare `id` would be the copy's.
  usageCount: sql<number>`(select count(distinct agreement_id)::integer from agreement_conditions where agreement_conditions.condition_id = conditions.id)`,
  version: conditions.version,
  createdAt: conditions.createdAt,
  updatedAt: conditions.updatedAt,
}

export const listConditions = (db: Queryable) =>
  db.select(listColumns).from(conditions).orderBy(asc(conditions.sortOrder), asc(conditions.id)).limit(maxListRows)

export const findCondition = async (db: Queryable, id: number) => {
  const [found] = await db.select(listColumns).from(conditions).where(eq(conditions.id, id))
  return found
}

export const insertCondition = async (db: Queryable, condition: NewCondition) => {
  const [inserted] = await db.insert(conditions).values(condition).returning(listColumns)
  if (!inserted) throw new Error('The condition was not stored')
  return inserted
}

/** Changes the given fields of a condition; undefined when it is gone or `version` is stale. */
export const updateCondition = async (db: Queryable, id: number, { version, ...changes }: ConditionChanges) => {
  const [updated] = await db
    .update(conditions)
    .set({ ...changes, version: sql`${conditions.version} + 1` })
    .where(and(eq(conditions.id, id), version === undefined ? undefined : eq(conditions.version, version)))
    .returning(listColumns)
  return updated
}

/** Returns false when there is no such condition. */
export const deleteCondition = async (db: Queryable, id: number): Promise<boolean> => {
  const deleted = await db.delete(conditions).where(eq(conditions.id, id)).returning({ id: conditions.id })
  return deleted.length > 0
}

/** Locks all conditions until the transaction ends. Returns their ids and positions, sorted by id. */
export const lockConditions = (tx: Queryable) =>
  tx
    .select({ id: conditions.id, sortOrder: conditions.sortOrder })
    .from(conditions)
    .orderBy(asc(conditions.id))
    .for('no key update')

/** Sets the `sortOrder` of the `moved` conditions to their position in `ids`, from 1. */
export const placeConditions = async (tx: Queryable, ids: readonly number[], moved: readonly number[]) => {
  if (moved.length === 0) return
  const all = sql.param(ids)
  await tx
    .update(conditions)
    .set({
      sortOrder: sql`array_position(${all}::integer[], ${conditions.id})`,
      version: sql`${conditions.version} + 1`,
    })
    .where(inArray(conditions.id, [...moved]))
}
