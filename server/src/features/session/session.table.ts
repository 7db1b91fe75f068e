import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { atLeast, createdAt, instant, oneOf } from '../../platform/database/columns.ts'
import { users } from '../users/users.table.ts'

/**
 * Who is logged in. `id` is the SHA-256 of the cookie's id, so that a copy of the table opens no session.
 * A sales user's sessions end with the user; `expiresAt` is the idle limit, the absolute one counts from `createdAt`.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_expires_at_index').on(table.expiresAt), index('sessions_user_index').on(table.userId)],
)

/**
 * Logins, counted before the password is checked and taken back when it was right, per account and per network address,
 * over restarts and instances. `subject` is a SHA-256: people type passwords into the field for the name.
 */
export const loginFailures = pgTable(
  'login_failures',
  {
    scope: text().$type<'account' | 'address'>().notNull(),
    subject: text().notNull(),
    failures: integer().notNull().default(1),
    firstFailedAt: instant('first_failed_at').notNull(),
    lastFailedAt: instant('last_failed_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'login_failures_key', columns: [table.scope, table.subject] }),
    oneOf('login_failures_scope_check', table.scope, ['account', 'address']),
    atLeast('login_failures_failures_check', table.failures, 1),
    index('login_failures_last_failed_at_index').on(table.lastFailedAt),
  ],
)

/** Where an account has logged in from before: strangers who guess its password do not hold up logins from there. */
export const knownAddresses = pgTable(
  'known_addresses',
  {
    /** A SHA-256 of account and address. */
    subject: text().primaryKey(),
    lastLoginAt: instant('last_login_at').notNull(),
  },
  (table) => [index('known_addresses_last_login_at_index').on(table.lastLoginAt)],
)
