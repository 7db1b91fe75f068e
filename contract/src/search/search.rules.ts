/** The kinds of records that a search finds, in the order in which equally good results are listed. */
export const foundKinds = ['lead', 'customer', 'contactPerson', 'agreement', 'contact', 'webinar'] as const

export type FoundKind = (typeof foundKinds)[number]

export const searchLimits = { query: 200, results: 20 } as const
