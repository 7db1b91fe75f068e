import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Queryable } from '../../platform/database/database.ts'
import { leadViews } from './leads.table.ts'

type ViewBody = Omit<typeof leadViews.$inferInsert, 'id' | 'userId' | 'createdAt'>

/** The owner of views: a sales user's id, or null for the administrator. */
export type Owner = number | null

const listColumns = {
  id: leadViews.id,
  name: leadViews.name,
  q: leadViews.q,
  status: leadViews.status,
  industry: leadViews.industry,
  sort: leadViews.sort,
  columns: leadViews.columns,
}

const ownedBy = (owner: Owner) => (owner === null ? isNull(leadViews.userId) : eq(leadViews.userId, owner))

export const listViews = (db: Queryable, owner: Owner) =>
  db.select(listColumns).from(leadViews).where(ownedBy(owner)).orderBy(asc(leadViews.name), asc(leadViews.id))

export const countViews = (db: Queryable, owner: Owner): Promise<number> => db.$count(leadViews, ownedBy(owner))

/** @throws an error that `isDuplicate` recognizes, when the owner has a view of that name. */
export const insertView = async (db: Queryable, owner: Owner, view: ViewBody) => {
  const [inserted] = await db
    .insert(leadViews)
    .values({ ...view, userId: owner })
    .returning(listColumns)
  if (!inserted) throw new Error('The view was not stored')
  return inserted
}

/** Returns undefined when the owner has no such view; throws like `insertView`. */
export const updateView = async (db: Queryable, owner: Owner, id: number, view: ViewBody) => {
  const [updated] = await db
    .update(leadViews)
    .set(view)
    .where(and(eq(leadViews.id, id), ownedBy(owner)))
    .returning(listColumns)
  return updated
}

/** Returns false when the owner has no such view. */
export const deleteView = async (db: Queryable, owner: Owner, id: number): Promise<boolean> => {
  const deleted = await db
    .delete(leadViews)
    .where(and(eq(leadViews.id, id), ownedBy(owner)))
    .returning({ id: leadViews.id })
  return deleted.length > 0
}
