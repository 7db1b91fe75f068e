import { index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { atLeast, bytes, createdAt, instant } from '../../platform/database/columns.ts'
import type { TableRights } from '../../platform/database/rights.ts'
import { agreementAnswers, agreements } from './agreements.table.ts'

/** The server's role only appends evidence: `delete_agreement`, which deletes it, runs with the owner's rights. */
export const agreementRights: TableRights = {
  agreements: ['SELECT', 'INSERT', 'UPDATE'],
  agreement_snapshots: ['SELECT', 'INSERT'],
  agreement_answers: ['SELECT', 'INSERT'],
  agreement_events: ['SELECT', 'INSERT'],
  agreement_evidence: ['SELECT', 'INSERT'],
  agreement_timestamps: ['SELECT', 'INSERT'],
  agreement_sealed_pdfs: ['SELECT', 'INSERT'],
}

/**
 * The chain over all answers, numbered from 1 without gaps: each hash of a record of evidence, with that of the one before, signed
 * together. Rows stay when their agreement is deleted.
 */
export const agreementEvidence = pgTable(
  'agreement_evidence',
  {
    number: integer().primaryKey(),
    answerId: uuid('answer_id').notNull().unique('agreement_evidence_answer_unique'),
    /** SHA-256 of the answer's record, in hex. */
    evidence: text().notNull(),
    /** The evidence of the row before; null for the first. */
    previous: text(),
    /** Ed25519, in base64url. */
    signature: text().notNull(),
    /** Id of the key that signed. */
    keyId: text('key_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    atLeast('agreement_evidence_number_check', table.number, 1),
    // Two answers can't follow the same one.
    unique('agreement_evidence_previous_unique').on(table.previous).nullsNotDistinct(),
  ],
)

/** RFC 3161 timestamps of evidence, in DER. */
export const agreementTimestamps = pgTable('agreement_timestamps', {
  number: integer()
    .primaryKey()
    .references(() => agreementEvidence.number),
  token: bytes().notNull(),
  createdAt: createdAt(),
})

/** Sealed PDFs of answers. Deleted to erase a person; the next download makes one without the person's IP address and browser. */
export const agreementSealedPdfs = pgTable('agreement_sealed_pdfs', {
  answerId: uuid('answer_id')
    .primaryKey()
    .references(() => agreementAnswers.id, { onDelete: 'cascade' }),
  content: bytes().notNull(),
  createdAt: createdAt(),
})

/** Codes sent to a recipient, who enters one to answer. The code itself is derived from the id and a key outside the database. */
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

/** Identifications by an OpenID provider: begun, then completed with what the provider says, then used in one answer. */
export const agreementIdentifications = pgTable(
  'agreement_identifications',
  {
    /** SHA-256, in hex, of the secret that only the customer's browser and the provider get. */
    stateHash: text('state_hash').primaryKey(),
    agreementId: uuid('agreement_id')
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    nonce: text().notNull(),
    codeVerifier: text('code_verifier').notNull(),
    issuer: text(),
    subject: text(),
    name: text(),
    identifiedAt: instant('identified_at'),
    usedAt: instant('used_at'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('agreement_identifications_agreement_index').on(table.agreementId, table.createdAt)],
)
