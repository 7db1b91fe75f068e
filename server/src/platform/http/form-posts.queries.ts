import { createHash } from 'node:crypto'
import { lte, sql } from 'drizzle-orm'
import type { Queryable } from '../database/database.ts'
import { formPosts } from './form-posts.table.ts'

interface FormPosts {
  /** Posts in the current window, this one included. */
  readonly posts: number
  /** Milliseconds until the window ends. */
  readonly endsInMs: number
}

/** Counts a post under the key `address`, usually an IP address. The first post after a window's end opens one of `windowMs` milliseconds. */
export const countFormPost = async (
  db: Queryable,
  address: string,
  windowMs: number,
  now: Date,
): Promise<FormPosts> => {
  const at = now.toISOString()
  const hasEnded = sql`${formPosts.endsAt} <= ${at}::timestamptz`
  const [row] = await db
    .insert(formPosts)
    .values({
      subject: createHash('sha256').update(address).digest('hex'),
      posts: 1,
      endsAt: new Date(now.getTime() + windowMs).toISOString(),
    })
    .onConflictDoUpdate({
      target: formPosts.subject,
      set: {
        posts: sql`case when ${hasEnded} then 1 else ${formPosts.posts} + 1 end`,
        endsAt: sql`case when ${hasEnded} then excluded.ends_at else ${formPosts.endsAt} end`,
      },
    })
    .returning({
      posts: formPosts.posts,
      endsInMs: sql`extract(epoch from ${formPosts.endsAt} - ${at}::timestamptz) * 1000`.mapWith(Number),
    })
  if (!row) throw new Error('An upsert returned no row.')
  return row
}

export const deleteEndedFormPosts = async (db: Queryable, now: Date): Promise<void> => {
  await db.delete(formPosts).where(lte(formPosts.endsAt, now.toISOString()))
}
