import {
  type AnswerAction,
  type AnswerChannel,
  answerActions,
  answerChannels,
} from '@kontor/contract/agreements/agreements.rules'
import { index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { atLeast, bytes, createdAt, instant, oneOf } from '../../platform/database/columns.ts'
import { declarePersonalData } from '../../platform/database/personal-data.ts'
import type { PublishedKey } from '../../platform/signing/id-token.ts'
import { agreementSnapshots, agreements } from '../agreements/agreements.table.ts'

/** Answers, each to one snapshot. Immutable like snapshots, except the origin. The columns above `evidence` copy values of `record`. */
export const agreementAnswers = pgTable(
  'agreement_answers',
  {
    id: uuid().primaryKey().defaultRandom(),
    agreementId: uuid('agreement_id')
      .notNull()
      .references(() => agreements.id, { onDelete: 'cascade' }),
    snapshotId: uuid('snapshot_id')
      .notNull()
      .references(() => agreementSnapshots.id, { onDelete: 'cascade' }),
    action: text().$type<AnswerAction>().notNull(),
    message: text(),
    name: text(),
    channel: text().$type<AnswerChannel>().notNull(),
    answeredAt: instant('answered_at').notNull(),
    /** SHA-256 of `record`, in hex. */
    evidence: text().notNull(),
    /** The record of the answer, as canonical JSON (`agreement-evidence.record.ts`). */
    record: text().notNull().default(''),
    /** The IP address and browser of the request, and the salt of their hash in `record`. Blanked to erase a person. */
    address: text(),
    userAgent: text('user_agent'),
    originSalt: text('origin_salt'),
  },
  (table) => [
    oneOf('agreement_answers_action_check', table.action, Object.keys(answerActions)),
    oneOf('agreement_answers_channel_check', table.channel, Object.keys(answerChannels)),
    index('agreement_answers_agreement_index').on(table.agreementId, table.answeredAt),
    index('agreement_answers_snapshot_index').on(table.snapshotId),
  ],
)

/** The numbers of all answers, from 1 without gaps, with their signatures. Rows stay when their agreement is deleted. */
export const agreementEvidence = pgTable(
  'agreement_evidence',
  {
    number: integer().primaryKey(),
    answerId: uuid('answer_id').notNull().unique('agreement_evidence_answer_unique'),
    /** SHA-256 of the answer's record, in hex. */
    evidence: text().notNull(),
    /** Ed25519 signature of the record, in base64url. */
    signature: text().notNull(),
    /** Id of the key that signed. */
    keyId: text('key_id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [atLeast('agreement_evidence_number_check', table.number, 1)],
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
 * The ID token (a JWT) of the answerer, and the OpenID provider's key that verified it. Their hashes are in the record.
 * Deleted to erase a person.
 */
export const agreementIdTokens = pgTable('agreement_id_tokens', {
  answerId: uuid('answer_id')
    .primaryKey()
    .references(() => agreementAnswers.id, { onDelete: 'cascade' }),
  token: text().notNull(),
  key: jsonb().$type<PublishedKey>().notNull(),
})

export const agreementAnswerData = declarePersonalData(
  agreementAnswers,
  {
    person: ['message', 'name', 'address', 'userAgent'],
    withheld: ['record', 'originSalt'],
    other: ['id', 'agreementId', 'snapshotId', 'action', 'channel', 'answeredAt', 'evidence'],
  },
  { under: 'agreement', parents: { agreement: 'agreement_id' } },
)

declarePersonalData(agreementIdTokens, { person: ['token'], other: ['answerId', 'key'] })
declarePersonalData(agreementSealedPdfs, { person: ['content'], other: ['answerId', 'createdAt'] })
