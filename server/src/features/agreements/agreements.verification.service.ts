import type { Queryable } from '../../platform/database/database.ts'
import { isSignedBy, type PublicKey } from '../../platform/signing/evidence-key.ts'
import { readAttachment, readSeal } from '../../platform/signing/read-seal.ts'
import type { Timestamp } from '../../platform/signing/timestamps.ts'
import * as chain from './agreements.chain.queries.ts'
import { chainStatement, type EvidenceRecord } from './agreements.chain.ts'
import { listAnswers } from './agreements.evidence.queries.ts'
import { canonicalJson, evidenceOf, parseSnapshot, type Snapshot } from './agreements.evidence.ts'
import { checkEvidence, type EvidenceFile, evidenceFileSchema } from './agreements.evidence-file.ts'
import { readAgreement } from './agreements.queries.ts'
import { readEvidenceFile, type StoredAnswer } from './agreements.sealing.service.ts'

export interface VerifiedAnswer {
  readonly action: string
  readonly answeredAt: string
  /** SHA-256 in hex, as stored. */
  readonly evidence: string
  /** Its place in the chain; null for answers from before it. */
  readonly number: number | null
  readonly keyId: string | null
  readonly timestamp: Timestamp | null
  /** Empty when the evidence holds; the first is the first that failed. */
  readonly faults: readonly string[]
}

const tryParseSnapshot = (content: string): Snapshot | null => {
  try {
    return parseSnapshot(content)
  } catch {
    return null
  }
}

/** An answer from before the chain: only its hash can be checked. */
const verifyUnsigned = (
  { answer, content }: StoredAnswer,
  agreementId: string,
  publicKeys: readonly PublicKey[],
): VerifiedAnswer => {
  const snapshot = tryParseSnapshot(content)
  const [first] = publicKeys
  const faults = [
    !snapshot && 'the text that was answered cannot be read',
    snapshot &&
      evidenceOf(snapshot, answer) !== answer.evidence &&
      'the text, the answer or the time is not what it was',
    snapshot && canonicalJson(snapshot) !== content && 'the text is not stored as it was frozen',
    snapshot && snapshot.agreementId !== agreementId && 'the text is that of another agreement',
    first && first.createdAt < answer.answeredAt && 'the answer is not signed, although answers were signed by then',
  ].filter((fault) => typeof fault === 'string')
  const { action, answeredAt, evidence } = answer
  return { action, answeredAt, evidence, number: null, keyId: null, timestamp: null, faults }
}

/** What the office shows of an answer must be what the record says. */
const isShownAsRecorded = ({ answer }: StoredAnswer, record: EvidenceRecord): boolean => {
  const { action, channel, message, name, answeredAt } = answer
  return (
    canonicalJson({ action, channel, message, name }) === canonicalJson(record.answer) &&
    answeredAt === record.answeredAt
  )
}

const verifySigned = async (
  db: Queryable,
  stored: StoredAnswer,
  { agreementId, file }: { readonly agreementId: string; readonly file: EvidenceFile },
): Promise<VerifiedAnswer> => {
  const { action, answeredAt, evidence } = stored.answer
  const { record, snapshot, keyId, timestamp, faults } = await checkEvidence(file)
  const sealed = await chain.findSealedPdf(db, stored.answer.id)
  const seal = sealed && (await readSeal(sealed.content))
  const all = [
    ...faults,
    record && !isShownAsRecorded(stored, record) && 'the office shows another answer than the record',
    file.link.evidence !== evidence && 'the answer is stored with other evidence than the chain has',
    snapshot && snapshot.agreementId !== agreementId && 'the text is that of another agreement',
    seal && 'fault' in seal && seal.fault,
  ].filter((fault) => typeof fault === 'string')
  return { action, answeredAt, evidence, number: file.link.number, keyId, timestamp, faults: all }
}

const verifyAnswer = async (
  db: Queryable,
  stored: StoredAnswer,
  agreementId: string,
  publicKeys: readonly PublicKey[],
): Promise<VerifiedAnswer> => {
  const file = await readEvidenceFile(db, publicKeys, stored)
  if (file) return verifySigned(db, stored, { agreementId, file })
  const unsigned = verifyUnsigned(stored, agreementId, publicKeys)
  if (stored.answer.record === null) return unsigned
  return { ...unsigned, faults: ['the answer is not in the chain'] }
}

/** The answers of an agreement, oldest first; undefined without an agreement. The office must show the evidence of the last. */
export const verifyAgreement = async (
  db: Queryable,
  id: string,
  publicKeys: readonly PublicKey[],
): Promise<VerifiedAnswer[] | undefined> => {
  const agreement = await readAgreement(db, id)
  if (!agreement) return undefined
  const verified: VerifiedAnswer[] = []
  for (const stored of await listAnswers(db, id)) verified.push(await verifyAnswer(db, stored, id, publicKeys))
  const last = verified.at(-1)
  if (agreement.evidence === null || agreement.evidence === last?.evidence) return verified
  const fault = 'the office shows other evidence than that of the last answer'
  return last
    ? [...verified.slice(0, -1), { ...last, faults: [...last.faults, fault] }]
    : missingAnswer(agreement.evidence)
}

const missingAnswer = (evidence: string): VerifiedAnswer[] => [
  {
    action: '?',
    answeredAt: '?',
    evidence,
    number: null,
    keyId: null,
    timestamp: null,
    faults: ['the answer is missing'],
  },
]

/** The links of the chain and the first thing that is wrong with them. Deleted agreements leave their links. */
export const verifyChain = async (
  db: Queryable,
  publicKeys: readonly PublicKey[],
): Promise<{ readonly links: number; readonly fault: string | null }> => {
  const links = await chain.listLinks(db)
  let previous: string | null = null
  for (const [index, link] of links.entries()) {
    const { publicKey } = publicKeys.find(({ id }) => id === link.keyId) ?? {}
    const fault =
      (link.number !== index + 1 && `number ${index + 1} of the chain is missing`) ||
      (link.previous !== previous && `number ${link.number} of the chain does not follow the one before it`) ||
      (!publicKey && `the key ${link.keyId}, which signed number ${link.number} of the chain, is not known`) ||
      (publicKey &&
        !isSignedBy(chainStatement(link), link.signature, publicKey) &&
        `the signature of number ${link.number} of the chain is not valid`)
    if (fault) return { links: links.length, fault }
    previous = link.evidence
  }
  return { links: links.length, fault: null }
}

export interface VerifiedPdf {
  readonly seal: { readonly holder: string; readonly fingerprint: string } | null
  readonly answer: VerifiedAnswer | null
  readonly reference: string | null
  readonly faults: readonly string[]
}

/** Checks a sealed PDF by itself: no database, no network. */
export const verifyPdf = async (pdf: Buffer): Promise<VerifiedPdf> => {
  const seal = await readSeal(pdf)
  const attachment = readAttachment(pdf)
  const file = attachment === null ? null : parseEvidenceFile(attachment)
  const checked = file && (await checkEvidence(file))
  const faults = [
    'fault' in seal && seal.fault,
    !file && 'the PDF has no evidence attached',
    ...(checked?.faults ?? []),
  ].filter((fault) => typeof fault === 'string')
  return {
    seal: 'fault' in seal ? null : seal,
    reference: checked?.record?.agreement.reference ?? null,
    answer: file && checked?.record ? answerOf(file, checked, checked.record) : null,
    faults,
  }
}

const answerOf = (
  { link }: EvidenceFile,
  { keyId, timestamp, faults }: Awaited<ReturnType<typeof checkEvidence>>,
  { answer, answeredAt }: EvidenceRecord,
): VerifiedAnswer => ({
  action: answer.action,
  answeredAt,
  evidence: link.evidence,
  number: link.number,
  keyId,
  timestamp,
  faults,
})

const parseEvidenceFile = (content: string): EvidenceFile | null => {
  try {
    return evidenceFileSchema.parse(JSON.parse(content))
  } catch {
    return null
  }
}
