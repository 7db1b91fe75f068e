import { sql } from 'drizzle-orm'
import { index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { atLeast, bytes, createdAt, instant } from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import type { TableRights } from '../../platform/database/rights.ts'
import type { PublishedKey } from '../../platform/signing/id-token.ts'
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
  agreement_sendings: ['SELECT', 'INSERT'],
  agreement_id_tokens: ['SELECT', 'INSERT'],
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

/**
 * Each mail that took a link to somebody. The evidence of an answer names those of its link. Rows are only added; the addresses are
 * blanked to erase a person.
 */
export const agreementSendings = pgTable(
  'agreement_sendings',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    agreementId: uuid('agreement_id')
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    /** SHA-256 of the link's token, in hex. */
    linkHash: text('link_hash').notNull(),
    /** Null once it was erased. */
    sentTo: text('sent_to'),
    cc: text().array().notNull().default(sql`'{}'`),
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [
    index('agreement_sendings_link_index').on(table.linkHash, table.id),
    index('agreement_sendings_agreement_index').on(table.agreementId),
  ],
)

/**
 * What an OpenID provider signed of who answered: the ID token (a JWT), and the provider's key that verified it. Its hash is in the record.
 * Deleted to erase a person.
 */
export const agreementIdTokens = pgTable('agreement_id_tokens', {
  answerId: uuid('answer_id')
    .primaryKey()
    .references(() => agreementAnswers.id, { onDelete: 'cascade' }),
  token: text().notNull(),
  key: jsonb().$type<PublishedKey>().notNull(),
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
    /** SHA-256, in hex, of the cookie of the browser that began. */
    browserHash: text('browser_hash').notNull(),
    nonce: text().notNull(),
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

export const agreementSendingData = declarePersonalData(
  agreementSendings,
  { copies: ['sentTo', 'cc'], withheld: ['linkHash'], other: ['agreementId', 'sentAt'] },
  ofAgreement,
)

export const agreementCodeData = declarePersonalData(
  agreementCodes,
  { addresses: ['sentTo'], other: ['id', 'agreementId', 'usedAt', 'createdAt', 'expiresAt'] },
  ofAgreement,
)

export const agreementIdentificationData = declarePersonalData(
  agreementIdentifications,
  {
    person: ['issuer', 'subject', 'name'],
    withheld: ['stateHash', 'browserHash', 'nonce', 'codeVerifier', 'idToken', 'key'],
    other: ['agreementId', 'identifiedAt', 'usedAt', 'createdAt', 'expiresAt'],
  },
  ofAgreement,
)

declarePersonalData(agreementIdTokens, { person: ['token'], other: ['answerId', 'key'] })
declarePersonalData(agreementSealedPdfs, { person: ['content'], other: ['answerId', 'createdAt'] })
