import { z } from 'zod'
import { registerMarkSchema } from '../company-register/company-register.schema.ts'
import {
  changedFlag,
  changedLine,
  changedText,
  emailSchema,
  flag,
  optionalLine,
  optionalText,
  positiveInt,
  readVersionSchema,
  requiredLine,
  rowStamps,
} from '../shared/fields.ts'
import { normalizeOrganizationNumber } from '../shared/orgnr.ts'
import { contactPersonLabels, contactPersonLimits, customerLabels, customerLimits } from './customers.rules.ts'

/** A customer as returned to the administrator. */
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
  ...rowStamps,
})

export type Customer = z.output<typeof customerSchema>

const customerRequired = { name: requiredLine(customerLimits.name, customerLabels.name), email: emailSchema }

/** The single-line text fields. */
const lineFields = <Field>(line: (max: number, label: string) => Field) => ({
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
  ...lineFields(optionalLine),
  organizationNumber: optionalLine(customerLimits.organizationNumber, customerLabels.organizationNumber).transform(
    normalizeOrganizationNumber,
  ),
  description: optionalText(customerLimits.description, customerLabels.description),
  isActive: flag(true),
})

/** Absent fields keep their value; a stale `version` is a conflict. */
export const customerUpdateSchema = z
  .object({
    ...customerRequired,
    ...lineFields(changedLine),
    organizationNumber: changedLine(customerLimits.organizationNumber, customerLabels.organizationNumber).transform(
      normalizeOrganizationNumber,
    ),
    description: changedText(customerLimits.description, customerLabels.description),
    isActive: changedFlag,
    version: readVersionSchema,
  })
  .partial()

/** The panel's customer form, for create and edit. */
export const customerFormSchema = customerUpdateSchema.extend(customerRequired)

/** A person at a customer who receives agreements. */
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
  ...rowStamps,
})

export type ContactPerson = z.output<typeof contactPersonSchema>

const personRequired = {
  firstName: requiredLine(contactPersonLimits.firstName, contactPersonLabels.firstName),
  lastName: requiredLine(contactPersonLimits.lastName, contactPersonLabels.lastName),
  email: emailSchema,
}

export const contactPersonCreateSchema = z.object({
  customerId: positiveInt('Kunde ID er påkrevd'),
  ...personRequired,
  telephone: optionalLine(contactPersonLimits.telephone, contactPersonLabels.telephone),
  mobilePhone: optionalLine(contactPersonLimits.mobilePhone, contactPersonLabels.mobilePhone),
  note: optionalText(contactPersonLimits.note, contactPersonLabels.note),
  isActive: flag(true),
})

/** Absent fields keep their value; a contact person can't move to another customer. */
export const contactPersonUpdateSchema = z
  .object({
    ...personRequired,
    telephone: changedLine(contactPersonLimits.telephone, contactPersonLabels.telephone),
    mobilePhone: changedLine(contactPersonLimits.mobilePhone, contactPersonLabels.mobilePhone),
    note: changedText(contactPersonLimits.note, contactPersonLabels.note),
    isActive: changedFlag,
    version: readVersionSchema,
  })
  .partial()

/** The panel's message for a missing name differs from the API's. */
const panelName = (max: number, label: string) => requiredLine(max, label, `${label} er påkrevet`)

/** The panel's contact person form, for create and edit. */
export const contactPersonFormSchema = contactPersonUpdateSchema.extend({
  firstName: panelName(contactPersonLimits.firstName, contactPersonLabels.firstName),
  lastName: panelName(contactPersonLimits.lastName, contactPersonLabels.lastName),
  email: emailSchema,
})

/** `q` searches like the list; `auth` is the session's CSRF token, optional from the same origin. */
export const customerExportQuery = z.object({ q: z.string().trim().max(200).optional(), auth: z.string().optional() })
