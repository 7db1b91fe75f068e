import { errorText } from '../../../platform/api-client.ts'
import { fieldSaving } from '../../../platform/field-saving.ts'
import type { FieldValue } from '../../../ui/record/record-field.tsx'
import { retryAction } from '../../../ui/toast/failure-toast.ts'
import { toast, toastFailure } from '../../../ui/toast/toast-store.ts'
import { conflictingLead, type Lead, useUpdateLead } from '../leads.api.ts'
import { activeOf } from './lead-cells.tsx'
import { type EditableField, editableLabels } from './lead-form-values.ts'
import { ownerChoice, ownerOf } from './lead-owners.ts'
import { reasonChoice, reasonOf } from './lead-reasons.ts'

export type Flag = 'customer_active' | 'vat_registered' | 'business_registered' | 'bankruptcy' | 'under_liquidation'
export type TextField = Exclude<EditableField, Flag | 'status' | 'owner_id' | 'lost_reason'>

/** Returns the next step and its day as one value that can be compared. */
const stepOf = ({ next_step, next_step_at }: Pick<Lead, 'next_step' | 'next_step_at'>): string =>
  JSON.stringify([next_step, next_step_at])

const noStep = stepOf({ next_step: null, next_step_at: null })

/** Returns functions that save the fields of a lead one by one. Finishing the next step also clears its day. */
export const useLeadSaving = (lead: Lead) => {
  const update = useUpdateLead()
  const store = async (field: EditableField, value: FieldValue | boolean, version: number) => {
    await update.mutateAsync({ id: lead.id, changes: { [field]: value, version } })
    toast({ title: 'Lead oppdatert vellykket', description: `${lead.company_name}: ${editableLabels[field]}` })
  }
  /** Clears the next step and its day. The toast offers to restore them. */
  const clearStep = async (version: number) => {
    const { id, company_name, next_step, next_step_at } = lead
    const saved = await update.mutateAsync({ id, changes: { next_step: '', next_step_at: '', version } })
    const restored = { next_step: next_step ?? '', next_step_at: next_step_at ?? '', version: saved.version }
    const undo = async () => {
      try {
        await update.mutateAsync({ id, changes: restored })
      } catch (error) {
        const stored = conflictingLead(error)
        // A conflict with the same step means success: an earlier attempt restored it, but its response was lost.
        if (stored === null || stepOf(stored) !== stepOf(lead))
          return toastFailure(`Neste steg ble ikke satt tilbake. ${errorText(error)}`, retryAction(error, undo))
      }
      toast({ title: 'Neste steg er satt tilbake', description: company_name })
    }
    const description = next_step === null ? company_name : `${company_name}: ${next_step}`
    toast({ title: 'Neste steg utført', description, action: { label: 'Angre', run: undo } })
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
    reason: fieldSaving<Lead, 'lost_reason', string>({
      ...common,
      readValue: (stored) => reasonChoice(stored.lost_reason),
      send: (field, value, version) => store(field, reasonOf(value), version),
    })('lost_reason'),
    finishStep: () =>
      fieldSaving<Lead, 'next_step', string>({
        ...common,
        readValue: stepOf,
        send: (_field, _value, version) => clearStep(version),
      })('next_step')(noStep, stepOf(lead)),
  }
}

export type LeadSaving = ReturnType<typeof useLeadSaving>
