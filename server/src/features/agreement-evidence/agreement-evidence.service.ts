import { randomBytes } from 'node:crypto'
import { readEvidenceKeys } from '@kontor/contract/agreements/agreements.endpoints'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { drawing } from '../../platform/pdf/pdf-document.ts'
import type { Client } from '../../platform/session/sessions.ts'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import type { EvidenceKey } from '../../platform/signing/evidence-key.ts'
import { listSealCertificates } from '../../platform/signing/servers.queries.ts'
import { type AgreementRow, readContactPerson } from '../agreements/agreements.queries.ts'
import type { SentText } from '../agreements/agreements.sending.service.ts'
import type { IdToken } from './agreement-evidence.files.ts'
import { claimNumber, insertEvidence } from './agreement-evidence.queries.ts'
import { type EvidenceRecord, originHash } from './agreement-evidence.record.ts'

interface Answered extends Pick<EvidenceRecord, 'read' | 'answer' | 'answeredAt' | 'verification'> {
  readonly agreement: AgreementRow
  readonly text: SentText
  readonly sendings: EvidenceRecord['link']['sendings']
  readonly origin: Client | null
  readonly idToken?: IdToken | undefined
}

/** A stored answer, and its evidence as the receipts show it. */
export interface Proven {
  readonly id: string
  readonly record: EvidenceRecord
  /** SHA-256 of the record, in hex. */
  readonly evidence: string
  /** The key that signed the record (DER in base64), and the URL where the company publishes its keys. */
  readonly signedBy: { readonly id: string; readonly publicKey: string; readonly url: string }
}

export type Unsigned = Omit<EvidenceRecord, 'format' | 'drawing'>

/** Returns a record with its signature, as they are stored. */
export const signRecord = (key: EvidenceKey, fields: Unsigned) => {
  const record: EvidenceRecord = { ...fields, format: 'kontor-answer-1', drawing }
  const content = canonicalJson(record)
  const signed = { number: record.number, evidence: sha256(content), signature: key.sign(content), keyId: key.id }
  return { record, content, signed }
}

/** Stores an answer with its signed record. */
export const proveAnswer = async (
  tx: Queryable,
  { config, signing: { key, seal } }: Pick<Deps, 'config' | 'signing'>,
  { agreement, text, sendings, origin, idToken, ...answered }: Answered,
): Promise<Proven> => {
  const { answer, answeredAt } = answered
  const { contactPersonId, customerId } = agreement
  const person = contactPersonId === null ? undefined : await readContactPerson(tx, contactPersonId, customerId)
  const salted = origin && { ...origin, salt: randomBytes(16).toString('base64url') }
  // Lists every server's certificate, since another server may seal the document.
  const others = (await listSealCertificates(tx)).map(({ fingerprint }) => fingerprint)
  const { record, content, signed } = signRecord(key, {
    ...answered,
    number: await claimNumber(tx),
    agreement: text.snapshot,
    frozenAt: text.createdAt,
    link: { sendings, storedAddress: person?.email ?? null },
    origin: salted && originHash(salted),
    certificates: [...new Set([seal.fingerprint, ...others])],
  })
  const { evidence } = signed
  const ids = { agreementId: agreement.id, snapshotId: text.id }
  const origins = { address: salted?.address, userAgent: salted?.userAgent, originSalt: salted?.salt }
  const stored = { ...answer, ...ids, ...origins, answeredAt, evidence, record: content }
  const id = await insertEvidence(tx, stored, signed, idToken)
  const url = `${config.publicUrl}${readEvidenceKeys.path}`
  return { id, record, evidence, signedBy: { id: key.id, publicKey: key.publicKey, url } }
}
