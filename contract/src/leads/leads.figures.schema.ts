import { z } from 'zod'
import { leadStages } from './leads.rules.ts'

const count = z.int().min(0)

/** Figures about all leads together. */
export const leadFiguresSchema = z.object({
  /** The number of leads that ever reached each stage, in pipeline order, even if they are lost or in an earlier stage now. */
  funnel: z.array(z.object({ stage: z.enum(leadStages), reached: count })),
  /** New leads, and leads that became customers, in each of the last weeks, oldest first. `week` is the week's Monday in Norway. */
  weeks: z.array(z.object({ week: z.iso.date(), leads: count, customers: count })),
  /** The number of leads with an overdue step per owner, highest first; `owner` is null for leads without an owner. */
  overdue: z.array(z.object({ owner: z.string().nullable(), leads: count })),
  /** The most frequent reasons with their numbers of lost leads, highest first; `reason` is null for leads without a reason. */
  lost: z.array(z.object({ reason: z.string().nullable(), leads: count })),
})

export type LeadFigures = z.output<typeof leadFiguresSchema>
