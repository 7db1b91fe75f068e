import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { orThrow } from '../../platform/errors/http-error.ts'
import type { PdfDocument } from '../../platform/pdf/pdf-document.ts'
import type { PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { agreementDocument, agreementFileName } from './agreements.document.ts'
import { type AgreementRow, readAgreement } from './agreements.queries.ts'
import { agreementNotFound } from './agreements.service.ts'
import { parseSnapshot } from './agreements.snapshot.ts'
import { buildSnapshot } from './agreements.snapshots.service.ts'
import { findNewestSnapshot, findSnapshot } from './agreements.timeline.queries.ts'

/** Returns an agreement's PDF without evidence: as its customer sees it or, for a draft, as the customer would see it. */
export const openDocument = async (
  db: Queryable,
  { id, status, reference, updatedAt }: AgreementRow,
): Promise<{ readonly document: PdfDocument; readonly fileName: string }> => {
  const shown = status === 'draft' ? undefined : await findNewestSnapshot(db, id)
  const text = shown ? parseSnapshot(shown.content) : await buildSnapshot(db, id)
  return {
    document: agreementDocument(text, { madeAt: shown?.createdAt ?? updatedAt }),
    fileName: agreementFileName(text, reference),
  }
}

/** @throws HttpError 404 */
export const listUnshownLetters = async (
  { database: { db } }: Deps,
  pdf: PdfRenderer,
  id: string,
): Promise<string[]> => {
  const { document } = await openDocument(db, await orThrow(readAgreement(db, id), agreementNotFound))
  return [...(await pdf.unshownLetters(document, { purpose: 'receipt' }))]
}

/** Renders the text that was sent, even if the agreement has changed since. */
export const renderSentPdf = async (
  { database: { db } }: Deps,
  pdf: PdfRenderer,
  snapshotId: string,
): Promise<Buffer> => {
  const found = await findSnapshot(db, snapshotId)
  if (!found) throw new Error('The text no longer exists')
  const document = agreementDocument(parseSnapshot(found.content), { madeAt: found.createdAt })
  return pdf.render(document, { purpose: 'receipt' })
}
