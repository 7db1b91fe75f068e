import type { Deps } from '../../platform/deps.ts'
import { orNull } from '../../platform/errors/or-null.ts'
import type { PdfDocument } from '../../platform/pdf/pdf-document.ts'
import type { PdfPurpose, PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { answeredDocument } from './agreement-evidence.document.ts'
import { attachmentsOf, type EvidenceFiles, filesOf } from './agreement-evidence.files.ts'
import * as queries from './agreement-evidence.queries.ts'
import { requestTimestamp } from './agreement-evidence.timestamps.ts'

/** Returns the document of an answer to be sealed at `at`. It depends on the files alone, so that anyone can render it again and compare. */
export const sealableDocument = (files: EvidenceFiles, at: string): PdfDocument => {
  const document = answeredDocument(files, at)
  const seal = { holder: document.author, reason: 'Seal of the agreement and its answer', at }
  return { ...document, files: attachmentsOf(files), seal }
}

/** Milliseconds to wait for the timestamp authority, while a user waits for the download. */
const timestampTimeoutMs = 3_000

/** Returns an answer's timestamp, and requests a missing one. Null without an authority, or while it is unreachable (the job retries). */
const ensureTimestamp = async (
  { config: { tsaUrl }, database: { db } }: Deps,
  { signed, timestamp }: queries.StoredAnswer,
): Promise<Buffer | null> => {
  if (tsaUrl === undefined || !signed || timestamp) return timestamp
  const signature = Buffer.from(signed.signature, 'base64url')
  const token = await orNull(() => requestTimestamp(tsaUrl, signature, timestampTimeoutMs))
  if (token) await queries.insertTimestamp(db, signed.number, token)
  return token
}

/** Returns the sealed PDF of an answer, made once and stored. While a timestamp is still missing, each call makes a new PDF. */
export const sealedPdf = async (
  deps: Deps,
  pdf: PdfRenderer,
  stored: queries.StoredAnswer,
  options: { readonly purpose: PdfPurpose; readonly signal?: AbortSignal },
): Promise<Buffer> => {
  const { db } = deps.database
  const { id } = stored.answer
  const made = await queries.findSealedPdf(db, id)
  if (made) return made.content
  const timestamp = await ensureTimestamp(deps, stored)
  const files = filesOf({ ...stored, timestamp })
  if (!files) throw new Error('The answer is not signed by a key that is known here')
  const unsealed = await pdf.render(sealableDocument(files, deps.clock.now().toISOString()), options)
  const sealed = await deps.signing.seal.seal(unsealed)
  if (deps.config.tsaUrl && !timestamp) return sealed
  if (await db.transaction((tx) => queries.insertSealedPdf(tx, stored.answer, sealed))) return sealed
  // A concurrent call has stored its PDF, or the person was erased: returns that PDF, or makes one without their origin.
  const [current] = await queries.listAnswer(db, id)
  if (!current) throw new Error('The answer no longer exists')
  return sealedPdf(deps, pdf, current, options)
}
