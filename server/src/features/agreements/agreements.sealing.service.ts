import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import type { PdfDocument, PdfFile } from '../../platform/pdf/pdf-document.ts'
import type { PdfPurpose, PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import type { PublicKey } from '../../platform/signing/evidence-key.ts'
import { requestTimestamp } from '../../platform/signing/timestamps.ts'
import * as chain from './agreements.chain.queries.ts'
import { answeredByText, type EvidenceRecord, parseRecord, reachIn, timestampedText } from './agreements.chain.ts'
import { agreementDocument, type Proof } from './agreements.document.ts'
import { type AnswerRow, findAnswer } from './agreements.evidence.queries.ts'
import { parseSnapshot } from './agreements.evidence.ts'
import type { EvidenceFile } from './agreements.evidence-file.ts'

/** Of the evidence in a sealed PDF. */
const evidenceFileName = 'kontor-evidence.json'

export interface StoredAnswer {
  readonly answer: AnswerRow
  /** The snapshot that was answered, as it is stored. */
  readonly content: string
  /** When it was frozen. */
  readonly shownAt: string
}

/** The evidence of an answer, complete; null for answers from before the chain. */
export const readEvidenceFile = async (
  db: Queryable,
  publicKeys: readonly PublicKey[],
  { answer, content }: StoredAnswer,
): Promise<EvidenceFile | null> => {
  const link = await chain.findLinkOfAnswer(db, answer.id)
  if (!link || answer.record === null) return null
  const timestamp = await chain.findTimestamp(db, link.number)
  const { number, evidence, previous, signature, keyId } = link
  const { address, userAgent, originSalt } = answer
  const signed = await chain.findIdToken(db, answer.id)
  return {
    format: 'kontor-evidence-file-1',
    text: content,
    record: answer.record,
    link: { number, evidence, previous },
    signature,
    publicKey: publicKeys.find(({ id }) => id === keyId)?.publicKey ?? null,
    timestamp: timestamp?.token.toString('base64') ?? null,
    ...(signed && { idToken: { token: signed.token, key: signed.key } }),
    origin: originSalt === null || address === null ? null : { address, userAgent, salt: originSalt },
  }
}

const asAttachment = (file: EvidenceFile): PdfFile => ({
  name: evidenceFileName,
  type: 'application/json',
  description: 'Evidence of the answer',
  content: JSON.stringify(file, null, 2),
})

/** Where an answer came from, unless it was not recorded with it: in old answers, and in those by phone. */
const originOf = ({
  record,
  channel,
  originSalt,
  address,
  userAgent,
}: AnswerRow): Pick<Proof, 'address' | 'userAgent'> => {
  if (record === null || channel === 'phone') return {}
  if (originSalt === null) return { address: null, userAgent: null }
  return { address: address ?? undefined, userAgent: userAgent ?? undefined }
}

/** What the record adds to an answer from before the chain. */
const recordedProof = (record: EvidenceRecord): Partial<Proof> => {
  return {
    number: record.number,
    reach: record.answer.channel === 'link' ? reachIn(record) : undefined,
    verification: record.verification,
  }
}

/** The agreement with its answer and evidence: made of what can't change. */
const answeredDocument = async (db: Queryable, { answer, content, shownAt }: StoredAnswer): Promise<PdfDocument> => {
  const snapshot = parseSnapshot(content)
  const record = answer.record === null ? null : parseRecord(answer.record)
  const { contactPerson } = snapshot
  const answerer = record
    ? { reach: reachIn(record), verification: record.verification }
    : { reach: contactPerson && { to: [contactPerson.email], cc: [] }, verification: { method: 'link' as const } }
  const { action, channel, message, name, answeredAt, evidence } = answer
  const proof: Proof = {
    ...{ action, channel, message, name, answeredAt, evidence },
    ...originOf(answer),
    ...(record && { ...recordedProof(record), keyId: (await chain.findLinkOfAnswer(db, answer.id))?.keyId }),
    answeredBy: answeredByText({ name, channel, ...answerer }, snapshot.language ?? 'no'),
  }
  return agreementDocument(snapshot, { proof, madeAt: shownAt })
}

/** Less than a reader waits for a download. Milliseconds. */
const timestampTimeoutMs = 3_000

/** False while the authority that should confirm the evidence can't be reached: the job asks again. */
const ensureTimestamp = async (
  { config: { tsaUrl }, database: { db } }: Deps,
  { answer }: StoredAnswer,
): Promise<boolean> => {
  const link = tsaUrl === undefined ? undefined : await chain.findLinkOfAnswer(db, answer.id)
  if (tsaUrl === undefined || !link || (await chain.findTimestamp(db, link.number))) return true
  try {
    const token = await requestTimestamp(tsaUrl, timestampedText(link, link.signature), timestampTimeoutMs)
    await chain.insertTimestamp(db, link.number, token)
    return true
  } catch {
    return false
  }
}

/**
 * The sealed PDF of an answer: made once, then always the same file, except while its timestamp is missing. Answers from before the
 * chain are sealed without an attachment, since they have no evidence.
 */
export const sealedPdf = async (
  deps: Deps,
  pdf: PdfRenderer,
  stored: StoredAnswer,
  options: { readonly purpose: PdfPurpose; readonly signal?: AbortSignal },
): Promise<Buffer> => {
  const { db } = deps.database
  const { id } = stored.answer
  const made = await chain.findSealedPdf(db, id)
  if (made) return made.content
  const document = await answeredDocument(db, stored)
  const isTimestamped = await ensureTimestamp(deps, stored)
  const evidence = await readEvidenceFile(db, deps.signing.key.publicKeys, stored)
  const unsealed = await pdf.render(
    {
      ...document,
      files: evidence ? [asAttachment(evidence)] : [],
      seal: {
        holder: document.author,
        reason: 'Seal of the agreement and its answer',
        at: deps.clock.now().toISOString(),
      },
    },
    options,
  )
  const sealed = await deps.signing.seal.seal(unsealed)
  if (!isTimestamped) return sealed
  if (await db.transaction((tx) => chain.insertSealedPdf(tx, stored.answer, sealed))) return sealed
  // Another was made at the same time, or the person was erased: then it is made again, without their origin.
  const current = await findAnswer(db, id)
  if (!current) throw new Error('The answer no longer exists')
  return sealedPdf(deps, pdf, current, options)
}
