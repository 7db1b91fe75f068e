import { z } from 'zod'
import { registerMarkSchema } from '../company-register/company-register.schema.ts'
import { exportQuery } from '../shared/exports.ts'
import { rowTimes } from '../shared/field-kinds.ts'
import { changeSchema, createdShape, requiredShape, storedShape } from '../shared/field-schemas.ts'
import { keysOf, positiveInt, rowStamps } from '../shared/fields.ts'
import { contactPersonFields, customerFields } from './customers.fields.ts'

export const customerSchema = z.object({
  id: z.int(),
  ...storedShape(customerFields),
  /** Warnings from the company register, and the time of the check; null if the customer was never checked. */
  register: registerMarkSchema.nullable(),
  ...rowStamps,
})

export type Customer = z.output<typeof customerSchema>

export const customerCreateSchema = z.object(createdShape(customerFields))

export const customerUpdateSchema = changeSchema(customerFields)

export const customerFormSchema = customerUpdateSchema.extend(requiredShape(customerFields))

export const contactPersonSchema = z.object({
  id: z.int(),
  customerId: z.int(),
  ...storedShape(contactPersonFields),
  ...rowStamps,
})

export type ContactPerson = z.output<typeof contactPersonSchema>

export const contactPersonCreateSchema = z.object({
  customerId: positiveInt('Kunde ID er påkrevd'),
  ...createdShape(contactPersonFields),
})

/** A change of a contact person, who can't move to another customer. */
export const contactPersonUpdateSchema = changeSchema(contactPersonFields)

export const contactPersonFormSchema = contactPersonUpdateSchema.extend(requiredShape(contactPersonFields))

const exported = keysOf({ ...customerFields, ...rowTimes })

/** `q` searches like the list; `auth` is the session's CSRF token, optional from the same origin. */
export const customerExportQuery = exportQuery(exported, exported).extend({
  q: z.string().trim().max(200).optional(),
  auth: z.string().optional(),
})
