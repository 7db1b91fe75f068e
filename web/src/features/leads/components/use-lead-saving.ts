import { fieldSaving } from '../../../platform/field-saving.ts'
import type { FieldValue } from '../../../ui/record-field.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { conflictingLead, type Lead, useUpdateLead } from '../leads.api.ts'
import { activeOf } from './lead-cells.tsx'
import { type EditableField, editableLabels } from './lead-form-values.ts'
import { ownerChoice, ownerOf } from './lead-owners.ts'

export type Flag = 'customer_active' | 'vat_registered' | 'business_registered' | 'bankruptcy' | 'under_liquidation'
export type TextField = Exclude<EditableField, Flag | 'status' | 'owner_id'>

/** Saves the fields of a lead one by one. */
export const useLeadSaving = (lead: Lead) => {
  const update = useUpdateLead()
  const store = async (field: EditableField, value: FieldValue | boolean, version: number) => {
    await update.mutateAsync({ id: lead.id, changes: { [field]: value, version } })
    toast({ title: 'Lead oppdatert vellykket', description: `${lead.company_name}: ${editableLabels[field]}` })
  }
  const common = { entity: lead, conflictIn: conflictingLead }
  return {
    text: fieldSaving<Lead, TextField, FieldValue>({
      ...common,
      readValue: (stored, field) => stored[field],
      send: (field, value, version) => store(field, value ?? '', version),
    }),
    flag: fieldSaving<Lead, Flag, string>({
      ...common,
      readValue: (stored, field) => String(stored[field]),
      send: (field, value, version) => store(field, activeOf(value), version),
    }),
    owner: fieldSaving<Lead, 'owner_id', string>({
      ...common,
      readValue: (stored) => ownerChoice(stored.owner_id),
      send: (field, value, version) => store(field, ownerOf(value) ?? '', version),
    })('owner_id'),
  }
}

export type LeadSaving = ReturnType<typeof useLeadSaving>
