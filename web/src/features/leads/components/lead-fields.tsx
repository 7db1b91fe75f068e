import { type LeadField, leadFields, leadLabels } from '@kontor/contract/leads/leads.fields'
import { lostStatus } from '@kontor/contract/leads/leads.rules'
import { keysOf } from '@kontor/contract/shared/fields'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DuplicateHint } from '../../../ui/form/duplicate-hint.tsx'
import { FormField } from '../../../ui/form/entity-form.tsx'
import { ControlledField } from '../../../ui/form/form-fields.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { SelectField } from '../../../ui/form/select-field.tsx'
import {
  type DuplicateKey,
  type Duplicates,
  type Lead,
  leadDuplicatesQuery,
  leadOwnersQuery,
  lostReasonsQuery,
} from '../leads.api.ts'
import { activeOptions, statusOptions } from './lead-cells.tsx'
import { type LeadForm, orderedFields } from './lead-form-values.ts'
import { ownerChoice, ownerOf, ownerOptions } from './lead-owners.ts'
import { reasonChoice, reasonOf, reasonOptions } from './lead-reasons.ts'

const debounceMs = 300

const useDebounced = (key: DuplicateKey): DuplicateKey => {
  const { org_no, email, except } = key
  const [debounced, setDebounced] = useState(key)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced({ org_no: org_no.trim(), email: email.trim(), except }), debounceMs)
    return () => clearTimeout(timer)
  }, [org_no, email, except])
  return debounced
}

/** Returns the names of leads and customers with the same value in the field. Says "en kunde" if the user may not see the name. */
const namesOn = (field: 'org_no' | 'email', found: Duplicates | undefined): readonly string[] => {
  const leads = found?.leads.filter(({ same }) => same.includes(field)) ?? []
  const customers = found?.customers.filter(({ same }) => same.includes(field)) ?? []
  return [
    ...leads.map(({ name }) => name),
    ...customers.map(({ name }) => (name === null ? 'en kunde' : `${name} (kunde)`)),
  ]
}

/**
 * Returns the names of leads and customers with the form's organisation number or e-mail address, except the edited lead and its customer.
 * The user can save without waiting for the result.
 */
const useDuplicates = (typed: Omit<DuplicateKey, 'except'>, editedLead: Lead | undefined) => {
  const { data } = useQuery(leadDuplicatesQuery(useDebounced({ ...typed, except: editedLead?.id })))
  const others = data && { ...data, customers: data.customers.filter(({ id }) => id !== editedLead?.customer_id) }
  return { org_no: namesOn('org_no', others), email: namesOn('email', others) }
}

function OwnerInput({ form, lead }: { form: LeadForm; lead: Lead | undefined }) {
  const { data: owners = [] } = useQuery(leadOwnersQuery)
  return (
    <ControlledField form={form} name="owner_id" label={leadLabels.owner}>
      {(control, { value, onChange }) => (
        <Select
          {...control}
          value={ownerChoice(value || null)}
          onValueChange={(choice) => onChange(ownerOf(choice) ?? '')}
          options={ownerOptions(owners, lead)}
        />
      )}
    </ControlledField>
  )
}

function ReasonInput({ form, lead }: { form: LeadForm; lead: Lead | undefined }) {
  const { data } = useQuery(lostReasonsQuery)
  return (
    <ControlledField form={form} name="lost_reason" label={leadLabels.lost_reason}>
      {(control, { value, onChange }) => (
        <Select
          {...control}
          value={reasonChoice(value || null)}
          onValueChange={(choice) => onChange(reasonOf(choice))}
          options={reasonOptions(data?.reasons, lead?.lost_reason)}
        />
      )}
    </ControlledField>
  )
}

const invalidNumberHint = 'Dette er ikke et norsk organisasjonsnummer. Du kan lagre det likevel.'

const groups = ['Bedriften', 'Kontakt', 'Salget', 'Adresse', 'Fra registeret'] as const

const layouts: Readonly<
  Partial<Record<LeadField, Pick<Parameters<typeof FormField>[0], 'rows' | 'className' | 'options'>>>
> = {
  next_step: { className: 'lg:col-span-2' },
  notes: { rows: 4, className: 'sm:col-span-2 lg:col-span-3' },
  postal_address: { className: 'lg:col-span-2' },
  customer_active: { options: activeOptions },
}

export function LeadFields({ form, lead }: { form: LeadForm; lead: Lead | undefined }) {
  const [number, email, status] = useWatch({ control: form.control, name: ['org_no', 'email', 'status'] })
  const duplicates = useDuplicates({ org_no: number ?? '', email: email ?? '' }, lead)
  const isInvalidNumber = Boolean(number?.trim()) && organizationNumberDigits(number ?? '') === null
  const hints: Readonly<Partial<Record<LeadField, ReactNode>>> = {
    org_no: isInvalidNumber
      ? invalidNumberHint
      : duplicates.org_no.length > 0 && <DuplicateHint names={duplicates.org_no} what="org.nr" />,
    email: duplicates.email.length > 0 && <DuplicateHint names={duplicates.email} what="e-post" />,
  }
  const inputOf = (name: keyof typeof orderedFields): ReactNode => {
    if (name === 'status')
      return <SelectField key={name} form={form} name="status" label={leadLabels.status} options={statusOptions} />
    if (name === 'owner') return <OwnerInput key={name} form={form} lead={lead} />
    if (name === 'lost_reason') return status === lostStatus && <ReasonInput key={name} form={form} lead={lead} />
    return <FormField key={name} form={form} fields={leadFields} name={name} hint={hints[name]} {...layouts[name]} />
  }
  return groups.map((title) => (
    <fieldset key={title} className="border-rule border-t pt-3">
      <legend className="float-left mb-3 w-full font-semibold text-sm">{title}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {keysOf(orderedFields).flatMap((name) => (orderedFields[name].group === title ? [inputOf(name)] : []))}
      </div>
    </fieldset>
  ))
}
