import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { atLeast, createdAt, instant, oneOf } from '../../platform/database/columns.ts'
import { users } from '../users/users.table.ts'

/**
 * Open sessions. `id` is the SHA-256 of the cookie's id, so that a copy of the table can't be used to log in. Deleting a user
 * deletes their sessions; `expiresAt` is the idle limit; the absolute limit counts from `createdAt`.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: text().primaryKey(),
    userId: integer('user_id').references(() => users.id, { onDelete: 'cascade' }),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    /** Identifies the session for its user. `id` can't be shown, since it identifies the cookie. */
    publicId: uuid('public_id').notNull().unique('sessions_public_id_key').defaultRandom(),
    lastSeenAt: instant('last_seen_at').notNull().default(sql`now()`),
    /** The time of the user's last proof of identity, at login or later. */
    provenAt: instant('proven_at').notNull().default(sql`now()`),
    /** The address of the login. */
    address: text(),
    userAgent: text('user_agent'),
  },
  (table) => [index('sessions_expires_at_index').on(table.expiresAt), index('sessions_user_index').on(table.userId)],
)

/**
 * Login attempts per account and per IP address, across restarts and instances. An attempt is counted before the password is checked, and
 * subtracted if it was correct. `subject` is a SHA-256, since users type passwords into the username field.
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

/** Browsers that an account has logged in from. Failed attempts elsewhere don't delay logins from these. */
export const knownDevices = pgTable(
  'known_devices',
  {
    /** A SHA-256 of account and device cookie. */
    subject: text().primaryKey(),
    lastLoginAt: instant('last_login_at').notNull(),
  },
  (table) => [index('known_devices_last_login_at_index').on(table.lastLoginAt)],
)
