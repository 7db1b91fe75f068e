import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, isUnchanged, oneRow, updateRow } from '../../platform/database/rows.ts'
import { users } from '../users/users.table.ts'
import { leadViews } from './leads.table.ts'

type ViewBody = Omit<typeof leadViews.$inferInsert, 'id' | 'userId' | 'version' | 'createdAt' | 'is_shared'> & {
  readonly is_shared?: boolean | undefined
}

/** The owner of views: a user's id, or null for the shared administrator. */
export type Owner = number | null

const ownedBy = (owner: Owner) => (owner === null ? isNull(leadViews.userId) : eq(leadViews.userId, owner))

/** Selects views as the API returns them to `caller`. */
const selectViews = (db: Queryable, caller: Owner, where: SQL | undefined) =>
  db
    .select({
      id: leadViews.id,
      name: leadViews.name,
      q: leadViews.q,
      status: leadViews.status,
      industry: leadViews.industry,
      due: leadViews.due,
      owner: leadViews.owner,
      sort: leadViews.sort,
      columns: leadViews.columns,
      is_shared: leadViews.is_shared,
      version: leadViews.version,
      shared_by: sql<
        string | null
      >`case when ${ownedBy(caller)} then null else coalesce(${users.username}, 'Administrator') end`,
    })
    .from(leadViews)
    .leftJoin(users, eq(users.id, leadViews.userId))
    .where(and(or(ownedBy(caller), leadViews.is_shared), where))
    .orderBy(asc(leadViews.name), asc(leadViews.id))

export const listViews = (db: Queryable, caller: Owner) => selectViews(db, caller, undefined)

/** Finds a view that the caller has saved or another user has shared. */
export const findView = (db: Queryable, caller: Owner, id: number) =>
  firstRow(selectViews(db, caller, eq(leadViews.id, id)))

export const countViews = (db: Queryable, owner: Owner): Promise<number> => db.$count(leadViews, ownedBy(owner))

/** @throws an error that `isDuplicate` recognizes, when the owner has a view of that name. */
export const insertView = (db: Queryable, owner: Owner, { is_shared = false, ...view }: ViewBody) =>
  oneRow(
    db
      .insert(leadViews)
      .values({ ...view, is_shared, userId: owner })
      .returning({ id: leadViews.id }),
  )

/** Changes a view of the owner; returns false if the owner has no such view, or if it has changed since `version`. @throws like `insertView` */
export const updateView = (
  db: Queryable,
  owner: Owner,
  id: number,
  view: ViewBody & { readonly version?: number | undefined },
): Promise<boolean> => hasRows(updateRow(db, leadViews, id, view, ownedBy(owner)).returning({ id: leadViews.id }))

export const deleteView = (db: Queryable, owner: Owner, id: number, version: number | undefined): Promise<boolean> =>
  hasRows(
    db
      .delete(leadViews)
      .where(and(isUnchanged(leadViews, id, version), ownedBy(owner)))
      .returning({ id: leadViews.id }),
  )
