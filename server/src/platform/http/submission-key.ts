import { createHash } from 'node:crypto'

/**
 * What tells a form that is sent again (a double click, a lost answer) from another one: made of the form's own mark and the
 * texts, since whoever corrects them before sending again has written something new. Null when the client sent no mark.
 */
export const submissionKey = (submissionId: string | null | undefined, texts: object): string | null =>
  submissionId
    ? createHash('sha256')
        .update(JSON.stringify([submissionId, texts]))
        .digest('hex')
    : null
