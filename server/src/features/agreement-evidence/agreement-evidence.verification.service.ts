import { isDeepStrictEqual } from 'node:util'
import { statusAfter } from '@kontor/contract/agreements/agreements.rules'
import { dateOf } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { drawing } from '../../platform/pdf/pdf-document.ts'
import { canonicalJson } from '../../platform/signing/canonical.ts'
import type { KnownKey } from '../../platform/signing/evidence-key.ts'
import type { ReadSeal } from '../../platform/signing/read-seal.ts'
import { readAttachments, readSeal } from '../../platform/signing/read-seal.ts'
import { fillSealPlace } from '../../platform/signing/seal-place.ts'
import { type AgreementRow, readAgreement } from '../agreements/agreements.queries.ts'
import { reachOf } from '../agreements/agreements.reach.ts'
import type { Snapshot } from '../agreements/agreements.snapshot.ts'
import { buildSnapshot } from '../agreements/agreements.snapshots.service.ts'
import {
  type CheckedEvidence,
  checkEvidence,
  type EvidenceFiles,
  filesIn,
  filesOf,
} from './agreement-evidence.files.ts'
import { countNumbers, findEarly, findSealedPdf, listAnswers, type StoredAnswer } from './agreement-evidence.queries.ts'
import { answeredByText, type EvidenceRecord } from './agreement-evidence.record.ts'
import { sealableDocument } from './agreement-evidence.sealing.service.ts'

/** Whose keys and certificates are known to be the company's, and which roots vouch for timestamps (PEM). */
export interface Known {
  readonly keys: readonly KnownKey[]
  /** SHA-256 in hex. */
  readonly certificates: readonly string[]
  readonly tsaRoots?: readonly string[]
}

/** `unknown signer`: all fits together, but nobody vouches for the key or the certificate. */
export type Verdict = 'holds' | 'unknown signer' | 'broken'

export interface Verified extends CheckedEvidence {
  readonly verdict: Verdict
  /** The PDF's certificate; null without one. */
  readonly seal: ReadSeal | null
  /** The unknown parts: the key, the certificate. */
  readonly unknown: readonly string[]
  /** The limits of a check that holds. */
  readonly notes: readonly string[]
}

type Found = string | false | null | undefined

const isFound = (fault: Found): fault is string => Boolean(fault)

/** Five minutes, for clocks that differ. Milliseconds. */
const tolerance = 5 * 60_000

/** The owner of the tables can add a server's key. It vouches for no answer that came before it was known here. */
const unknownKey = (keys: readonly KnownKey[], publicKey: string, record: EvidenceRecord | null): Found => {
  const known = keys.filter((key) => key.publicKey === publicKey)
  if (known.length === 0) return `the key ${publicKey}`
  const answeredAt = record && !record.earlier ? dateOf(record.answeredAt).getTime() + tolerance : Infinity
  const isOlder = known.some(({ createdAt }) => !createdAt || dateOf(createdAt).getTime() <= answeredAt)
  return !isOlder && `the key ${publicKey}, which is known only since ${known[0]?.createdAt}`
}

const judge = (
  checked: CheckedEvidence,
  { keys, certificates }: Known,
  found: { faults: readonly Found[]; publicKey: string; seal?: ReadSeal },
): Verified => {
  const { timestamp, record } = checked
  const { seal = null, publicKey } = found
  const faults = [...checked.faults, ...found.faults.filter(isFound)]
  const unknown = [
    unknownKey(keys, publicKey || checked.keyId, record),
    seal && !certificates.includes(seal.fingerprint) && `the certificate ${seal.fingerprint}`,
  ].filter(isFound)
  const notes = [
    timestamp && !timestamp.isTrusted && `who made the timestamp is not checked: certificate ${timestamp.fingerprint}`,
    record?.earlier && `the answer was first proven in an older form, as ${record.earlier.evidence}`,
  ].filter(isFound)
  const verdict = faults.length > 0 ? 'broken' : unknown.length > 0 ? 'unknown signer' : 'holds'
  return { ...checked, verdict, faults, unknown, notes, seal }
}

/** Nothing can be read: the rest isn't checked. */
const broken = (known: Known, fault: string, seal?: ReadSeal): Verified => {
  const nothing: CheckedEvidence = { record: null, evidence: '', keyId: '', timestamp: null, faults: [fault] }
  return judge(nothing, known, { faults: [], publicKey: '', ...(seal && { seal }) })
}

/** Checks a sealed PDF by itself: no database, no network. */
export const verifyPdf = async (pdf: Buffer, known: Known): Promise<Verified> => {
  const seal = await readSeal(pdf)
  if ('fault' in seal) return broken(known, seal.fault)
  const files = filesIn(readAttachments(pdf))
  if (!files) return broken(known, 'the PDF has no evidence attached', seal)
  const checked = await checkEvidence(files, known.tsaRoots)
  const { record } = checked
  const { fingerprint } = seal
  // A later certificate of the company seals what was erased from and made again.
  const isNamed = record?.certificates.includes(fingerprint) || known.certificates.includes(fingerprint)
  const faults = [
    record && !isNamed && 'the certificate that sealed the PDF is not the one that the record names',
    record && record.drawing > drawing && 'the PDF was drawn by a newer version of Kontor, which can check it',
    record && !(await isDrawnOf(pdf, files, seal)) && "the pages are not the record's",
  ]
  return judge(checked, known, { faults, publicKey: files.publicKey, seal })
}

/** Draws the record's document again with the given signature: the file must be the same, byte for byte. */
const isDrawnOf = async (pdf: Buffer, files: EvidenceFiles, { at, signature }: ReadSeal): Promise<boolean> => {
  try {
    const drawn = await drawPdf(sealableDocument(files, at))
    return pdf.equals(await fillSealPlace(drawn, async () => signature))
  } catch {
    // Somebody else wrote the record: it can't be drawn, or has no date.
    return false
  }
}

/** Compares an answer as the office shows it with the record. */
const answerFaults = ({ answer, content, signed }: StoredAnswer, agreementId: string, record: EvidenceRecord) => {
  const { action, channel, message, name, answeredAt, evidence } = answer
  const isShown = canonicalJson({ action, channel, message, name }) === canonicalJson(record.answer)
  return [
    (!isShown || answeredAt !== record.answeredAt) && 'the office shows another answer than the record',
    canonicalJson(record.agreement) !== content && 'the text is not the one that was answered',
    record.agreement.agreementId !== agreementId && 'the text is that of another agreement',
    (signed?.evidence !== evidence || signed.number !== record.number) &&
      'the answer has another number than its record',
  ]
}

/** Compares an agreement as the office shows it, except what was erased, with the newest answer. */
const shownFaults = async (
  db: Queryable,
  agreement: AgreementRow,
  record: EvidenceRecord,
  evidence: string,
): Promise<Found[]> => {
  const { answer, answeredAt } = record
  const { status, respondedBy, customerResponse } = agreement
  const answeredBy = (['no', 'en'] as const).map((language) =>
    answeredByText(record, reachOf(record.link.sendings), language),
  )
  const isShown = (what: string, shown: unknown, proven: unknown) =>
    !isDeepStrictEqual(shown, proven) && `the office shows another ${what} than the answer has`
  return [
    isShown('status', status, statusAfter('sent', answer.action)),
    isShown('evidence', agreement.evidence, evidence),
    isShown('time', agreement.respondedAt, answeredAt),
    isShown('way', agreement.answerChannel, answer.channel),
    customerResponse !== null && isShown('message', customerResponse, answer.message),
    respondedBy !== null && !answeredBy.includes(respondedBy) && 'the office shows another name than the answer has',
    // Others may be edited for the next round.
    ...(status === 'accepted' ? await textFaults(db, agreement, record.agreement, isShown) : []),
  ]
}

/** Reads the text that an accepted agreement's rows would show now; without ids, which deletions clear. */
const textFaults = async (
  db: Queryable,
  { id }: AgreementRow,
  text: Snapshot,
  isShown: (what: string, shown: unknown, proven: unknown) => Found,
): Promise<Found[]> => {
  const now = await buildSnapshot(db, id)
  const linesOf = ({ products }: Snapshot) => products.map(({ productId: _, ...line }) => line)
  // A company may be renamed, and is then the same one.
  const customerOf = ({ customer }: Snapshot) => customer.organizationNumber ?? customer.name
  return [
    isShown('title', now.title, text.title),
    isShown('description', now.description, text.description),
    isShown('total', [now.totalAmount, now.vatAmount], [text.totalAmount, text.vatAmount]),
    isShown('last day', now.validUntil, text.validUntil),
    isShown('customer', customerOf(now), customerOf(text)),
    isShown('line', linesOf(now), linesOf(text)),
    isShown('term', now.conditions, text.conditions),
  ]
}

const verifyAnswer = async (
  db: Queryable,
  stored: StoredAnswer,
  agreement: AgreementRow,
  { known, isShown }: { readonly known: Known; readonly isShown: boolean },
): Promise<Verified> => {
  const files = filesOf(stored)
  if (!files) return broken(known, 'the answer is not signed')
  const checked = await checkEvidence(files, known.tsaRoots)
  const { record, evidence } = checked
  const pdf = await findSealedPdf(db, stored.answer.id)
  const inPdf = pdf && (await verifyPdf(pdf.content, known))
  const faults = [
    ...(record ? answerFaults(stored, agreement.id, record) : []),
    ...(record && isShown ? await shownFaults(db, agreement, record, evidence) : []),
    inPdf && inPdf.evidence !== evidence && 'the stored PDF is that of another answer',
    ...(inPdf?.faults.map((fault) => `in the stored PDF, ${fault}`) ?? []),
    inPdf?.seal && inPdf.unknown.length > 0 && `the stored PDF is signed by somebody else: ${inPdf.unknown}`,
  ]
  const keyId = stored.signed?.keyId ?? ''
  return judge({ ...checked, keyId }, known, { faults, publicKey: files.publicKey })
}

/** An open agreement shows no answer, unless it was sent again after a request for contact. */
const openFault = ({ status, evidence }: AgreementRow, answers: readonly StoredAnswer[]): string | false => {
  const isDecided = answers.some(({ answer }) => answer.action !== 'contact')
  const isUnanswered = isDecided || evidence !== null || (status === 'draft' && answers.length > 0)
  return isUnanswered && 'the office shows an agreement without its answer'
}

/** The answers of an agreement, oldest first; undefined without an agreement. */
export const verifyAgreement = async (db: Queryable, id: string, known: Known): Promise<Verified[] | undefined> => {
  const agreement = await readAgreement(db, id)
  if (!agreement) return undefined
  const answers = await listAnswers(db, id)
  const isOpen = agreement.status === 'draft' || agreement.status === 'sent'
  const verified: Verified[] = []
  for (const stored of answers) {
    const isShown = !isOpen && stored === answers.at(-1)
    verified.push(await verifyAnswer(db, stored, agreement, { known, isShown }))
  }
  const missing = isOpen ? openFault(agreement, answers) : answers.length === 0 && 'the answer is missing'
  return missing ? [...verified, broken(known, missing)] : verified
}

/** The number of answers and of those whose agreement was deleted, and what is wrong with their numbers. */
export const verifyNumbers = async (db: Queryable) => {
  const { last, numbers, deleted } = await countNumbers(db)
  const missing = last - numbers
  const early = await findEarly(db)
  const disorder = early ? `number ${early.number} came before the number below it` : null
  return { numbers, deleted, fault: missing > 0 ? `${missing} of the numbers 1 to ${last} are missing` : disorder }
}
