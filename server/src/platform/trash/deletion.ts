import { sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Clock } from '../clock.ts'
import type { Queryable } from '../database/database.ts'
import { type HttpError, staleVersion } from '../errors/http-error.ts'
import { actorOf, type Principal } from '../session/principal.ts'
import { type Deletion, type FormerValues, moveToTrash, type TrashKind } from './trash.ts'

/** Locks a row until the transaction ends and returns its version; undefined if there is no such row. */
const lockVersion = async (
  tx: Queryable,
  table: PgTable & { readonly id: PgColumn; readonly version: PgColumn },
  id: number | string,
): Promise<number | undefined> => {
  const { rows } = await tx.execute<{ version: number }>(
    sql`select ${table.version} as version from ${table} where ${table.id} = ${id} for update`,
  )
  return rows[0]?.version
}

/** A user's deletion. `version` is the version that the user saw; undefined skips the check for later changes. */
export interface RequestedDeletion extends Deletion {
  readonly version: number | undefined
}

export const deletionBy = (
  { clock }: { readonly clock: Clock },
  principal: Principal,
  { version }: { readonly version?: number | undefined },
): RequestedDeletion => ({ by: actorOf(principal), at: clock.now().toISOString(), version })

/** The entity to delete: `find` reads it for a conflict's response; `missing` is thrown if it doesn't exist. */
export interface ToDelete {
  readonly id: number | string
  readonly find: (tx: Queryable) => Promise<unknown>
  readonly missing: () => HttpError
}

/**
 * Locks an entity until the transaction ends.
 * @throws HttpError `missing`, 409 with the current entity if it has changed since `version`
 */
export const lockForDeletion = async (
  tx: Queryable,
  { table }: Pick<TrashKind, 'table'>,
  { id, find, missing }: ToDelete,
  version: number | undefined,
): Promise<void> => {
  const current = await lockVersion(tx, table, id)
  if (current === undefined) throw missing()
  if (version !== undefined && version !== current) throw staleVersion(await find(tx))
}

/**
 * Copies an entity with everything that belongs to it to the trash, and deletes it, in one transaction. `remove` returns false if there was
 * nothing to delete.
 * @throws HttpError as `lockForDeletion`
 */
export const deleteToTrash = (
  db: Queryable,
  kind: TrashKind,
  entity: ToDelete,
  deletion: RequestedDeletion,
  remove: (tx: Queryable) => Promise<unknown>,
  also: readonly FormerValues[] = [],
): Promise<void> =>
  db.transaction(async (tx) => {
    await lockForDeletion(tx, kind, entity, deletion.version)
    await moveToTrash(tx, kind, [entity.id], deletion, also)
    if ((await remove(tx)) === false) throw entity.missing()
  })
