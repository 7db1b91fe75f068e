import { z } from 'zod'
import * as fields from '../shared/fields.ts'
import { conditionLimits, defaultConditionCategory } from './conditions.rules.ts'

export const conditionSchema = z.object({
  id: z.int(),
  name: z.string(),
  content: z.string(),
  category: z.string(),
  isActive: z.boolean(),
  /** While active, a copy is attached to each new agreement. */
  isDefault: z.boolean(),
  sortOrder: z.int(),
  usageCount: z.int(),
  ...fields.rowStamps,
})

export type Condition = z.output<typeof conditionSchema>

const required = {
  name: fields.requiredLine(conditionLimits.name, 'Navn'),
  content: fields.requiredText(conditionLimits.content, 'Innhold'),
}

const orGeneral = (category: string | null): string => category ?? defaultConditionCategory

const orderMessage = 'Rekkefølge må være et helt tall'
const sortOrder = z.int(orderMessage).min(-2_147_483_648, orderMessage).max(2_147_483_647, orderMessage)
const sortOrderOrNothing = z
  .union([sortOrder, z.literal('')], orderMessage)
  .nullable()
  .transform((order) => order || 0)

export const conditionCreateSchema = z.object({
  ...required,
  category: fields.optionalLine(conditionLimits.category, 'Kategori').transform(orGeneral),
  isActive: fields.flag(true),
  isDefault: fields.flag(false),
  sortOrder: sortOrderOrNothing.default(0),
})

/** Absent fields keep their value; a stale `version` is a conflict. */
export const conditionUpdateSchema = z
  .object({
    ...required,
    category: fields.changedLine(conditionLimits.category, 'Kategori').transform(orGeneral),
    isActive: fields.changedFlag,
    isDefault: fields.changedFlag,
    sortOrder: sortOrderOrNothing,
    version: fields.readVersionSchema,
  })
  .partial()

/** The panel's form: the sort order is a string, where '' means 0. */
export const conditionFormSchema = conditionUpdateSchema.extend({
  ...required,
  category: fields.requiredLine(conditionLimits.category, 'Kategori'),
  sortOrder: z
    .string()
    .trim()
    .transform((typed) => (/^-?\d*$/.test(typed) ? Number(typed) : Number.NaN))
    .pipe(sortOrder),
})

/** The ids of all conditions, each once, in their new order. */
export const conditionOrderSchema = z.object({
  ids: z
    .array(fields.positiveInt('Ugyldig id'))
    .max(conditionLimits.order)
    .refine((ids) => new Set(ids).size === ids.length, 'En betingelse står to ganger'),
})
