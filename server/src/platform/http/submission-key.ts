import { hash } from 'node:crypto'

/**
 * Returns a key for deduplicating resubmitted forms (a double click, a lost response): the form's own id plus the texts, since a form with
 * corrected texts is a new submission. Null when the client sent no id.
 */
export const submissionKey = (submissionId: string | null | undefined, texts: object): string | null =>
  submissionId ? hash('sha256', JSON.stringify([submissionId, texts])) : null
