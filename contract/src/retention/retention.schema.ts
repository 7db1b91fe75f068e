import { z } from 'zod'
import { instantSchema } from '../shared/fields.ts'

/** The number of enquiries that a purge deletes, and of mails whose content it deletes. */
export const purgeCountsSchema = z.object({ enquiries: z.int().min(0), mails: z.int().min(0) })

export type PurgeCounts = z.output<typeof purgeCountsSchema>

/** A purge run; `finishedAt` is null while it runs, or if it was interrupted. */
export const purgeRunSchema = purgeCountsSchema.extend({
  startedAt: instantSchema,
  finishedAt: instantSchema.nullable(),
})

export type PurgeRun = z.output<typeof purgeRunSchema>

export const retentionStatusSchema = z.object({
  due: purgeCountsSchema,
  nextAt: instantSchema,
  lastRun: purgeRunSchema.nullable(),
  lastDeletion: purgeRunSchema.nullable(),
})
