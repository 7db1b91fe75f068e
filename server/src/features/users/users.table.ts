import { type UserRole, userRoles } from '@kontor/contract/users/users.rules'
import { sql } from 'drizzle-orm'
import { boolean, date, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, instant, norwegianText, oneOf, updatedAt, version } from '../../platform/database/columns.ts'

/** Sales users and named administrators. `passwordHash` is argon2id in PHC format; it never leaves the server. */
export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    username: norwegianText().notNull(),
    passwordHash: text('password_hash').notNull(),
    /** Changing the role ends the user's sessions (by a trigger, see migration 0040), as does a deactivation. */
    role: text().$type<UserRole>().notNull().default('sales'),
    isActive: boolean('is_active').notNull().default(true),
    lastLoginAt: instant('last_login_at'),
    /** The address of the morning mail; only the user sets it. */
    email: text(),
    morningMail: boolean('morning_mail').notNull().default(false),
    /** The last day, in Norway, for which a morning mail was sent or none was needed. */
    morningMailedOn: date('morning_mailed_on', { mode: 'string' }),
    version: version(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('users_username_unique').on(sql`lower(${table.username})`),
    oneOf('users_role_check', table.role, Object.keys(userRoles)),
  ],
)
