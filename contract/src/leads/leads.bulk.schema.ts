import { z } from 'zod'
import * as fields from '../shared/fields.ts'
import { leadFields } from './leads.fields.ts'
import { lostReasonLimits, maxLeadsAtOnce } from './leads.rules.ts'
import { leadUpdateSchema } from './leads.schema.ts'

const changedFields = { status: true, lost_reason: true, owner_id: true, next_step: true, next_step_at: true } as const

/** One change to several leads. The server skips leads that have changed since the client read `version`. */
export const bulkChangeSchema = z.object({
  leads: z
    .array(z.object({ id: fields.positiveInt(), version: fields.readVersionSchema }))
    .min(1, 'Velg minst ett lead')
    .max(maxLeadsAtOnce, `Høyst ${maxLeadsAtOnce} leads om gangen`),
  changes: leadUpdateSchema
    .pick(changedFields)
    .refine((changes) => Object.values(changes).some((value) => value !== undefined), 'Velg hva som skal endres'),
})

export const bulkAnswerSchema = z.object({
  /** The ids of the leads that now have the values, in the request's order. */
  changed: z.array(z.int()),
  /** Leads that were deleted (`gone`, without a name and version) or changed by another user (`stale`) since they were read. */
  skipped: z.array(
    z.object({
      id: z.int(),
      reason: z.enum(['gone', 'stale']),
      company_name: z.string().nullable(),
      version: z.int().nullable(),
    }),
  ),
})

export type BulkAnswer = z.output<typeof bulkAnswerSchema>

const reason = fields.requiredLine(leadFields.lost_reason.max, leadFields.lost_reason.label)

/** The reasons offered for a lost lead, in the order of the menu. */
export const lostReasonsSchema = z.object({
  reasons: z
    .array(reason)
    .max(lostReasonLimits.reasons, `Høyst ${lostReasonLimits.reasons} årsaker`)
    .refine(
      (reasons) => new Set(reasons.map((one) => one.toLowerCase())).size === reasons.length,
      'Hver årsak kan bare stå én gang',
    ),
})

export type LostReasons = z.output<typeof lostReasonsSchema>

/** `known` is the list that the client read. If the stored list differs from it, the server returns 409; without `known`, it doesn't check. */
export const lostReasonsChangeSchema = lostReasonsSchema.extend({ known: z.array(z.string()).optional() })
