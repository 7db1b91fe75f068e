import { leadLabels } from '@kontor/contract/leads/leads.fields'
import { useQuery } from '@tanstack/react-query'
import { EntityFields } from '../../../ui/record/entity-cells.tsx'
import { RecordChoice } from '../../../ui/record/record-field.tsx'
import { type Lead, leadOwnersQuery, lostReasonsQuery } from '../leads.api.ts'
import { activeOptions } from './lead-cells.tsx'
import { orderedFields } from './lead-form-values.ts'
import { ownerChoice, ownerOptions } from './lead-owners.ts'
import { reasonChoice, reasonOptions } from './lead-reasons.ts'
import type { Flag, LeadSaving } from './use-lead-saving.ts'

const yesOrNo = [
  { value: 'true', label: 'Ja' },
  { value: 'false', label: 'Nei' },
  { value: 'null', label: 'Ikke satt' },
]

interface LeadFieldProps {
  readonly lead: Lead
  readonly saving: LeadSaving
}

function LeadFlag({ lead, field, saving }: LeadFieldProps & { field: Flag }) {
  return (
    <RecordChoice
      label={leadLabels[field]}
      value={String(lead[field])}
      options={field === 'customer_active' ? activeOptions : yesOrNo}
      onSave={saving.flag(field)}
    />
  )
}

export function LeadOwnerField({ lead, saving }: LeadFieldProps) {
  const { data: owners = [] } = useQuery(leadOwnersQuery)
  return (
    <RecordChoice
      label={leadLabels.owner}
      value={ownerChoice(lead.owner_id)}
      options={ownerOptions(owners, lead)}
      onSave={saving.owner}
    />
  )
}

export function LeadReasonField({ lead, saving }: LeadFieldProps) {
  const { data } = useQuery(lostReasonsQuery)
  return (
    <RecordChoice
      label={leadLabels.lost_reason}
      value={reasonChoice(lead.lost_reason)}
      options={reasonOptions(data?.reasons, lead.lost_reason)}
      onSave={saving.reason}
    />
  )
}

const { status, owner, next_step, next_step_at, lost_reason, ...fields } = orderedFields

/** Shows all fields of a lead except its status and next step. Each can be edited in place. */
export function LeadRecordFields({ lead, saving }: LeadFieldProps) {
  return (
    <EntityFields
      fields={fields}
      groups={['Kontakt', 'Salget', 'Bedriften', 'Adresse', 'Fra registeret']}
      record={lead}
      saving={saving.text}
      flag={(field) => <LeadFlag key={field} lead={lead} field={field} saving={saving} />}
    />
  )
}
