import { randomBytes } from 'node:crypto'
import { readEvidenceKeys } from '@kontor/contract/agreements/agreements.endpoints'
import type { Queryable } from '../../platform/database/database.ts'
import { listSealCertificates } from '../../platform/database/servers.queries.ts'
import type { Deps } from '../../platform/deps.ts'
import { drawing } from '../../platform/pdf/pdf-document.ts'
import type { Client } from '../../platform/session/sessions.ts'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import type { PublishedKey } from '../../platform/signing/id-token.ts'
import { type AgreementRow, readContactPerson } from '../agreements/agreements.queries.ts'
import { parseSnapshot } from '../agreements/agreements.snapshot.ts'
import { insertEvidence, takeNumber } from './agreement-evidence.queries.ts'
import { type EvidenceRecord, originHash } from './agreement-evidence.record.ts'

/** The ID token, and the provider's key that verified it. */
export interface IdToken {
  readonly token: string
  readonly key: PublishedKey
}

interface Answered extends Pick<EvidenceRecord, 'read' | 'answer' | 'answeredAt' | 'verification'> {
  readonly agreement: AgreementRow
  readonly snapshot: { readonly id: string; readonly content: string; readonly createdAt: string }
  readonly sendings: EvidenceRecord['link']['sendings']
  readonly origin: Client | null
  readonly idToken?: IdToken | undefined
}

/** An answer that is stored, and what the receipts say of its evidence. */
export interface Proven {
  readonly id: string
  readonly record: EvidenceRecord
  /** SHA-256 of the record, in hex. */
  readonly evidence: string
  /** The key that signed it, in DER as base64, and where the company publishes its keys. */
  readonly signedBy: { readonly id: string; readonly publicKey: string; readonly url: string }
}

/** Stores an answer with its signed record. */
export const proveAnswer = async (
  tx: Queryable,
  { config, signing: { key, seal } }: Pick<Deps, 'config' | 'signing'>,
  { agreement, snapshot, sendings, origin, idToken, ...answered }: Answered,
): Promise<Proven> => {
  const { answer, answeredAt } = answered
  const { contactPersonId, customerId } = agreement
  const person = contactPersonId === null ? undefined : await readContactPerson(tx, contactPersonId, customerId)
  const salted = origin && { ...origin, salt: randomBytes(16).toString('base64url') }
  // Another server may draw and seal the document.
  const others = (await listSealCertificates(tx)).map(({ fingerprint }) => fingerprint)
  const record: EvidenceRecord = {
    ...answered,
    format: 'kontor-answer-1',
    number: await takeNumber(tx),
    agreement: parseSnapshot(snapshot.content),
    frozenAt: snapshot.createdAt,
    link: { sendings, storedAddress: person?.email ?? null },
    origin: salted && originHash(salted),
    certificates: [...new Set([seal.fingerprint, ...others])],
    drawing,
  }
  const content = canonicalJson(record)
  const evidence = sha256(content)
  const columns = { ...answer, answeredAt, agreementId: agreement.id, snapshotId: snapshot.id, evidence }
  const origins = { address: salted?.address, userAgent: salted?.userAgent, originSalt: salted?.salt }
  const id = await insertEvidence(
    tx,
    { ...columns, ...origins, record: content },
    { number: record.number, signature: key.sign(content), keyId: key.id },
    idToken,
  )
  const url = `${config.publicUrl}${readEvidenceKeys.path}`
  return { id, record, evidence, signedBy: { id: key.id, publicKey: key.publicKey, url } }
}
