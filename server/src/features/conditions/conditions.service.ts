import { recordEvent } from '../../platform/audit/audit.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { notFound } from '../../platform/errors/http-error.ts'
import { deleteToTrash, type RequestedDeletion } from '../../platform/trash/deletion.ts'
import {
  conditionTrash,
  deleteCondition,
  findCondition,
  listConditions,
  lockConditions,
  placeConditions,
} from './conditions.queries.ts'

export const conditionNotFound = () => notFound('Betingelsen finnes ikke.')

export const removeCondition = (db: Queryable, id: number, deletion: RequestedDeletion): Promise<void> =>
  deleteToTrash(
    db,
    conditionTrash,
    { id, find: (tx) => findCondition(tx, id), missing: conditionNotFound },
    deletion,
    (tx) => deleteCondition(tx, id),
  )

const namesOf = (rows: Awaited<ReturnType<typeof listConditions>>) => rows.map(({ name }) => name)

/** Orders all conditions. Returns undefined unless `ids` names all conditions: another user may have added or deleted some. */
export const orderConditions = (db: Queryable, ids: readonly number[]) =>
  db.transaction(async (tx) => {
    const stored = await lockConditions(tx)
    const former = await listConditions(tx)
    const orders = new Map(stored.map(({ id, sortOrder }) => [id, sortOrder]))
    if (ids.length !== orders.size || ids.some((id) => !orders.has(id))) return undefined
    // Unmoved conditions keep their version, so that open forms of them stay valid.
    const moved = ids.filter((id, index) => orders.get(id) !== index + 1)
    await placeConditions(tx, ids, moved)
    const placed = await listConditions(tx)
    await recordEvent(tx, {
      action: 'updated',
      kind: 'setting',
      id: 'condition_order',
      former: { order: namesOf(former) },
      facts: { order: namesOf(placed) },
    })
    return placed
  })
