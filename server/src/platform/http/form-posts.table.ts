import { index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { atLeast, instant } from '../database/columns.ts'

/**
 * Counts posts to the public forms in the current window, across instances. `subject` is the SHA-256 of an IP address, or of a fixed
 * name under which all suspect posts are counted.
 */
export const formPosts = pgTable(
  'form_posts',
  {
    subject: text().primaryKey(),
    posts: integer().notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [atLeast('form_posts_posts_check', table.posts, 1), index('form_posts_ends_at_index').on(table.endsAt)],
)
