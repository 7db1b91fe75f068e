import { z } from 'zod'
import { leadStages } from './leads.rules.ts'

const count = z.int().min(0)

/** Counts of all leads; nothing about a single one. */
export const leadFiguresSchema = z.object({
  /** How many leads are at each stage, have passed it, or were lost after reaching it, in pipeline order. */
  funnel: z.array(z.object({ stage: z.enum(leadStages), reached: count })),
  /** The last weeks, the oldest first; `week` is the Monday in Norway. */
  weeks: z.array(z.object({ week: z.iso.date(), leads: count, customers: count })),
  /** Leads with an overdue step per owner, the most first; null for leads without an owner. */
  overdue: z.array(z.object({ owner: z.string().nullable(), leads: count })),
  /** Lost leads per reason, the most first; null for leads without a reason. */
  lost: z.array(z.object({ reason: z.string().nullable(), leads: count })),
})

export type LeadFigures = z.output<typeof leadFiguresSchema>
