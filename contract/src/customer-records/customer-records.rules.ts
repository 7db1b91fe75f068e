/** Maximum rows of each kind except contact persons in a record: the newest. */
export const maxRecordRows = 200

/** The kinds of entries in agreements' timelines that a customer's record shows. */
export const recordEvents = ['created', 'sent', 'reminded', 'opened', 'answered', 'failed', 'archived'] as const
