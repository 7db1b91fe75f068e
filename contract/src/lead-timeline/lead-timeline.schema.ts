import { z } from 'zod'
import { answerActions } from '../agreements/agreements.rules.ts'
import { leadStatuses } from '../leads/leads.rules.ts'
import * as fields from '../shared/fields.ts'
import * as rules from './lead-timeline.rules.ts'

const label = 'Notat'

const outcomeSchema = z.enum(fields.keysOf(rules.callOutcomes), 'Ugyldig utfall')

export const noteBodySchema = z.object({ text: fields.requiredText(rules.maxNoteLength, label) })

export const noteChangeSchema = noteBodySchema.extend({ version: fields.readVersionSchema })

export const callBodySchema = z.object({
  outcome: outcomeSchema,
  text: fields.optionalText(rules.maxNoteLength, label),
})

export const entryParams = fields.numberParams.extend({ entryId: fields.numberParams.shape.id })

const at = fields.instantSchema

/** The user's name at the time, `Administrator`, or null if unknown. */
const author = z.string().nullable()

const written = {
  /** The id of the note or call. */
  id: z.int(),
  at,
  author,
  /** True if the caller wrote the entry and so may change and delete it. */
  is_own: z.boolean(),
  is_edited: z.boolean(),
  version: fields.versionSchema,
}

const noteSchema = z.object({ kind: z.literal('note'), ...written, text: z.string() })

const callSchema = z.object({
  kind: z.literal('call'),
  ...written,
  outcome: z.enum(fields.keysOf(rules.callOutcomes)),
  text: z.string().nullable(),
})

export const leadEntrySchema = z.discriminatedUnion('kind', [noteSchema, callSchema])

export type LeadEntry = z.output<typeof leadEntrySchema>

/** An event in a lead's history; `id` is unique among the events of the same kind. */
export const timelineItemSchema = z.discriminatedUnion('kind', [
  noteSchema,
  callSchema,
  z.object({
    kind: z.literal('created'),
    id: z.int(),
    at,
    author,
    /** The import that created the lead, with its file's name, if known; null if the lead wasn't imported. */
    import: z.object({ id: z.uuid(), file: z.string().nullable() }).nullable(),
  }),
  z.object({
    kind: z.literal('status'),
    id: z.int(),
    at,
    author,
    from: z.enum(leadStatuses),
    to: z.enum(leadStatuses),
  }),
  z.object({
    kind: z.literal('change'),
    id: z.int(),
    at,
    author,
    field: z.enum(rules.timelineFields),
    /** The former text, day or user's name. Null if it was empty, and null for a change of the customer. */
    from: z.string().nullable(),
    to: z.string().nullable(),
  }),
  /** An event of an agreement with the customer that the lead became. */
  z.object({
    kind: z.literal('agreement'),
    id: z.int(),
    at,
    author,
    event: z.enum(['sent', 'reminded', 'answered']),
    reference: z.string(),
    title: z.string(),
    action: z.enum(fields.keysOf(answerActions)).nullable(),
  }),
])

export type TimelineItem = z.output<typeof timelineItemSchema>
