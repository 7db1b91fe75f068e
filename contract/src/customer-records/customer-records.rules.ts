/** Maximum rows of each kind in a record; the newest are kept. */
export const maxRecordRows = 200

/** The kinds of entries in agreements' timelines that a customer's record shows. */
export const recordEvents = ['created', 'sent', 'reminded', 'opened', 'answered', 'failed', 'archived'] as const
