import { isDeepStrictEqual } from 'node:util'
import { agreementLanguages, isFrozen, isOpen, statusAfter } from '@kontor/contract/agreements/agreements.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { dateOf } from '@kontor/contract/shared/time'
import type { Queryable } from '../../platform/database/database.ts'
import { orNull } from '../../platform/errors/or-null.ts'
import { readAttachments } from '../../platform/pdf/attachments.ts'
import { drawPdf } from '../../platform/pdf/draw-pdf.ts'
import { drawing } from '../../platform/pdf/pdf-document.ts'
import { fillSealPlace } from '../../platform/pdf/seal-place.ts'
import { canonicalJson, sha256 } from '../../platform/signing/canonical.ts'
import { isSignedBy, type KnownKey, publicKeyId } from '../../platform/signing/evidence-key.ts'
import { type ReadSeal, readSeal } from '../../platform/signing/read-seal.ts'
import { type AgreementRow, readAgreement } from '../agreements/agreements.queries.ts'
import { reachOf } from '../agreements/agreements.reach.ts'
import type { Snapshot } from '../agreements/agreements.snapshot.ts'
import { buildSnapshot } from '../agreements/agreements.snapshots.service.ts'
import { type EvidenceFiles, filesIn, filesOf, idTokenFault } from './agreement-evidence.files.ts'
import { findSealedPdf, listAnswers, listNumbers, type StoredAnswer } from './agreement-evidence.queries.ts'
import { answeredByText, type EvidenceRecord, originHash, parseRecord } from './agreement-evidence.record.ts'
import { sealableDocument } from './agreement-evidence.sealing.service.ts'
import { readTimestamp, type Timestamp } from './agreement-evidence.timestamps.ts'

/** The keys and certificates that are known to be the company's, and the roots that vouch for timestamps (PEM). */
export interface Known {
  readonly keys: readonly Omit<KnownKey, 'id'>[]
  /** SHA-256 in hex. */
  readonly certificates: readonly string[]
  readonly tsaRoots?: readonly string[]
}

/** `unknown signer`: no check fails, but the key or the certificate isn't among the known ones. `not checked`: a check couldn't be made. */
export type Verdict = 'holds' | 'unknown signer' | 'not checked' | 'broken'

export interface Verified {
  readonly verdict: Verdict
  readonly record: EvidenceRecord | null
  /** SHA-256 of the record, in hex. */
  readonly evidence: string
  readonly keyId: string
  readonly timestamp: Timestamp | null
  /** The seal of the PDF that `verifyPdf` checked; null for an answer in the database, or if the seal can't be read. */
  readonly seal: ReadSeal | null
  /** The failed checks, in order; empty if all pass. */
  readonly faults: readonly string[]
  /** The parts that aren't known to be the company's: the key, the certificate, or an older proof. */
  readonly unknown: readonly string[]
  /** The reason why a check could not be made; null if all were made. */
  readonly unchecked: string | null
  /** Signers that weren't checked (of the timestamp, and of the eID's token), and a new name of the customer. */
  readonly notes: readonly string[]
}

type Found = string | false | null | undefined

/** The findings in a PDF or the database, in addition to those in the files. */
type More = { readonly faults: readonly Found[] } & Readonly<Partial<Record<'unknown' | 'unchecked' | 'note', Found>>>

const isFound = (fault: Found): fault is string => Boolean(fault)

/** Returns the verdict for evidence that is missing or unreadable, with its only fault. */
const broken = (fault: string, seal: ReadSeal | null = null): Verified => {
  const nothing = { record: null, evidence: '', keyId: '', timestamp: null, unknown: [], unchecked: null, notes: [] }
  return { ...nothing, seal, verdict: 'broken', faults: [fault] }
}

/** Milliseconds by which clocks may differ: five minutes. */
const tolerance = 5 * 60_000

/** Names a key that isn't known, or was added after the answer: the tables' owner could add a key to sign a forged answer. */
const unknownKey = (keys: Known['keys'], publicKey: string, record: EvidenceRecord | null): Found => {
  const known = keys.filter((key) => key.publicKey === publicKey)
  if (known.length === 0) return `the key ${publicKey}`
  const answeredAt = record && !record.earlier ? dateOf(record.answeredAt).getTime() + tolerance : Infinity
  const isOlder = known.some(({ createdAt }) => !createdAt || dateOf(createdAt).getTime() <= answeredAt)
  return !isOlder && `the key ${publicKey}, which is known only since ${known[0]?.createdAt}`
}

/** Names a renewed answer's older proof: anyone with a server's key can sign such a renewal, so only the receipt proves the answer. */
const olderProof = (record: EvidenceRecord | null): Found =>
  record?.earlier && `the older proof of the answer, ${record.earlier.evidence}`

/** Checks an answer's files against each other, then what `findMore` checks, and whether the signer is known. */
export const verifyFiles = async (
  files: EvidenceFiles,
  { keys, tsaRoots }: Known,
  findMore?: (record: EvidenceRecord, evidence: string) => Promise<More>,
): Promise<Verified> => {
  const { signature, publicKey, origin } = files
  const record = await orNull(() => parseRecord(files.record))
  const evidence = sha256(files.record)
  const timestamp = files.timestamp && (await readTimestamp(files.timestamp, signature, tsaRoots))
  const more = record && (await findMore?.(record, evidence))
  const faults = [
    !record && 'the record of the answer cannot be read',
    record && canonicalJson(record) !== files.record && 'the record is not stored as it was written',
    !isSignedBy(files.record, signature, publicKey) && 'the signature is not valid',
    record?.earlier?.fault && `the answer did not hold in its older form: ${record.earlier.fault}`,
    files.timestamp && !timestamp && 'the timestamp is not valid',
    record && (await idTokenFault(record, files)),
    record && origin && record.origin !== originHash(origin) && 'the IP address or the browser is not what it was',
    ...(more?.faults ?? []),
  ].filter(isFound)
  const unknown = [unknownKey(keys, publicKey, record), olderProof(record), more?.unknown].filter(isFound)
  const eid = record?.verification.method === 'eid' && record.verification
  const notes = [
    timestamp && !timestamp.isTrusted && `who made the timestamp is not checked: certificate ${timestamp.fingerprint}`,
    files.idToken && eid && `who signed the eID's token is not checked: ${eid.issuer}, key ${eid.idToken?.keySha256}`,
    more?.note,
  ].filter(isFound)
  const unchecked = more?.unchecked || null
  const unsure = unchecked ? 'not checked' : unknown.length > 0 ? 'unknown signer' : 'holds'
  const verdict = faults.length > 0 ? 'broken' : unsure
  const keyId = publicKeyId(publicKey)
  return { verdict, record, evidence, keyId, timestamp, seal: null, faults, unknown, unchecked, notes }
}

/** Checks a sealed PDF by itself: no database, no network. */
export const verifyPdf = async (pdf: Buffer, known: Known): Promise<Verified> => {
  const seal = await readSeal(pdf)
  if ('fault' in seal) return broken(seal.fault)
  const files = await filesIn(readAttachments(pdf))
  if (!files) return broken('the PDF has no evidence attached', seal)
  const { fingerprint } = seal
  const found = await verifyFiles(files, known, async (record) => {
    // A PDF that is made again after an erasure may be sealed with a later certificate of the company.
    const isNamed = [...record.certificates, ...known.certificates].includes(fingerprint)
    const drawn = await drawAgain(record, files, seal)
    return {
      faults: [
        !isNamed && 'the certificate that sealed the PDF is not the one that the record names',
        typeof drawn !== 'string' && !drawn?.equals(pdf) && "the pages are not the record's",
      ],
      unknown: !known.certificates.includes(fingerprint) && `the certificate ${fingerprint}`,
      unchecked: typeof drawn === 'string' && drawn,
    }
  })
  return { ...found, seal }
}

/**
 * Draws the record's document with the seal's signature, which must give the same file, byte for byte. Returns null if the signature doesn't
 * fit into the document, and a sentence if the document can't be drawn.
 */
const drawAgain = async (record: EvidenceRecord, files: EvidenceFiles, { at, signature }: ReadSeal) => {
  if (record.drawing > drawing) return 'a newer version of Kontor drew the pages, and can check them'
  try {
    const drawn = await drawPdf(sealableDocument(files, at))
    return await orNull(() => fillSealPlace(drawn, async () => signature))
  } catch (error) {
    return `the pages could not be drawn again, to compare them: ${error}`
  }
}

type Compared = readonly [what: string, shown: unknown, proven: unknown]

const answerOf = (
  { answer, content, signed }: StoredAnswer,
  { id }: AgreementRow,
  record: EvidenceRecord,
): Compared[] => {
  const { action, channel, message, name, answeredAt, evidence } = answer
  return [
    ['answer', { action, channel, message, name, answeredAt }, { ...record.answer, answeredAt: record.answeredAt }],
    ['text', content, canonicalJson(record.agreement)],
    ['agreement', id, record.agreement.agreementId],
    ['number', [signed?.evidence, signed?.number], [evidence, record.number]],
  ]
}

/** Compares an agreement's columns with the record of its newest answer. Erased columns are null and count as equal. */
const officeOf = (shown: AgreementRow, record: EvidenceRecord, evidence: string): Compared[] => {
  const { answer, answeredAt, link } = record
  const names = keysOf(agreementLanguages).map((language) => answeredByText(record, reachOf(link.sendings), language))
  return [
    ['status', shown.status, statusAfter('sent', answer.action)],
    ['evidence', shown.evidence, evidence],
    ['time', shown.respondedAt, answeredAt],
    ['way', shown.answerChannel, answer.channel],
    ['message', shown.customerResponse ?? answer.message, answer.message],
    ['name', shown.respondedBy ?? names[0], names.find((name) => name === shown.respondedBy) ?? names[0]],
  ]
}

/** Compares the text in an agreement's rows with the answered text. */
const textOf = (now: Snapshot, answered: Snapshot): Compared[] => {
  const partsOf = ({ title, description, customer, products, ...text }: Snapshot) => ({
    title,
    description,
    total: [text.totalAmount, text.vatAmount],
    'last day': text.validUntil,
    // Companies may change their names, which is only noted.
    customer: customer.organizationNumber ?? customer.name,
    // Ignores product ids, which are cleared when the product is deleted.
    line: products.map(({ productId: _, ...line }) => line),
    term: text.conditions,
  })
  const [shown, proven] = [partsOf(now), partsOf(answered)]
  return keysOf(shown).map((what) => [what, shown[what], proven[what]])
}

const differences = (compared: readonly Compared[]): string[] =>
  compared
    .filter(([, shown, proven]) => !isDeepStrictEqual(shown, proven))
    .map(([what]) => `the office shows another ${what} than the record`)

const verifyAnswer = async (
  db: Queryable,
  stored: StoredAnswer,
  agreement: AgreementRow,
  { known, isShown }: { readonly known: Known; readonly isShown: boolean },
): Promise<Verified> => {
  const files = filesOf(stored)
  if (!files) return broken('the answer is not signed by a key that is known here')
  const pdf = await findSealedPdf(db, stored.answer.id)
  const inPdf = pdf && (await verifyPdf(pdf.content, known))
  const strange = inPdf?.unknown.filter((one) => one !== olderProof(inPdf.record))
  // After a request for contact, the office may edit the text.
  const now = isShown && isFrozen(agreement.status) ? await buildSnapshot(db, agreement.id) : null
  return verifyFiles(files, known, async (record, evidence) => {
    const { name } = record.agreement.customer
    const faults = [
      ...differences(answerOf(stored, agreement, record)),
      ...(isShown ? differences(officeOf(agreement, record, evidence)) : []),
      ...(now ? differences(textOf(now, record.agreement)) : []),
      inPdf && inPdf.evidence !== evidence && 'the stored PDF is that of another answer',
      ...(inPdf?.faults.map((fault) => `in the stored PDF, ${fault}`) ?? []),
      strange?.[0] && `the stored PDF is signed by somebody else: ${strange}`,
    ]
    const note = now && now.customer.name !== name && `the customer ${name} is now called ${now.customer.name}`
    return { faults, unchecked: inPdf?.unchecked, note }
  })
}

/** Returns a fault if an open agreement was already accepted or rejected. An earlier request for contact is a fault only in a draft. */
const openFault = ({ status, evidence }: AgreementRow, answers: readonly StoredAnswer[]): string | false => {
  const isDecided = answers.some(({ answer }) => answer.action !== 'contact')
  const isUnanswered = isDecided || evidence !== null || (status === 'draft' && answers.length > 0)
  return isUnanswered && 'the office shows an agreement without its answer'
}

/** Verifies the answers to an agreement, oldest first; undefined if there is no such agreement. */
export const verifyAgreement = async (db: Queryable, id: string, known: Known): Promise<Verified[] | undefined> => {
  const agreement = await readAgreement(db, id)
  if (!agreement) return undefined
  const answers = await listAnswers(db, id)
  const verified: Verified[] = []
  for (const stored of answers) {
    const isShown = !isOpen(agreement.status) && stored === answers.at(-1)
    verified.push(await verifyAnswer(db, stored, agreement, { known, isShown }))
  }
  const missing = isOpen(agreement.status)
    ? openFault(agreement, answers)
    : answers.length === 0 && 'the answer is missing'
  return missing ? [...verified, broken(missing)] : verified
}

/** Returns the number of answers, the number whose agreement was deleted, and the first fault in the numbering, if any. */
export const verifyNumbers = async (db: Queryable) => {
  const answers = await listNumbers(db)
  const last = answers.at(-1)?.number ?? 0
  const missing = last - answers.length
  let latest = 0
  const early = answers.find(({ answeredAt, isRenewed }) => {
    // An answer of the older form was numbered long after it came, so its time is ignored.
    const at = answeredAt === null || isRenewed ? latest : dateOf(answeredAt).getTime()
    latest = Math.max(latest, at)
    return at < latest - tolerance
  })
  const disorder = early ? `number ${early.number} came before the number below it` : null
  return {
    numbers: answers.length,
    deleted: answers.filter(({ answeredAt }) => answeredAt === null).length,
    fault: missing > 0 ? `${missing} of the numbers 1 to ${last} are missing` : disorder,
  }
}
