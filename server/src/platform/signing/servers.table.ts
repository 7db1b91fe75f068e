import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { createdAt } from '../database/columns.ts'

/** Only the tables' owner may add a server: the server's key signs answers, and other servers share their secret with it. */
export const serverRights = {
  server_keys: ['SELECT'],
  seal_certificates: ['SELECT'],
  server_secrets: ['SELECT', 'INSERT'],
} as const

/** The keys that sign for this database, one for each server, and those that signed before. */
export const serverKeys = pgTable('server_keys', {
  id: text().primaryKey(),
  publicKey: text('public_key').notNull(),
  /** X25519, in DER as base64; null for a former key of its server. */
  exchangeKey: text('exchange_key'),
  createdAt: createdAt(),
})

/** The certificates with which servers seal, or have sealed. */
export const sealCertificates = pgTable('seal_certificates', {
  fingerprint: text().primaryKey(),
  holder: text().notNull(),
  createdAt: createdAt(),
})

/** The secret that all servers share, encrypted by one server for another. It is derived from the key of its `maker`. */
export const serverSecrets = pgTable(
  'server_secrets',
  {
    keyId: text('key_id')
      .notNull()
      .references(() => serverKeys.id),
    maker: text().notNull(),
    sealedBy: text('sealed_by')
      .notNull()
      .references(() => serverKeys.id),
    sealed: text().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.maker] })],
)
