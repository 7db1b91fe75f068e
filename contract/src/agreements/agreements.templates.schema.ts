import { z } from 'zod'
import * as fields from '../shared/fields.ts'
import { agreementLimits as limits } from './agreements.rules.ts'
import { agreementCreateSchema, agreementSchema, agreementUpdateSchema } from './agreements.schema.ts'

/** A template as returned to the administrator. Amounts are in øre. */
export const agreementTemplateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  content: agreementSchema
    .pick({
      title: true,
      description: true,
      vatRate: true,
      language: true,
      verification: true,
      reminderDays: true,
      remindAfterDays: true,
      remindEveryDays: true,
      remindAtMost: true,
    })
    .extend({ validDays: z.int().nullable() }),
  lineCount: z.int(),
  conditionCount: z.int(),
  totalAmount: z.int(),
  vatAmount: z.int(),
  version: fields.versionSchema,
  createdAt: fields.instantSchema,
})

export type AgreementTemplate = z.output<typeof agreementTemplateSchema>

export const agreementTemplateCreateSchema = z.object({
  name: fields.requiredLine(limits.templateName, 'Navn'),
  agreementId: z.uuid('Ugyldig avtale ID'),
})

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

/** A new agreement. If a template is chosen, the agreement gets the template's lines, conditions and values for absent fields. */
export const agreementBeginSchema = agreementCreateSchema
  .extend({
    title: agreementCreateSchema.shape.title.optional(),
    description: agreementUpdateSchema.shape.description,
    templateId: z.uuid('Ugyldig mal').optional(),
  })
  .refine(({ title, templateId }) => title !== undefined || templateId !== undefined, {
    error: 'Tittel er påkrevd',
    path: ['title'],
    // Runs this check even if other fields are invalid, so that the response has all errors at once.
    when: ({ value }) => isObject(value),
  })
