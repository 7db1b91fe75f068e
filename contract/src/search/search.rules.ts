import type { NameIn } from '../shared/records.ts'

export type FoundKind = NameIn<'found'>

export const searchLimits = { query: 200, results: 20 } as const
