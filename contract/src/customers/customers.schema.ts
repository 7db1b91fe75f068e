import { z } from 'zod'
import { registerMarkSchema } from '../company-register/company-register.schema.ts'
import { exportQuery } from '../shared/exports.ts'
import * as fields from '../shared/fields.ts'
import { normalizeOrganizationNumber } from '../shared/orgnr.ts'
import {
  contactPersonLabels,
  contactPersonLimits,
  customerLabels,
  customerLimits,
  customerStampLabels,
} from './customers.rules.ts'

export const customerSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  organizationNumber: z.string().nullable(),
  industry: z.string().nullable(),
  description: z.string().nullable(),
  isActive: z.boolean(),
  customer_Type: z.string().nullable(),
  address: z.string().nullable(),
  postCode: z.string().nullable(),
  city: z.string().nullable(),
  location: z.string().nullable(),
  /** Warnings from the company register; null if there are none or it was never checked. */
  register: registerMarkSchema.nullable(),
  ...fields.rowStamps,
})

export type Customer = z.output<typeof customerSchema>

const customerRequired = {
  name: fields.requiredLine(customerLimits.name, customerLabels.name),
  email: fields.emailSchema,
}

type LineField = Exclude<keyof typeof customerLimits, 'name' | 'organizationNumber' | 'description'>

const lineFields = <Field>(line: (max: number, label: string) => Field): Record<LineField, Field> => ({
  phone: line(customerLimits.phone, customerLabels.phone),
  website: line(customerLimits.website, customerLabels.website),
  industry: line(customerLimits.industry, customerLabels.industry),
  customer_Type: line(customerLimits.customer_Type, customerLabels.customer_Type),
  address: line(customerLimits.address, customerLabels.address),
  postCode: line(customerLimits.postCode, customerLabels.postCode),
  city: line(customerLimits.city, customerLabels.city),
  location: line(customerLimits.location, customerLabels.location),
})

export const customerCreateSchema = z.object({
  ...customerRequired,
  ...lineFields(fields.optionalLine),
  organizationNumber: fields
    .optionalLine(customerLimits.organizationNumber, customerLabels.organizationNumber)
    .transform(normalizeOrganizationNumber),
  description: fields.optionalText(customerLimits.description, customerLabels.description),
  isActive: fields.flag(true),
})

/** Absent fields keep their value; a stale `version` is a conflict. */
export const customerUpdateSchema = z
  .object({
    ...customerRequired,
    ...lineFields(fields.changedLine),
    organizationNumber: fields
      .changedLine(customerLimits.organizationNumber, customerLabels.organizationNumber)
      .transform(normalizeOrganizationNumber),
    description: fields.changedText(customerLimits.description, customerLabels.description),
    isActive: fields.changedFlag,
    version: fields.readVersionSchema,
  })
  .partial()

export const customerFormSchema = customerUpdateSchema.extend(customerRequired)

export const contactPersonSchema = z.object({
  id: z.int(),
  customerId: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  telephone: z.string().nullable(),
  mobilePhone: z.string().nullable(),
  note: z.string().nullable(),
  isActive: z.boolean(),
  ...fields.rowStamps,
})

export type ContactPerson = z.output<typeof contactPersonSchema>

const personRequired = {
  firstName: fields.requiredLine(contactPersonLimits.firstName, contactPersonLabels.firstName),
  lastName: fields.requiredLine(contactPersonLimits.lastName, contactPersonLabels.lastName),
  email: fields.emailSchema,
}

export const contactPersonCreateSchema = z.object({
  customerId: fields.positiveInt('Kunde ID er påkrevd'),
  ...personRequired,
  telephone: fields.optionalLine(contactPersonLimits.telephone, contactPersonLabels.telephone),
  mobilePhone: fields.optionalLine(contactPersonLimits.mobilePhone, contactPersonLabels.mobilePhone),
  note: fields.optionalText(contactPersonLimits.note, contactPersonLabels.note),
  isActive: fields.flag(true),
})

/** Absent fields keep their value; a contact person can't move to another customer. */
export const contactPersonUpdateSchema = z
  .object({
    ...personRequired,
    telephone: fields.changedLine(contactPersonLimits.telephone, contactPersonLabels.telephone),
    mobilePhone: fields.changedLine(contactPersonLimits.mobilePhone, contactPersonLabels.mobilePhone),
    note: fields.changedText(contactPersonLimits.note, contactPersonLabels.note),
    isActive: fields.changedFlag,
    version: fields.readVersionSchema,
  })
  .partial()

/** The panel's message for a missing name differs from the API's. */
const panelName = (max: number, label: string) => fields.requiredLine(max, label, `${label} er påkrevet`)

export const contactPersonFormSchema = contactPersonUpdateSchema.extend({
  firstName: panelName(contactPersonLimits.firstName, contactPersonLabels.firstName),
  lastName: panelName(contactPersonLimits.lastName, contactPersonLabels.lastName),
  email: fields.emailSchema,
})

const exported = fields.keysOf({ ...customerLabels, ...customerStampLabels })

/** `q` searches like the list; `auth` is the session's CSRF token, optional from the same origin. */
export const customerExportQuery = exportQuery(exported, exported).extend({
  q: z.string().trim().max(200).optional(),
  auth: z.string().optional(),
})
