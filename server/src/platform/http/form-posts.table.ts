import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { atLeast, instant } from '../database/columns.ts'

/** Posts to the public forms by IP address, and all suspect ones, across instances, in the current window. `subject` is a SHA-256. */
export const formPosts = pgTable(
  'form_posts',
  {
    subject: text().primaryKey(),
    posts: integer().notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [atLeast('form_posts_posts_check', table.posts, 1), index('form_posts_ends_at_index').on(table.endsAt)],
)
