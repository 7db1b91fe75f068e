import type { Queryable } from '../../platform/database/database.ts'
import { listConditions, lockConditions, placeConditions } from './conditions.queries.ts'

/** Undefined unless `ids` names them all: one added or deleted concurrently has no known position. */
export const orderConditions = (db: Queryable, ids: readonly number[]) =>
  db.transaction(async (tx) => {
    const stored = await lockConditions(tx)
    const orders = new Map(stored.map(({ id, sortOrder }) => [id, sortOrder]))
    if (ids.length !== orders.size || ids.some((id) => !orders.has(id))) return undefined
    // Unmoved conditions keep their version, so that open forms of them stay valid.
    const moved = ids.filter((id, index) => orders.get(id) !== index + 1)
    await placeConditions(tx, ids, moved)
    return listConditions(tx)
  })
