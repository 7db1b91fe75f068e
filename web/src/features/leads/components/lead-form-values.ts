import { filledByRegister } from '@kontor/contract/company-register/company-register.values.rules'
import { leadFields } from '@kontor/contract/leads/leads.fields'
import { firstLeadStatus, type LeadStatus } from '@kontor/contract/leads/leads.rules'
import type { leadFormSchema } from '@kontor/contract/leads/leads.schema'
import { labelsOf } from '@kontor/contract/shared/field-kinds'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { formValues } from '../../../ui/form/entity-form.tsx'
import type { Lead } from '../leads.api.ts'

const { status, customer_active, owner, employees, revenue_nok, ...others } = leadFields

/** The fields in the order of the form and the record. */
export const orderedFields = { status, customer_active, owner, ...others, employees, revenue_nok }

const { owner: _owner, ...editable } = leadFields

export type EditableField = keyof typeof editable | 'owner_id'

/** The labels of the fields that users fill in. */
export const editableLabels: Readonly<Record<EditableField, string>> = { ...labelsOf(editable), owner_id: owner.label }

/** The form's values; '' for empty fields. */
export type LeadFormValues = z.input<typeof leadFormSchema>
export type LeadForm = UseFormReturn<LeadFormValues, unknown, z.output<typeof leadFormSchema>>

export const valuesOf = (lead: Lead | undefined) => ({
  ...formValues(editable, lead),
  status: lead?.status ?? (firstLeadStatus as LeadStatus),
  owner_id: lead?.owner_id ?? ('' as const),
  customer_active: lead ? lead.customer_active : true,
  version: lead?.version,
})

const isSetByCheck = (field: string): boolean =>
  field === 'bankruptcy' || field === 'under_liquidation' || field === 'version'

/**
 * Applies a register check's changes and the new version to the form. If another user has also changed the lead since `before`, applies
 * nothing, so that saving detects the conflict.
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

export const fromRegister = filledByRegister(leadFields)

export type RegisterField = keyof typeof fromRegister.labels

export const emptyValues = valuesOf(undefined)
