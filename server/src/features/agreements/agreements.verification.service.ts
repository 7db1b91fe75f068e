import { agreementLanguages, statusAfter } from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import type { Queryable } from '../../platform/database/database.ts'
import type { ChainHead } from '../../platform/signing/chain-head.ts'
import { isSignedBy, type PublicKey } from '../../platform/signing/evidence-key.ts'
import { readAttachment, readSeal } from '../../platform/signing/read-seal.ts'
import type { Timestamp } from '../../platform/signing/timestamps.ts'
import * as chain from './agreements.chain.queries.ts'
import { answeredByText, chainStatement, type EvidenceRecord, parseRecord, reachIn } from './agreements.chain.ts'
import { type AnswerRow, listAnswers } from './agreements.evidence.queries.ts'
import { canonicalJson, evidenceOf, parseSnapshot } from './agreements.evidence.ts'
import { checkEvidence, type EvidenceFile, parseEvidenceFile, tryParse } from './agreements.evidence-file.ts'
import { headFault } from './agreements.head.service.ts'
import { type AgreementRow, readAgreement } from './agreements.queries.ts'
import { readEvidenceFile, type StoredAnswer } from './agreements.sealing.service.ts'

/** What `DATA_DIR/keys` remembers; absent in installations that didn't remember it yet. */
export interface Remembered {
  readonly head?: ChainHead | undefined
  /** Of the certificates that ever sealed here: SHA-256 in hex. */
  readonly seals?: readonly string[] | undefined
}

interface Known extends Remembered {
  readonly publicKeys: readonly PublicKey[]
}

export interface VerifiedAnswer {
  readonly action: string
  readonly answeredAt: string
  /** SHA-256 in hex, as stored. */
  readonly evidence: string
  /** Its place in the chain; null for answers from before it. */
  readonly number: number | null
  readonly keyId: string | null
  readonly timestamp: Timestamp | null
  /** The failed checks, in order; empty if the evidence is valid. */
  readonly faults: readonly string[]
}

/** An answer from before the chain: only its hash can be checked. */
const verifyUnsigned = (
  { answer, content }: StoredAnswer,
  agreementId: string,
  { publicKeys, head }: Known,
): VerifiedAnswer => {
  const snapshot = tryParse(parseSnapshot, content)
  const [first] = publicKeys
  const faults = [
    !snapshot && 'the text that was answered cannot be read',
    snapshot &&
      evidenceOf(snapshot, answer) !== answer.evidence &&
      'the text, the answer or the time is not what it was',
    snapshot && canonicalJson(snapshot) !== content && 'the text is not stored as it was frozen',
    snapshot && snapshot.agreementId !== agreementId && 'the text is that of another agreement',
    first && first.createdAt < answer.answeredAt && 'the answer is not signed, although answers were signed by then',
    head &&
      !head.unsigned.includes(answer.evidence) &&
      'the answer is not signed, and was not there before answers were',
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

/** The stored PDF must be sealed by this installation, and be that of the answer. */
const checkStoredPdf = async (
  db: Queryable,
  { id, evidence }: AnswerRow,
  { seals }: Remembered,
): Promise<readonly (string | false)[]> => {
  const stored = await chain.findSealedPdf(db, id)
  if (!stored) return []
  const seal = await readSeal(stored.content)
  const attachment = readAttachment(stored.content)
  const file = attachment === null ? null : parseEvidenceFile(attachment)
  const checked = file && (await checkEvidence(file))
  return [
    'fault' in seal && seal.fault,
    'fingerprint' in seal &&
      seals &&
      !seals.includes(seal.fingerprint) &&
      'the stored PDF was sealed with a certificate of somebody else',
    file && file.link.evidence !== evidence && 'the stored PDF is that of another answer',
    ...(checked?.faults.map((fault) => `in the stored PDF, ${fault}`) ?? []),
  ].map((fault) => fault ?? false)
}

const verifySigned = async (
  stored: StoredAnswer,
  { agreementId, file }: { readonly agreementId: string; readonly file: EvidenceFile },
): Promise<VerifiedAnswer> => {
  const { action, answeredAt, evidence } = stored.answer
  const { record, snapshot, keyId, timestamp, faults } = await checkEvidence(file)
  const all = [
    ...faults,
    record && !isShownAsRecorded(stored, record) && 'the office shows another answer than the record',
    file.link.evidence !== evidence && 'the answer is stored with other evidence than the chain has',
    snapshot && snapshot.agreementId !== agreementId && 'the text is that of another agreement',
  ].filter((fault) => typeof fault === 'string')
  return { action, answeredAt, evidence, number: file.link.number, keyId, timestamp, faults: all }
}

const withFaults = (verified: VerifiedAnswer, more: readonly (string | false | null)[]): VerifiedAnswer => ({
  ...verified,
  faults: [...verified.faults, ...more.filter((fault) => typeof fault === 'string')],
})

const verifyAnswer = async (
  db: Queryable,
  stored: StoredAnswer,
  agreementId: string,
  known: Known,
): Promise<VerifiedAnswer> => {
  const file = await readEvidenceFile(db, known.publicKeys, stored)
  if (file) return verifySigned(stored, { agreementId, file })
  const unsigned = verifyUnsigned(stored, agreementId, known)
  if (stored.answer.record === null) return unsigned
  return { ...unsigned, faults: ['the answer is not in the chain'] }
}

/** Whether the office shows who answered as it was recorded, or no longer because that was erased. */
const isAnswererAsRecorded = ({ respondedBy }: AgreementRow, { answer }: StoredAnswer): boolean => {
  const record = answer.record === null ? null : tryParse(parseRecord, answer.record)
  if (respondedBy === null || record?.format !== 'kontor-evidence-3') return true
  const answerer = { ...record.answer, reach: reachIn(record), verification: record.verification }
  return keysOf(agreementLanguages).some((language) => answeredByText(answerer, language) === respondedBy)
}

/** What the agreement itself shows of its answers, oldest first, is what they say. */
const shownFaults = (agreement: AgreementRow, answers: readonly StoredAnswer[]): readonly (string | false)[] => {
  const { status, evidence, respondedAt, answerChannel, customerResponse } = agreement
  const last = answers.at(-1)
  if (status === 'draft' || status === 'sent') {
    // Only after a request for contact can the agreement be sent again.
    const isDecided = answers.some(({ answer }) => answer.action !== 'contact')
    return [
      (isDecided || (status === 'draft' && answers.length > 0)) && 'the office shows an agreement without its answer',
      evidence !== null && 'the office shows evidence of an answer that it does not show',
    ]
  }
  if (!last) return ['the answer is missing']
  const { answer } = last
  return [
    evidence !== answer.evidence && 'the office shows other evidence than that of the last answer',
    status !== statusAfter('sent', answer.action) && 'the office shows another status than the last answer gave',
    (respondedAt !== answer.answeredAt || answerChannel !== answer.channel) &&
      'the office shows another time or way of the last answer',
    customerResponse !== null &&
      customerResponse !== answer.message &&
      'the office shows another message than the last answer has',
    !isAnswererAsRecorded(agreement, last) && 'the office shows another name than the last answer has',
  ]
}

/** The answers of an agreement, oldest first; undefined without an agreement. The office must show what the last one says. */
export const verifyAgreement = async (
  db: Queryable,
  id: string,
  publicKeys: readonly PublicKey[],
  remembered: Remembered = {},
): Promise<VerifiedAnswer[] | undefined> => {
  const agreement = await readAgreement(db, id)
  if (!agreement) return undefined
  const answers = await listAnswers(db, id)
  const shown = shownFaults(agreement, answers)
  const verified: VerifiedAnswer[] = []
  for (const stored of answers) {
    const answer = await verifyAnswer(db, stored, id, { publicKeys, ...remembered })
    const isLast = stored === answers.at(-1)
    verified.push(
      withFaults(answer, [...(await checkStoredPdf(db, stored.answer, remembered)), ...(isLast ? shown : [])]),
    )
  }
  if (answers.length > 0) return verified
  const missing = withFaults(unknownAnswer(agreement.evidence ?? '?'), shown)
  return missing.faults.length > 0 ? [missing] : []
}

const unknownAnswer = (evidence: string): VerifiedAnswer => ({
  action: '?',
  answeredAt: '?',
  evidence,
  number: null,
  keyId: null,
  timestamp: null,
  faults: [],
})

/** The links of the chain and the first thing that is wrong with them. Deleted agreements leave their links. */
export const verifyChain = async (
  db: Queryable,
  publicKeys: readonly PublicKey[],
  { head }: Remembered = {},
): Promise<{ readonly links: number; readonly fault: string | null }> => {
  const links = await chain.listLinks(db)
  const forgotten = head && headFault(head, links[head.count - 1])
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
  return { links: links.length, fault: forgotten ?? null }
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
