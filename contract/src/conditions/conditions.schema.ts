import { z } from 'zod'
import { changeSchema, createdShape, requiredShape, storedShape } from '../shared/field-schemas.ts'
import * as fields from '../shared/fields.ts'
import { conditionFields } from './conditions.fields.ts'
import { defaultConditionCategory, maxConditionOrder } from './conditions.rules.ts'

export const conditionSchema = z.object({
  id: z.int(),
  ...storedShape(conditionFields),
  usageCount: z.int(),
  ...fields.rowStamps,
})

export type Condition = z.output<typeof conditionSchema>

/** Category and order have their own schemas below. Without a category, the API uses the default; only the form requires it. */
const { category, sortOrder: _sortOrder, ...plainFields } = conditionFields

const orGeneral = (text: string | null): string => text ?? defaultConditionCategory

const orderMessage = 'Rekkefølge må være et helt tall'
const sortOrder = z.int(orderMessage).min(-2_147_483_648, orderMessage).max(2_147_483_647, orderMessage)
const sortOrderOrNothing = z
  .union([sortOrder, z.literal('')], orderMessage)
  .nullable()
  .transform((order) => order || 0)

export const conditionCreateSchema = z.object({
  ...createdShape(plainFields),
  category: fields.optionalLine(category.max, category.label).transform(orGeneral),
  sortOrder: sortOrderOrNothing.default(0),
})

export const conditionUpdateSchema = changeSchema(plainFields).extend({
  category: fields.changedLine(category.max, category.label).transform(orGeneral).optional(),
  sortOrder: sortOrderOrNothing.optional(),
})

/** The panel's form: the sort order is a string, where '' means 0. */
export const conditionFormSchema = conditionUpdateSchema.extend({
  ...requiredShape({ ...plainFields, category }),
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
    .max(maxConditionOrder)
    .refine((ids) => new Set(ids).size === ids.length, 'En betingelse står to ganger'),
})
