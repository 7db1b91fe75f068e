/** Constants of a customer's record; free of dependencies. */

/** The most rows of each kind in a record, the newest. */
export const maxRecordRows = 200

/** The entries of agreements' timelines that a customer's record shows. */
export const recordEvents = ['created', 'sent', 'reminded', 'opened', 'answered', 'failed', 'archived'] as const
