import type { Deps } from '../../platform/deps.ts'
import { orNull } from '../../platform/errors/or-null.ts'
import type { PdfDocument } from '../../platform/pdf/pdf-document.ts'
import type { PdfPurpose, PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { answeredDocument } from './agreement-evidence.document.ts'
import { attachmentsOf, type EvidenceFiles, filesOf } from './agreement-evidence.files.ts'
import * as queries from './agreement-evidence.queries.ts'
import { requestTimestamp } from './agreement-evidence.timestamps.ts'

/** The document of an answer, sealed at `at`: a function of its files, so that anyone can draw it again and compare. */
export const sealableDocument = (files: EvidenceFiles, at: string): PdfDocument => {
  const document = answeredDocument(files, at)
  const seal = { holder: document.author, reason: 'Seal of the agreement and its answer', at }
  return { ...document, files: attachmentsOf(files), seal }
}

/** Less than a reader waits for a download. Milliseconds. */
const timestampTimeoutMs = 3_000

/** The timestamp of an answer; null while the authority that should make it can't be reached: the job asks again. */
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

/** The sealed PDF of an answer: made once, then always the same file, except while its timestamp is missing. */
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
  // Another was made at the same time, or the person was erased: then it is made again, without their origin.
  const [current] = await queries.listAnswer(db, id)
  if (!current) throw new Error('The answer no longer exists')
  return sealedPdf(deps, pdf, current, options)
}
