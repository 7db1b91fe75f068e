import { z } from 'zod'
import type { Field, Fields, StoredValue, ValueOf } from './field-kinds.ts'
import * as schemas from './fields.ts'
import { normalizeOrganizationNumber } from './orgnr.ts'

/** The schemas of a field: in responses, in a new record, in a change, and in the form if the form has another message. */
interface FieldSchemas {
  readonly stored: z.ZodType
  readonly created: z.ZodType
  readonly changed: z.ZodType
  readonly form?: z.ZodType
}

const textSchemas = (field: Extract<Field, { max: number }>): FieldSchemas => {
  const { kind, label, called = label, max, required, missing } = field
  if (required) {
    const made = kind === 'text' ? schemas.requiredText(max, called) : schemas.requiredLine(max, called)
    return {
      stored: z.string(),
      created: made,
      changed: made,
      ...(missing !== undefined && { form: schemas.requiredLine(max, called, missing) }),
    }
  }
  const stored = z.string().nullable()
  if (kind === 'text') {
    return { stored, created: schemas.optionalText(max, called), changed: schemas.changedText(max, called) }
  }
  const [created, changed] = [schemas.optionalLine(max, called), schemas.changedLine(max, called)]
  return kind === 'organizationNumber'
    ? {
        stored,
        created: created.transform(normalizeOrganizationNumber),
        changed: changed.transform(normalizeOrganizationNumber),
      }
    : { stored, created, changed }
}

/** Accepts a value of `schema`, '' and null; `error` is the message for anything else. */
const orEmpty = <Schema extends z.ZodType>(schema: Schema, error: string) =>
  z.union([schema, z.literal('')], error).nullable()

const emptyAsNull = (value: unknown) => (value === '' ? null : (value ?? null))

/** Returns the schemas of a field where '' means no value. */
const valueSchemas = (
  { initial }: Field,
  stored: z.ZodType,
  typed: z.ZodType,
  convert: (value: unknown) => unknown = emptyAsNull,
): FieldSchemas => {
  const orInitial = (value: unknown) => convert(value) ?? initial ?? null
  return {
    stored: initial === undefined ? stored.nullable() : stored,
    created: typed.optional().transform(orInitial),
    changed: typed.transform(orInitial),
  }
}

const integerSchemas = (field: Extract<Field, { kind: 'integer' }>) => {
  const { label, called = label, minValue, maxValue } = field
  const error = `${called} må være et helt tall, ${minValue} eller høyere`
  return valueSchemas(field, z.int(), orEmpty(z.int(error).min(minValue, error).max(maxValue, error), error))
}

const decimalSchemas = (field: Extract<Field, { kind: 'decimal' }>) => {
  const { label, called = label, scale, maxValue } = field
  const error = `${called} er for stor`
  const typed = orEmpty(z.number().min(-maxValue, error).max(maxValue, error), `${called} må være et tall`)
  return valueSchemas(field, z.number(), typed, (value) => {
    const number = emptyAsNull(value)
    return typeof number === 'number' ? Number(number.toFixed(scale)) : number
  })
}

/** The first and last accepted year. Some companies are centuries old; other years are typos. */
const [firstYear, lastYear] = [1600, 2200]

const schemasOf = (field: Field): FieldSchemas => {
  const { label, called = label, required = false, initial } = field
  switch (field.kind) {
    case 'email': {
      const { emailSchema } = schemas
      return required
        ? { stored: z.string(), created: emailSchema, changed: emailSchema }
        : valueSchemas(field, z.string(), orEmpty(emailSchema, 'Ugyldig e-postadresse'))
    }
    case 'integer':
      return integerSchemas(field)
    case 'decimal':
      return decimalSchemas(field)
    case 'date':
      return valueSchemas(
        field,
        z.iso.date(),
        schemas.dayOrNull(firstYear, lastYear, `${called} er ikke en gyldig dato`),
      )
    case 'boolean':
      return initial === undefined
        ? valueSchemas(field, z.boolean(), z.boolean().nullable())
        : { stored: z.boolean(), created: schemas.flag(initial === true), changed: schemas.changedFlag }
    case 'choice':
      return valueSchemas(field, z.enum(field.words), orEmpty(z.enum(field.words), `Ugyldig ${called.toLowerCase()}`))
    default:
      return textSchemas(field)
  }
}

/** The input that the API accepts. Numbers and choices also accept '', which forms send for no value. */
type Typed<F extends Field> =
  | ValueOf<F>
  | (F extends { readonly kind: 'integer' | 'decimal' | 'choice' } ? '' : never)
  | null

type Created<F extends Field> = F extends { readonly required: true }
  ? z.ZodType<ValueOf<F>, ValueOf<F>>
  : z.ZodPipe<z.ZodOptional<z.ZodType<unknown, Typed<F>>>, z.ZodType<StoredValue<F>>>

type Changed<F extends Field> = F extends { readonly required: true }
  ? z.ZodType<ValueOf<F>, ValueOf<F>>
  : F extends { readonly initial: boolean }
    ? z.ZodType<ValueOf<F> | undefined, Typed<F> | undefined>
    : z.ZodType<StoredValue<F>, Typed<F>>

type RequiredShape<F extends Fields> = {
  [Key in keyof F as F[Key] extends { readonly required: true } ? Key : never]: Changed<F[Key]>
}

// The callers cast the result, since Object.entries loses the fields' types.
const shapeOf = (fields: Fields, pick: (made: FieldSchemas, field: Field) => z.ZodType | undefined) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([key, field]) => {
      const schema = pick(schemasOf(field), field)
      return schema ? [[key, schema]] : []
    }),
  )

/** Returns the schemas of a record's fields in responses. */
export const storedShape = <const F extends Fields>(fields: F) =>
  shapeOf(fields, ({ stored }) => stored) as { [Key in keyof F]: z.ZodType<StoredValue<F[Key]>> }

/** Returns the schemas of a new record's fields. Absent, null and '' mean the initial value or, without one, null. */
export const createdShape = <const F extends Fields>(fields: F) =>
  shapeOf(fields, ({ created }) => created) as { [Key in keyof F]: Created<F[Key]> }

/** Returns the schema of a change to a record. Absent fields keep their value; a stale `version` is a conflict. */
export const changeSchema = <const F extends Fields>(fields: F) =>
  z
    .object({
      ...(shapeOf(fields, ({ changed }) => changed) as { [Key in keyof F]: Changed<F[Key]> }),
      version: schemas.readVersionSchema,
    })
    .partial()

/** Returns the schemas of the required fields in a form, which, unlike a change, must contain them. */
export const requiredShape = <const F extends Fields>(fields: F) =>
  shapeOf(fields, ({ changed, form = changed }, { required }) => (required ? form : undefined)) as RequiredShape<F>
