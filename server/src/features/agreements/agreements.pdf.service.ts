import { agreementSentences } from '@kontor/contract/agreements/agreements.rules'
import type { Queryable } from '../../platform/database/database.ts'
import type { Deps } from '../../platform/deps.ts'
import { notFound } from '../../platform/http/errors.ts'
import type { PdfDocument } from '../../platform/pdf/pdf-document.ts'
import type { PdfRenderer } from '../../platform/pdf/pdf-renderer.ts'
import { agreementDocument, type Proof } from './agreements.document.ts'
import { type AnswerRow, findAnswer, findNewestSnapshot, listAnswers } from './agreements.evidence.queries.ts'
import { answeredBy, parseSnapshot } from './agreements.evidence.ts'
import { type AgreementRow, findAgreementByToken, readAgreement } from './agreements.queries.ts'
import { currentText } from './agreements.snapshots.service.ts'

/** Where an agreement is open, its evidence is that of an earlier round, which is no part of it. */
const isOpen = ({ status }: AgreementRow): boolean => status === 'draft' || status === 'sent'

/** An answered agreement on paper: made of evidence alone, so that it is the same whenever it is made. */
const answeredDocument = ({ answer, content }: { answer: AnswerRow; content: string }): PdfDocument => {
  const snapshot = parseSnapshot(content)
  const proof: Proof = { ...answer, answeredBy: answeredBy(answer.name, snapshot) }
  return agreementDocument(snapshot, { proof, madeAt: answer.answeredAt })
}

const render = async (db: Queryable, pdf: PdfRenderer, agreement: AgreementRow): Promise<Buffer> => {
  const { id, status, updatedAt } = agreement
  const answered = isOpen(agreement) ? undefined : (await listAnswers(db, id)).at(-1)
  if (answered) return pdf.render(answeredDocument(answered))
  const shown = status === 'draft' ? undefined : await findNewestSnapshot(db, id)
  const text = shown ? parseSnapshot(shown.content) : await currentText(db, id)
  return pdf.render(agreementDocument(text, { proof: null, madeAt: shown?.createdAt ?? updatedAt }))
}

/** The agreement as the office keeps it, archived or not. @throws HttpError 404 */
export const pdfById = async ({ database: { db } }: Deps, pdf: PdfRenderer, id: string): Promise<Buffer> => {
  const agreement = await readAgreement(db, id)
  if (!agreement) throw notFound('Avtalen finnes ikke.')
  return render(db, pdf, agreement)
}

/** What the customer keeps; a draft is shown to nobody. @throws HttpError 404 */
export const pdfByToken = async ({ database: { db } }: Deps, pdf: PdfRenderer, token: string): Promise<Buffer> => {
  const agreement = await findAgreementByToken(db, token)
  if (!agreement || agreement.status === 'draft') throw notFound(agreementSentences.notFound)
  return render(db, pdf, agreement)
}

/** The PDF that goes with the receipts of an answer. */
export const pdfOfAnswer = async ({ database: { db } }: Deps, pdf: PdfRenderer, answerId: string): Promise<Buffer> => {
  const found = await findAnswer(db, answerId)
  if (!found) throw new Error('The answer is gone')
  return pdf.render(answeredDocument(found))
}
