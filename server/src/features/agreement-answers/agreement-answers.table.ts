import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import type { PublishedKey } from '../../platform/signing/id-token.ts'
import { agreements } from '../agreements/agreements.table.ts'

/** Codes sent to a recipient, to be entered with the answer. The code itself is derived from the id and a key outside the database. */
export const agreementCodes = pgTable(
  'agreement_codes',
  {
    id: uuid().primaryKey().defaultRandom(),
    agreementId: uuid('agreement_id')
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    sentTo: text('sent_to').notNull(),
    attempts: integer().notNull().default(0),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('agreement_codes_agreement_index').on(table.agreementId, table.createdAt)],
)

/** Identifications by an OpenID provider. Each is begun, then completed with the provider's answer, then used in one answer. */
export const agreementIdentifications = pgTable(
  'agreement_identifications',
  {
    /** SHA-256, in hex, of the secret that only the customer's browser and the provider get. */
    stateHash: text('state_hash').primaryKey(),
    agreementId: uuid('agreement_id')
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    /** SHA-256, in hex, of the cookie of the browser that began the identification; another one once the identification is completed. */
    browserHash: text('browser_hash').notNull(),
    /** The nonce that the provider signs, made of the text and of `salt` (`nonceOf`). */
    nonce: text().notNull(),
    salt: text().notNull(),
    codeVerifier: text('code_verifier').notNull(),
    issuer: text(),
    subject: text(),
    name: text(),
    idToken: text('id_token'),
    key: jsonb().$type<PublishedKey>(),
    identifiedAt: instant('identified_at'),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('agreement_identifications_agreement_index').on(table.agreementId, table.createdAt)],
)

const ofAgreement = { parents: { agreement: 'agreement_id' } }

export const agreementCodeData = declarePersonalData(
  agreementCodes,
  { addresses: ['sentTo'], other: ['id', 'agreementId', 'usedAt', 'createdAt', 'expiresAt'] },
  ofAgreement,
)

export const agreementIdentificationData = declarePersonalData(
  agreementIdentifications,
  {
    person: ['issuer', 'subject', 'name'],
    withheld: ['stateHash', 'browserHash', 'nonce', 'salt', 'codeVerifier', 'idToken', 'key'],
    other: ['agreementId', 'identifiedAt', 'usedAt', 'createdAt', 'expiresAt'],
  },
  ofAgreement,
)
