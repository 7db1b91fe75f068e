import { leadLabels, leadLimits } from '@kontor/contract/leads/leads.rules'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode, Ref } from 'react'
import { MailLink, PhoneLink } from '../../../ui/address-links.tsx'
import { type EditableField, RecordChoice, RecordField } from '../../../ui/record-field.tsx'
import { RecordPart } from '../../../ui/record-sheet.tsx'
import { type Lead, leadOwnersQuery, lostReasonsQuery } from '../leads.api.ts'
import { activeOptions } from './lead-cells.tsx'
import { ownerChoice, ownerOptions } from './lead-owners.ts'
import { reasonChoice, reasonOptions } from './lead-reasons.ts'
import type { Flag, LeadSaving, TextField } from './use-lead-saving.ts'

const yesOrNo = [
  { value: 'true', label: 'Ja' },
  { value: 'false', label: 'Nei' },
  { value: 'null', label: 'Ikke satt' },
]

const inputs: Readonly<Partial<Record<TextField, Partial<Parameters<typeof RecordField>[0]>>>> = {
  company_name: { required: true },
  phone: { inputType: 'tel' },
  email: { inputType: 'email' },
  employees: { kind: 'integer' },
  revenue_nok: { kind: 'decimal' },
  established_date: { kind: 'date' },
  registration_date: { kind: 'date' },
  next_step_at: { kind: 'date' },
  notes: { kind: 'textarea' },
}

const maxLengths: Readonly<Partial<Record<string, number>>> = {
  ...leadLimits,
  employees: undefined,
  revenue_nok: undefined,
}

const linkTo = (lead: Lead, field: TextField): ReactNode => {
  if (field === 'phone' && lead.phone !== null) return <PhoneLink phone={lead.phone} />
  return field === 'email' && lead.email !== null ? <MailLink email={lead.email} /> : null
}

interface LeadFieldProps {
  readonly lead: Lead
  readonly saving: LeadSaving
}

interface LeadTextFieldProps extends LeadFieldProps {
  readonly ref?: Ref<EditableField>
  readonly field: TextField
}

export function LeadField({ ref, lead, field, saving }: LeadTextFieldProps) {
  const maxLength = maxLengths[field]
  return (
    <RecordField
      ref={ref}
      {...inputs[field]}
      {...(maxLength !== undefined && { maxLength })}
      {...(field === 'org_no' && { shown: formatOrganizationNumber(lead.org_no ?? '') })}
      label={leadLabels[field]}
      value={lead[field]}
      link={linkTo(lead, field)}
      onSave={saving.text(field)}
    />
  )
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

interface FieldGroup {
  readonly title: string
  readonly texts: readonly TextField[]
  readonly flags?: readonly Flag[]
}

const groups: readonly FieldGroup[] = [
  { title: 'Kontakt', texts: ['contact_name', 'contact_title', 'phone', 'email'] },
  { title: 'Salget', texts: ['notes'], flags: ['customer_active'] },
  {
    title: 'Bedriften',
    texts: ['company_name', 'org_no', 'organization_form', 'industry', 'employees', 'revenue_nok'],
  },
  { title: 'Adresse', texts: ['business_address', 'postal_code', 'city', 'municipality', 'postal_address'] },
  {
    title: 'Fra registeret',
    texts: ['established_date', 'registration_date', 'sector_code', 'nace_code1', 'nace_code2', 'nace_code3'],
    flags: ['vat_registered', 'business_registered', 'bankruptcy', 'under_liquidation'],
  },
]

/** All fields of a lead but its status and next step, each edited in place. */
export function LeadRecordFields({ lead, saving }: LeadFieldProps) {
  return groups.map(({ title, texts, flags = [] }) => (
    <RecordPart key={title} title={title}>
      <div className="flex flex-col gap-2">
        {texts.map((field) => (
          <LeadField key={field} lead={lead} field={field} saving={saving} />
        ))}
        {flags.map((field) => (
          <LeadFlag key={field} lead={lead} field={field} saving={saving} />
        ))}
      </div>
    </RecordPart>
  ))
}
