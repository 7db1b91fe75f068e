import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { firstRow, hasRows, oneRow } from '../../platform/database/rows.ts'
import { leadViews } from './leads.table.ts'

type ViewBody = Omit<typeof leadViews.$inferInsert, 'id' | 'userId' | 'createdAt'>

/** The owner of views: a sales user's id, or null for the administrator. */
export type Owner = number | null

const ownedBy = (owner: Owner) => (owner === null ? isNull(leadViews.userId) : eq(leadViews.userId, owner))

export const listViews = (db: Queryable, owner: Owner) =>
  db.select().from(leadViews).where(ownedBy(owner)).orderBy(asc(leadViews.name), asc(leadViews.id))

export const countViews = (db: Queryable, owner: Owner): Promise<number> => db.$count(leadViews, ownedBy(owner))

/** @throws an error that `isDuplicate` recognizes, when the owner has a view of that name. */
export const insertView = (db: Queryable, owner: Owner, view: ViewBody) =>
  oneRow(
    db
      .insert(leadViews)
      .values({ ...view, userId: owner })
      .returning(),
  )

const isOwnView = (owner: Owner, id: number) => and(eq(leadViews.id, id), ownedBy(owner))

export const updateView = (db: Queryable, owner: Owner, id: number, view: ViewBody) =>
  firstRow(db.update(leadViews).set(view).where(isOwnView(owner, id)).returning())

export const deleteView = (db: Queryable, owner: Owner, id: number): Promise<boolean> =>
  hasRows(db.delete(leadViews).where(isOwnView(owner, id)).returning({ id: leadViews.id }))
