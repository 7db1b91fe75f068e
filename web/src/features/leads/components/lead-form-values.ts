import type { RegisterValues } from '@kontor/contract/company-register/company-register.values.rules'
import { firstLeadStatus, type LeadField, type LeadStatus, leadLabels } from '@kontor/contract/leads/leads.rules'
import type { leadFormSchema } from '@kontor/contract/leads/leads.schema'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Lead } from '../leads.api.ts'

export type EditableField = Exclude<LeadField, 'id' | 'created_at'>

const { id, created_at, ...labels } = leadLabels

/** The fields that users fill in, in the form's order. */
export const editableLabels: Readonly<Record<EditableField, string>> = labels

/** The form's values; '' for missing ones. */
export type LeadFormValues = z.input<typeof leadFormSchema>
export type LeadForm = UseFormReturn<LeadFormValues, unknown, z.output<typeof leadFormSchema>>

const text = (value: string | null | undefined): string => value ?? ''

const textsOf = (lead: Lead | undefined) => ({
  company_name: text(lead?.company_name),
  org_no: formatOrganizationNumber(text(lead?.org_no)),
  organization_form: text(lead?.organization_form),
  contact_name: text(lead?.contact_name),
  contact_title: text(lead?.contact_title),
  phone: text(lead?.phone),
  email: text(lead?.email),
  industry: text(lead?.industry),
  business_address: text(lead?.business_address),
  postal_code: text(lead?.postal_code),
  city: text(lead?.city),
  municipality: text(lead?.municipality),
  postal_address: text(lead?.postal_address),
  established_date: text(lead?.established_date),
  registration_date: text(lead?.registration_date),
  sector_code: text(lead?.sector_code),
  nace_code1: text(lead?.nace_code1),
  nace_code2: text(lead?.nace_code2),
  nace_code3: text(lead?.nace_code3),
  next_step: text(lead?.next_step),
  notes: text(lead?.notes),
})

/** The form's values for a lead, or for a new one. */
export const valuesOf = (lead: Lead | undefined) => ({
  ...textsOf(lead),
  status: lead?.status ?? (firstLeadStatus as LeadStatus),
  employees: lead?.employees ?? ('' as const),
  revenue_nok: lead?.revenue_nok ?? ('' as const),
  vat_registered: lead?.vat_registered ?? null,
  business_registered: lead?.business_registered ?? null,
  bankruptcy: lead?.bankruptcy ?? null,
  under_liquidation: lead?.under_liquidation ?? null,
  customer_active: lead ? lead.customer_active : true,
  version: lead?.version,
})

const isSetByCheck = (field: string): boolean =>
  field === 'bankruptcy' || field === 'under_liquidation' || field === 'version'

/**
 * Applies a register check's changes to the form. If another user has changed the lead since `before`, nothing is applied, not
 * even the version, so that saving finds the conflict.
 */
export const applyRegisterCheck = (form: LeadForm, before: Lead, checked: Lead): void => {
  const [previous, current] = [valuesOf(before), valuesOf(checked)]
  const changed = Object.entries(current).filter(([field, value]) => value !== Reflect.get(previous, field))
  if (!changed.every(([field]) => isSetByCheck(field))) return
  for (const field of ['bankruptcy', 'under_liquidation'] as const) {
    if (form.getValues(field) === previous[field]) form.resetField(field, { defaultValue: current[field] })
  }
  form.setValue('version', current.version)
}

const { status, customer_active, next_step, notes, ...registerLabels } = labels

/** The fields that the company register may fill. */
export const filledByRegister = registerLabels

/** The register's values for the fields. */
export const proposeValues = (
  register: RegisterValues,
): Partial<Record<keyof typeof registerLabels, string | number | boolean | null>> => ({
  company_name: register.name,
  org_no: formatOrganizationNumber(register.organizationNumber),
  organization_form: register.organizationForm,
  contact_name: register.contactName,
  contact_title: register.contactTitle,
  phone: register.phone,
  email: register.email,
  employees: register.employees,
  revenue_nok: register.revenueNok,
  industry: register.industry,
  business_address: register.address,
  postal_code: register.postCode,
  city: register.city,
  municipality: register.municipality,
  postal_address: register.postalAddress,
  established_date: register.establishedDate,
  registration_date: register.registrationDate,
  vat_registered: register.vatRegistered,
  business_registered: register.businessRegistered,
  bankruptcy: register.bankruptcy,
  under_liquidation: register.underLiquidation,
  sector_code: register.sectorCode,
  nace_code1: register.naceCode1,
  nace_code2: register.naceCode2,
  nace_code3: register.naceCode3,
})
