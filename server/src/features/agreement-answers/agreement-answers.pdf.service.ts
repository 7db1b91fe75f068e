import { isOpen } from '@kontor/contract/agreements/agreements.rules'
import type { Deps } from '../../platform/deps.ts'
import { HttpError } from '../../platform/errors/http-error.ts'
import { PdfQueueFull, type PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { listAnswers, type StoredAnswer } from '../agreement-evidence/agreement-evidence.queries.ts'
import { sealedPdf } from '../agreement-evidence/agreement-evidence.sealing.service.ts'
import { agreementFileName } from '../agreements/agreements.document.ts'
import { openDocument } from '../agreements/agreements.pdf.service.ts'
import type { AgreementRow } from '../agreements/agreements.queries.ts'
import { parseSnapshot } from '../agreements/agreements.snapshot.ts'

/** @throws HttpError 503 when the queue is full, 499 when the client has disconnected */
export const downloadPdf = async (
  deps: Deps,
  pdf: PdfRenderer,
  { agreement, signal }: { readonly agreement: AgreementRow; readonly signal: AbortSignal },
): Promise<{ readonly file: Buffer; readonly fileName: string }> => {
  const { db } = deps.database
  const options = { purpose: 'download', signal } as const
  try {
    const answered = isOpen(agreement.status) ? undefined : (await listAnswers(db, agreement.id)).at(-1)
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

/** Renders the PDF of the newest answer, for receipts and for recipients of copies. */
export const renderMailed = async (deps: Deps, pdf: PdfRenderer, answers: Promise<StoredAnswer[]>): Promise<Buffer> => {
  const found = (await answers).at(-1)
  if (!found) throw new Error('The answer no longer exists')
  return sealedPdf(deps, pdf, found, { purpose: 'receipt' })
}
