import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { HttpError, notFound, orThrow } from '../../platform/errors/http-error.ts'
import type { PdfDocument } from '../../platform/pdf/pdf-document.ts'
import { PdfQueueFull, type PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { agreementDocument, agreementFileName } from './agreements.document.ts'
import { findAnswer, findNewestSnapshot, findSnapshot, listAnswers } from './agreements.evidence.queries.ts'
import { parseSnapshot } from './agreements.evidence.ts'
import { type AgreementRow, findAgreementByToken, readAgreement } from './agreements.queries.ts'
import { sealedPdf } from './agreements.sealing.service.ts'
import { agreementNotFound } from './agreements.service.ts'
import { buildSnapshot } from './agreements.snapshots.service.ts'

/** An open agreement's evidence belongs to an earlier round and is not part of its PDF. */
const isOpen = ({ status }: AgreementRow): boolean => status === 'draft' || status === 'sent'

interface NamedDocument {
  readonly document: PdfDocument
  readonly fileName: string
}

const openDocument = async (
  db: Queryable,
  { id, status, reference, updatedAt }: AgreementRow,
): Promise<NamedDocument> => {
  const shown = status === 'draft' ? undefined : await findNewestSnapshot(db, id)
  const text = shown ? parseSnapshot(shown.content) : await buildSnapshot(db, id)
  return {
    document: agreementDocument(text, { proof: null, madeAt: shown?.createdAt ?? updatedAt }),
    fileName: agreementFileName(text, reference),
  }
}

/** Finds the agreement of a link; drafts are hidden. @throws HttpError 404 */
export const getAgreementByLink = async ({ database: { db } }: Deps, token: string): Promise<AgreementRow> => {
  const agreement = await findAgreementByToken(db, token)
  if (!agreement || agreement.status === 'draft') throw notFound(agreementSentences.notFound)
  return agreement
}

export const getAgreementById = ({ database: { db } }: Deps, id: string): Promise<AgreementRow> =>
  orThrow(readAgreement(db, id), agreementNotFound)

/** @throws HttpError 503 when the queue is full, 499 when the client has disconnected */
export const downloadPdf = async (
  deps: Deps,
  pdf: PdfRenderer,
  { agreement, signal }: { readonly agreement: AgreementRow; readonly signal: AbortSignal },
): Promise<{ readonly file: Buffer; readonly fileName: string }> => {
  const { db } = deps.database
  const options = { purpose: 'download', signal } as const
  try {
    const answered = isOpen(agreement) ? undefined : (await listAnswers(db, agreement.id)).at(-1)
    if (answered) {
      const fileName = agreementFileName(parseSnapshot(answered.content), agreement.reference)
      return { file: await sealedPdf(deps, pdf, answered, options), fileName }
    }
    const { document, fileName } = await openDocument(db, agreement)
    return { file: await pdf.render(document, options), fileName }
  } catch (error) {
    if (error instanceof PdfQueueFull)
      throw new HttpError(503, 'Mange vil ha dokumenter akkurat nå. Prøv igjen om litt.')
    if (signal.aborted) throw new HttpError(499, 'Nedlastingen ble avbrutt.')
    throw error
  }
}

export const renderAnswerPdf = async (deps: Deps, pdf: PdfRenderer, answerId: string): Promise<Buffer> => {
  const found = await findAnswer(deps.database.db, answerId)
  if (!found) throw new Error('The answer no longer exists')
  return sealedPdf(deps, pdf, found, { purpose: 'receipt' })
}

/** The text that was sent, whatever has changed since. */
export const renderSentPdf = async (
  { database: { db } }: Deps,
  pdf: PdfRenderer,
  snapshotId: string,
): Promise<Buffer> => {
  const found = await findSnapshot(db, snapshotId)
  if (!found) throw new Error('The text no longer exists')
  const document = agreementDocument(parseSnapshot(found.content), { proof: null, madeAt: found.createdAt })
  return pdf.render(document, { purpose: 'receipt' })
}
