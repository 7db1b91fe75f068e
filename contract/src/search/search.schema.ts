import { z } from 'zod'
import { tooLong } from '../shared/fields.ts'
import { kindsIn } from '../shared/records.ts'
import { searchLimits } from './search.rules.ts'

export const searchQuery = z.object({
  /** Words in any order; a record must contain all of them. */
  q: z
    .string()
    .trim()
    .max(searchLimits.query, tooLong(searchLimits.query))
    .refine((value) => !value.includes('\0'), 'Søket inneholder et tegn som ikke kan finnes')
    .default(''),
})

export const foundSchema = z.object({
  kind: z.enum(kindsIn('found').map(({ name }) => name)),
  /** The record's own id: a number for leads, customers and contact persons, else a UUID. */
  id: z.union([z.int(), z.uuid()]),
  title: z.string(),
  detail: z.string(),
  /** The customer of a contact person; absent for other kinds. */
  customerId: z.int().optional(),
})

export type Found = z.output<typeof foundSchema>
