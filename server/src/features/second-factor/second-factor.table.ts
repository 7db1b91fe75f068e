import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, createdAt, instant, oneOf, version } from '../../platform/database/columns.ts'
import { users } from '../users/users.table.ts'

/** The owner; null is the shared administrator. */
const account = () => integer('user_id').references(() => users.id, { onDelete: 'cascade' })

/** Second factors: at most one authenticator app per account, and any number of passkeys. */
export const authenticators = pgTable(
  'authenticators',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    userId: account(),
    kind: text().$type<'totp' | 'passkey'>().notNull(),
    name: text().notNull(),
    /** Set for an app: its secret, encrypted with a key that isn't in the database. */
    secret: text(),
    /** Set for an app: the time step of the last used code. No code is valid twice. */
    lastStep: bigint('last_step', { mode: 'number' }),
    /** Set for a passkey: its id (base64url), COSE public key, signature counter and transports. */
    credentialId: text('credential_id'),
    publicKey: bytes('public_key'),
    counter: bigint({ mode: 'number' }),
    transports: jsonb().$type<string[]>(),
    /** Counts changes of the name. */
    version: version(),
    createdAt: createdAt(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    oneOf('authenticators_kind_check', table.kind, ['totp', 'passkey']),
    check(
      'authenticators_columns_check',
      sql`case ${table.kind} when 'totp' then ${table.secret} is not null and ${table.lastStep} is not null
        else ${table.credentialId} is not null and ${table.publicKey} is not null and ${table.counter} is not null end`,
    ),
    uniqueIndex('authenticators_app_unique').on(sql`coalesce(${table.userId}, 0)`).where(sql`${table.kind} = 'totp'`),
    unique('authenticators_credential_unique').on(table.credentialId),
    index('authenticators_user_index').on(table.userId),
  ],
)

/** Unused recovery codes; a used one is deleted. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: account(),
    /** SHA-256 of the account and the code. The code has 119 random bits. */
    codeHash: text('code_hash').primaryKey(),
    createdAt: createdAt(),
  },
  (table) => [index('recovery_codes_user_index').on(table.userId)],
)

/** Answered challenges of passkeys, kept until they expire, so that none is valid twice. */
export const usedChallenges = pgTable(
  'used_challenges',
  {
    challenge: text().primaryKey(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('used_challenges_expires_at_index').on(table.expiresAt)],
)
