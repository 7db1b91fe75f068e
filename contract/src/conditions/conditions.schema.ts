import { z } from 'zod'
import {
  changedFlag,
  changedLine,
  flag,
  instantSchema,
  optionalLine,
  readVersionSchema,
  requiredLine,
  requiredText,
  versionSchema,
} from '../shared/fields.ts'
import { conditionLimits, defaultConditionCategory } from './conditions.rules.ts'

/** A standard condition as the administrator reads it. */
export const conditionSchema = z.object({
  id: z.int(),
  name: z.string(),
  content: z.string(),
  category: z.string(),
  isActive: z.boolean(),
  /** Attached to new agreements, as a copy, while it is active. */
  isDefault: z.boolean(),
  sortOrder: z.int(),
  /** In how many agreements a copy of it stands. */
  usageCount: z.int(),
  version: versionSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

export type Condition = z.output<typeof conditionSchema>

const required = {
  name: requiredLine(conditionLimits.name, 'Navn'),
  content: requiredText(conditionLimits.content, 'Innhold'),
}

const orGeneral = (category: string | null): string => category ?? defaultConditionCategory

const orderMessage = 'Rekkefølge må være et helt tall'
const sortOrder = z.int(orderMessage).min(-2_147_483_648, orderMessage).max(2_147_483_647, orderMessage)
const sortOrderOrNothing = z
  .union([sortOrder, z.literal('')], orderMessage)
  .nullable()
  .transform((order) => order || 0)

/** A new condition: only its name and content are required. */
export const conditionCreateSchema = z.object({
  ...required,
  category: optionalLine(conditionLimits.category, 'Kategori').transform(orGeneral),
  isActive: flag(true),
  isDefault: flag(false),
  sortOrder: sortOrderOrNothing.default(0),
})

/** A changed condition: absent fields stay; `version` guards against overwriting somebody else's change. */
export const conditionUpdateSchema = z
  .object({
    ...required,
    category: changedLine(conditionLimits.category, 'Kategori').transform(orGeneral),
    isActive: changedFlag,
    isDefault: changedFlag,
    sortOrder: sortOrderOrNothing,
    version: readVersionSchema,
  })
  .partial()

/** The panel's form: the order as typed, where nothing means 0. */
export const conditionFormSchema = conditionUpdateSchema.extend({
  ...required,
  category: requiredLine(conditionLimits.category, 'Kategori'),
  sortOrder: z
    .string()
    .trim()
    .transform((typed) => (/^-?\d*$/.test(typed) ? Number(typed) : Number.NaN))
    .pipe(sortOrder),
})

/** All conditions' ids, each once, in the order that they shall have. */
export const conditionOrderSchema = z.object({
  ids: z
    .array(z.int('Ugyldig id').min(1, 'Ugyldig id').max(2_147_483_647, 'Ugyldig id'))
    .max(conditionLimits.order)
    .refine((ids) => new Set(ids).size === ids.length, 'En betingelse står to ganger'),
})
