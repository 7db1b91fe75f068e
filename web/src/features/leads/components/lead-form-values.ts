import type { RegisterValues } from '@kontor/contract/company-register/company-register.values.rules'
import { firstLeadStatus, type LeadField, type LeadStatus, leadLabels } from '@kontor/contract/leads/leads.rules'
import type { leadFormSchema } from '@kontor/contract/leads/leads.schema'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Lead } from '../leads.api.ts'

export type EditableField = Exclude<LeadField, 'id' | 'created_at' | 'owner'> | 'owner_id'

const { id, created_at, owner, ...labels } = { ...leadLabels, owner_id: leadLabels.owner }

/** The fields that users fill in, in the form's order. */
export const editableLabels: Readonly<Record<EditableField, string>> = labels

/** The form's values; '' for missing ones. */
export type LeadFormValues = z.input<typeof leadFormSchema>
export type LeadForm = UseFormReturn<LeadFormValues, unknown, z.output<typeof leadFormSchema>>

const { status, customer_active, ...companyLabels } = labels
const { next_step, next_step_at, owner_id, lost_reason, notes, ...registerLabels } = companyLabels
const {
  owner_id: _owner,
  employees,
  revenue_nok,
  vat_registered,
  business_registered,
  bankruptcy,
  under_liquidation,
  ...textLabels
} = companyLabels

type TextField = keyof typeof textLabels

const textsOf = (lead: Lead | undefined) => {
  const texts = (Object.keys(textLabels) as TextField[]).map((field) => [field, lead?.[field] ?? ''])
  return Object.fromEntries(texts) as Record<TextField, string>
}

export const valuesOf = (lead: Lead | undefined) => ({
  ...textsOf(lead),
  org_no: formatOrganizationNumber(lead?.org_no ?? ''),
  status: lead?.status ?? (firstLeadStatus as LeadStatus),
  employees: lead?.employees ?? ('' as const),
  revenue_nok: lead?.revenue_nok ?? ('' as const),
  vat_registered: lead?.vat_registered ?? null,
  business_registered: lead?.business_registered ?? null,
  bankruptcy: lead?.bankruptcy ?? null,
  under_liquidation: lead?.under_liquidation ?? null,
  owner_id: lead?.owner_id ?? ('' as const),
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

export const filledByRegister = registerLabels

export type RegisterField = keyof typeof registerLabels

export const emptyValues = valuesOf(undefined)

export const proposeValues = (register: RegisterValues): Record<RegisterField, string | number | boolean | null> => ({
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
