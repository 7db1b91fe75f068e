import { randomBytes } from 'node:crypto'
import type { AnswerChannel } from '@kontor/contract/agreements/agreements.rules'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { IdToken } from './agreements.answerer.service.ts'
import { insertIdToken, insertLink, listSendings, lockChain } from './agreements.chain.queries.ts'
import {
  chainStatement,
  type EvidenceRecord,
  type LinkReach,
  originHash,
  reachOf,
  recordEvidence,
  type Verification,
} from './agreements.chain.ts'
import { insertAnswer } from './agreements.evidence.queries.ts'
import { canonicalJson, type HashedAnswer, parseSnapshot, sha256 } from './agreements.evidence.ts'
import { type AgreementRow, readContactPerson } from './agreements.queries.ts'

interface Answered {
  readonly agreement: AgreementRow
  readonly snapshot: { readonly id: string; readonly content: string }
  readonly answer: HashedAnswer & { readonly channel: AnswerChannel }
  readonly origin: { readonly address: string; readonly userAgent: string | null } | null
  readonly verification: Verification
  /** Who answers, signed by an OpenID provider. */
  readonly idToken?: IdToken | undefined
}

interface Linked {
  readonly id: string
  readonly evidence: string
  readonly number: number
  /** Whom the link had reached. */
  readonly reach: LinkReach
  /** The contact person's address when the answer came. */
  readonly storedAddress: string | null
}

/** Stores an answer with its record of evidence, signed as the next link of the chain. */
export const addToChain = async (
  tx: Queryable,
  { signing: { key } }: Pick<Deps, 'signing'>,
  { agreement, snapshot, answer, origin, verification, idToken }: Answered,
): Promise<Linked> => {
  const { action, channel, message, name, answeredAt } = answer
  const salted = origin && { ...origin, salt: randomBytes(16).toString('base64url') }
  const { contactPersonId, customerId, responseToken } = agreement
  const person = contactPersonId === null ? undefined : await readContactPerson(tx, contactPersonId, customerId)
  const sendings = await listSendings(tx, sha256(responseToken))
  const last = await lockChain(tx)
  const record: EvidenceRecord = {
    format: 'kontor-evidence-3',
    number: (last?.number ?? 0) + 1,
    previous: last?.evidence ?? null,
    agreement: {
      id: agreement.id,
      reference: agreement.reference,
      text: parseSnapshot(snapshot.content).number,
      sha256: sha256(snapshot.content),
    },
    answer: { action, channel, message, name },
    answeredAt,
    link: { sendings, storedAddress: person?.email ?? null },
    verification,
    origin: salted && originHash(salted),
  }
  const evidence = recordEvidence(record)
  const { id } = await insertAnswer(tx, {
    ...answer,
    agreementId: agreement.id,
    snapshotId: snapshot.id,
    evidence,
    record: canonicalJson(record),
    address: salted?.address ?? null,
    userAgent: salted?.userAgent ?? null,
    originSalt: salted?.salt ?? null,
  })
  if (idToken) await insertIdToken(tx, { answerId: id, ...idToken })
  const link = { number: record.number, evidence, previous: record.previous }
  await insertLink(tx, { ...link, answerId: id, keyId: key.id, signature: key.sign(chainStatement(link)) })
  return { id, evidence, number: record.number, reach: reachOf(sendings), storedAddress: record.link.storedAddress }
}
