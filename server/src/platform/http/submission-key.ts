import { hash } from 'node:crypto'

/**
 * Returns a key that is the same when a form is submitted again (a double click, a lost response): a hash of the form's id and the texts. A form
 * with corrected texts is a new submission. Null when the client sent no id.
 */
export const submissionKey = (submissionId: string | null | undefined, texts: object): string | null =>
  submissionId ? hash('sha256', JSON.stringify([submissionId, texts])) : null
