import { z } from 'zod'
import { leadStages } from './leads.rules.ts'

const count = z.int().min(0)

/** Counts over all leads, nothing about individual ones. */
export const leadFiguresSchema = z.object({
  /** Counts of leads per stage, in pipeline order: now in the stage, past it, or lost after reaching it. */
  funnel: z.array(z.object({ stage: z.enum(leadStages), reached: count })),
  /** The last weeks, oldest first; `week` is the Monday in Norway. */
  weeks: z.array(z.object({ week: z.iso.date(), leads: count, customers: count })),
  /** Leads with an overdue step per owner, largest first; null for leads without an owner. */
  overdue: z.array(z.object({ owner: z.string().nullable(), leads: count })),
  /** Lost leads per reason, largest first; null for leads without a reason. */
  lost: z.array(z.object({ reason: z.string().nullable(), leads: count })),
})

export type LeadFigures = z.output<typeof leadFiguresSchema>
