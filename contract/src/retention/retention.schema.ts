import { z } from 'zod'
import { instantSchema } from '../shared/fields.ts'

/** How many enquiries, and how many mails whose content goes. */
export const purgeCountsSchema = z.object({ enquiries: z.int().min(0), mails: z.int().min(0) })

export type PurgeCounts = z.output<typeof purgeCountsSchema>

/** A run of the purge; `finishedAt` is null while it runs, and for good when it was cut off. */
export const purgeRunSchema = purgeCountsSchema.extend({
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
})

export type PurgeRun = z.output<typeof purgeRunSchema>

/** What a purge would delete now, and when the purges are. */
export const retentionStatusSchema = z.object({
  due: purgeCountsSchema,
  nextAt: instantSchema,
  lastRun: purgeRunSchema.nullable(),
  /** The last run that had something to delete. */
  lastDeletion: purgeRunSchema.nullable(),
})
