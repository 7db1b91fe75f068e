import type { Queryable } from '../../platform/database/database.ts'
import { listAnswers } from './agreements.evidence.queries.ts'
import { canonicalJson, evidenceOf, parseSnapshot, type Snapshot } from './agreements.evidence.ts'
import { readAgreement } from './agreements.queries.ts'

export interface VerifiedAnswer {
  readonly action: string
  readonly answeredAt: string
  readonly number: number
  /** SHA-256 in hex: as stored, and as recomputed. */
  readonly stored: string
  readonly computed: string
  /** Empty when the evidence holds. */
  readonly faults: readonly string[]
}

type StoredAnswer = Awaited<ReturnType<typeof listAnswers>>[number]

const tryParseSnapshot = (content: string): Snapshot | null => {
  try {
    return parseSnapshot(content)
  } catch {
    return null
  }
}

const verifyAnswer = ({ answer, content }: StoredAnswer, agreementId: string): VerifiedAnswer => {
  const { action, answeredAt, evidence: stored } = answer
  const snapshot = tryParseSnapshot(content)
  if (!snapshot) {
    return {
      action,
      answeredAt,
      stored,
      number: 0,
      computed: '',
      faults: ['the text that was answered cannot be read'],
    }
  }
  const computed = evidenceOf(snapshot, answer)
  const faults = [
    ...(computed === stored ? [] : ['the text, the answer or the time is not what it was']),
    ...(canonicalJson(snapshot) === content ? [] : ['the text is not stored as it was frozen']),
    ...(snapshot.agreementId === agreementId ? [] : ['the text is that of another agreement']),
  ]
  return { action, answeredAt, stored, computed, number: snapshot.number, faults }
}

/** Oldest first; undefined without an agreement. The office must show the evidence of the last answer. */
export const verifyAgreement = async (db: Queryable, id: string): Promise<VerifiedAnswer[] | undefined> => {
  const agreement = await readAgreement(db, id)
  if (!agreement) return undefined
  const verified = (await listAnswers(db, id)).map((stored) => verifyAnswer(stored, id))
  const last = verified.at(-1)
  if (agreement.evidence === null || agreement.evidence === last?.stored) return verified
  const fault = 'the office shows other evidence than that of the last answer'
  return last
    ? [...verified.slice(0, -1), { ...last, faults: [...last.faults, fault] }]
    : missingAnswer(agreement.evidence)
}

const missingAnswer = (stored: string): VerifiedAnswer[] => [
  { action: '?', answeredAt: '?', number: 0, stored, computed: '', faults: ['the answer is missing'] },
]
