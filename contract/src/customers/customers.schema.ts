import { z } from 'zod'
import { registerMarkSchema } from '../company-register/company-register.schema.ts'
import {
  changedFlag,
  changedLine,
  changedText,
  emailSchema,
  flag,
  instantSchema,
  optionalLine,
  optionalText,
  readVersionSchema,
  requiredLine,
  versionSchema,
} from '../shared/fields.ts'
import { organizationNumberDigits } from '../shared/orgnr.ts'
import { contactPersonLabels, contactPersonLimits, customerLabels, customerLimits } from './customers.rules.ts'

/** An organisation number is kept as its nine digits; a text that is none is kept as it came. */
const asDigits = (number: string | null): string | null => number && (organizationNumberDigits(number) ?? number)

/** A customer as the administrator reads it. */
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
  /** What the company register says of it that one should know; null when it says nothing, or was never asked. */
  register: registerMarkSchema.nullable(),
  version: versionSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

export type Customer = z.output<typeof customerSchema>

const customerRequired = { name: requiredLine(customerLimits.name, customerLabels.name), email: emailSchema }

/** A new customer: only its name and e-mail address are required. */
export const customerCreateSchema = z.object({
  ...customerRequired,
  phone: optionalLine(customerLimits.phone, customerLabels.phone),
  website: optionalLine(customerLimits.website, customerLabels.website),
  organizationNumber: optionalLine(customerLimits.organizationNumber, customerLabels.organizationNumber).transform(
    asDigits,
  ),
  industry: optionalLine(customerLimits.industry, customerLabels.industry),
  description: optionalText(customerLimits.description, customerLabels.description),
  isActive: flag(true),
  customer_Type: optionalLine(customerLimits.customer_Type, customerLabels.customer_Type),
  address: optionalLine(customerLimits.address, customerLabels.address),
  postCode: optionalLine(customerLimits.postCode, customerLabels.postCode),
  city: optionalLine(customerLimits.city, customerLabels.city),
  location: optionalLine(customerLimits.location, customerLabels.location),
})

/** A changed customer: absent fields stay; `version` guards against overwriting somebody else's change. */
export const customerUpdateSchema = z
  .object({
    ...customerRequired,
    phone: changedLine(customerLimits.phone, customerLabels.phone),
    website: changedLine(customerLimits.website, customerLabels.website),
    organizationNumber: changedLine(customerLimits.organizationNumber, customerLabels.organizationNumber).transform(
      asDigits,
    ),
    industry: changedLine(customerLimits.industry, customerLabels.industry),
    description: changedText(customerLimits.description, customerLabels.description),
    isActive: changedFlag,
    customer_Type: changedLine(customerLimits.customer_Type, customerLabels.customer_Type),
    address: changedLine(customerLimits.address, customerLabels.address),
    postCode: changedLine(customerLimits.postCode, customerLabels.postCode),
    city: changedLine(customerLimits.city, customerLabels.city),
    location: changedLine(customerLimits.location, customerLabels.location),
    version: readVersionSchema,
  })
  .partial()

/** The panel's form of a customer, new or changed. */
export const customerFormSchema = customerUpdateSchema.extend(customerRequired)

/** Somebody at a customer's to whom agreements are sent. */
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
  version: versionSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

export type ContactPerson = z.output<typeof contactPersonSchema>

const personRequired = {
  firstName: requiredLine(contactPersonLimits.firstName, contactPersonLabels.firstName),
  lastName: requiredLine(contactPersonLimits.lastName, contactPersonLabels.lastName),
  email: emailSchema,
}

const customerIdMissing = 'Kunde ID er påkrevd'

export const contactPersonCreateSchema = z.object({
  customerId: z.int(customerIdMissing).min(1, customerIdMissing).max(2_147_483_647, customerIdMissing),
  ...personRequired,
  telephone: optionalLine(contactPersonLimits.telephone, contactPersonLabels.telephone),
  mobilePhone: optionalLine(contactPersonLimits.mobilePhone, contactPersonLabels.mobilePhone),
  note: optionalText(contactPersonLimits.note, contactPersonLabels.note),
  isActive: flag(true),
})

/** A changed contact person: absent fields stay, and nobody moves to another customer. */
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

/** What the panel's forms say of a missing name; the API has words of its own. */
const panelName = (max: number, label: string) => requiredLine(max, label, `${label} er påkrevet`)

/** The panel's form of a contact person, new or changed. */
export const contactPersonFormSchema = contactPersonUpdateSchema.extend({
  firstName: panelName(contactPersonLimits.firstName, contactPersonLabels.firstName),
  lastName: panelName(contactPersonLimits.lastName, contactPersonLabels.lastName),
  email: emailSchema,
})

/** `q` searches as the list does; `auth` is the session's anti-forgery token, which may be left out from the same origin. */
export const customerExportQuery = z.object({ q: z.string().trim().max(200).optional(), auth: z.string().optional() })
