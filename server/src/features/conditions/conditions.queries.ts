import type { conditionUpdateSchema } from '@kontor/contract/conditions/conditions.schema'
import { maxListRows } from '@kontor/contract/shared/paging'
import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Queryable } from '../../platform/database/database.ts'
import { deleteRow, firstRow, oneRow, updateRow } from '../../platform/database/rows.ts'
import type { TrashKind } from '../../platform/trash/trash.ts'
import { conditions } from './conditions.table.ts'

const listColumns = {
  ...getTableColumns(conditions),
  // Raw SQL, since conditions may not import agreements. `conditions.id` is qualified, since a bare `id` would be that of the copy.
  usageCount: sql<number>`(select count(distinct agreement_id)::integer from agreement_conditions where agreement_conditions.condition_id = conditions.id)`,
}

export const listConditions = (db: Queryable) =>
  db.select(listColumns).from(conditions).orderBy(asc(conditions.sortOrder), asc(conditions.id)).limit(maxListRows)

export const findCondition = (db: Queryable, id: number) =>
  firstRow(db.select(listColumns).from(conditions).where(eq(conditions.id, id)))

export const insertCondition = (db: Queryable, condition: typeof conditions.$inferInsert) =>
  oneRow(db.insert(conditions).values(condition).returning(listColumns))

export const updateCondition = (db: Queryable, id: number, changes: z.output<typeof conditionUpdateSchema>) =>
  firstRow(updateRow(db, conditions, id, changes).returning(listColumns))

export const conditionTrash: TrashKind = { kind: 'conditions', table: conditions, title: ({ name }) => String(name) }

export const deleteCondition = (db: Queryable, id: number) => deleteRow(db, conditions, id)

/** Locks all conditions until the transaction ends. Returns their ids and positions, sorted by id. */
export const lockConditions = (tx: Queryable) =>
  tx
    .select({ id: conditions.id, sortOrder: conditions.sortOrder })
    .from(conditions)
    .orderBy(asc(conditions.id))
    .for('no key update')

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
