import type { Queryable } from '../../platform/database/database.ts'
import { listConditions, lockConditions, placeConditions } from './conditions.queries.ts'

/**
 * Puts all conditions in the order of `ids` and gives them back; undefined when `ids` are not all of them: somebody has made
 * or deleted one meanwhile, and where it belongs is not ours to guess.
 */
export const orderConditions = (db: Queryable, ids: readonly number[]) =>
  db.transaction(async (tx) => {
    const stored = await lockConditions(tx)
    const orders = new Map(stored.map(({ id, sortOrder }) => [id, sortOrder]))
    if (ids.length !== orders.size || ids.some((id) => !orders.has(id))) return undefined
    // Whoever stays in place keeps its version: an open form of it is not out of date.
    const moved = ids.filter((id, index) => orders.get(id) !== index + 1)
    await placeConditions(tx, ids, moved)
    return listConditions(tx)
  })
