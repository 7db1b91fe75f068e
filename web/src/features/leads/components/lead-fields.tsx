import { leadLabels, lostStatus } from '@kontor/contract/leads/leads.rules'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DateField } from '../../../ui/date-field.tsx'
import { DuplicateHint } from '../../../ui/duplicate-hint.tsx'
import { ControlledField, TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import {
  type DuplicateKey,
  type Duplicates,
  type Lead,
  leadDuplicatesQuery,
  leadOwnersQuery,
  lostReasonsQuery,
} from '../leads.api.ts'
import { activeOf, activeOptions, statusOptions } from './lead-cells.tsx'
import type { LeadForm, valuesOf } from './lead-form-values.ts'
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

/** A customer has no name if the user may not see it. */
const namesOn = (field: 'org_no' | 'email', found: Duplicates | undefined): readonly string[] => {
  const leads = found?.leads.filter(({ same }) => same.includes(field)) ?? []
  const customers = found?.customers.filter(({ same }) => same.includes(field)) ?? []
  return [
    ...leads.map(({ name }) => name),
    ...customers.map(({ name }) => (name === null ? 'en kunde' : `${name} (kunde)`)),
  ]
}

/**
 * The names of leads and customers that have the form's number or email, except the edited lead and its own customer. The user can
 * save without waiting for the result.
 */
const useDuplicates = (typed: Omit<DuplicateKey, 'except'>, editedLead: Lead | undefined) => {
  const { data } = useQuery(leadDuplicatesQuery(useDebounced({ ...typed, except: editedLead?.id })))
  const others = data && { ...data, customers: data.customers.filter(({ id }) => id !== editedLead?.customer_id) }
  return { org_no: namesOn('org_no', others), email: namesOn('email', others) }
}

type Values = ReturnType<typeof valuesOf>
type FieldsOf<Value> = { [Name in keyof Values]: Values[Name] extends Value ? Name : never }[keyof Values]
type DayField = 'established_date' | 'registration_date' | 'next_step_at'
type FlagField = FieldsOf<boolean | null>
type ChoiceField = FlagField | 'status'
type TextName = Exclude<FieldsOf<string>, DayField | 'status' | 'notes'>

function DayInput({ form, name }: { form: LeadForm; name: DayField }) {
  return (
    <ControlledField form={form} name={name} label={leadLabels[name]}>
      {(control, { value, onChange, onBlur }) => (
        <DateField {...control} value={value ?? ''} onValueChange={onChange} onBlur={onBlur} />
      )}
    </ControlledField>
  )
}

const flagOptions = [
  { value: 'true', label: 'Ja' },
  { value: 'false', label: 'Nei' },
  { value: 'null', label: 'Ikke oppgitt' },
]

const optionsOf = (name: ChoiceField) =>
  name === 'status' ? statusOptions : name === 'customer_active' ? activeOptions : flagOptions

function ChoiceInput({ form, name }: { form: LeadForm; name: ChoiceField }) {
  return (
    <ControlledField form={form} name={name} label={leadLabels[name]}>
      {(control, { value, onChange }) => (
        <Select
          {...control}
          value={String(value ?? null)}
          onValueChange={(text) => onChange(name === 'status' ? text : activeOf(text))}
          options={optionsOf(name)}
        />
      )}
    </ControlledField>
  )
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

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="border-rule border-t pt-3">
      <legend className="float-left mb-3 w-full font-semibold text-sm">{title}</legend>
      <div className="clear-both grid gap-4 sm:grid-cols-2 lg:grid-cols-3">{children}</div>
    </fieldset>
  )
}

const invalidNumberHint = 'Dette er ikke et norsk organisasjonsnummer. Du kan lagre det likevel.'

export function LeadFields({ form, lead }: { form: LeadForm; lead: Lead | undefined }) {
  const [number, email, status] = useWatch({ control: form.control, name: ['org_no', 'email', 'status'] })
  const duplicates = useDuplicates({ org_no: number ?? '', email: email ?? '' }, lead)
  const isInvalidNumber = Boolean(number?.trim()) && organizationNumberDigits(number ?? '') === null
  const numberHint = duplicates.org_no.length > 0 && <DuplicateHint names={duplicates.org_no} what="org.nr" />
  const emailHint = duplicates.email.length > 0 && <DuplicateHint names={duplicates.email} what="e-post" />
  const text = (name: TextName, props: Partial<ComponentProps<typeof TextField>> = {}) => (
    <TextField type="text" {...props} form={form} name={name} label={leadLabels[name]} />
  )
  return (
    <>
      <Group title="Bedriften">
        {text('company_name', { required: true })}
        {text('org_no', { inputMode: 'numeric', hint: isInvalidNumber ? invalidNumberHint : numberHint })}
        {text('organization_form')}
        {text('industry')}
        <NumberField control={form.control} name="employees" label={leadLabels.employees} decimals={0} />
        <NumberField control={form.control} name="revenue_nok" label={leadLabels.revenue_nok} decimals={2} />
      </Group>
      <Group title="Kontakt">
        {text('contact_name')}
        {text('contact_title')}
        {text('phone', { type: 'tel' })}
        {text('email', { type: 'email', hint: emailHint })}
      </Group>
      <Group title="Salget">
        <ChoiceInput form={form} name="status" />
        <ChoiceInput form={form} name="customer_active" />
        <OwnerInput form={form} lead={lead} />
        {text('next_step', { fieldClassName: 'lg:col-span-2' })}
        <DayInput form={form} name="next_step_at" />
        {status === lostStatus && <ReasonInput form={form} lead={lead} />}
        <TextareaField
          form={form}
          name="notes"
          label={leadLabels.notes}
          rows={4}
          fieldClassName="sm:col-span-2 lg:col-span-3"
        />
      </Group>
      <Group title="Adresse">
        {text('business_address')}
        {text('postal_code', { inputMode: 'numeric' })}
        {text('city')}
        {text('municipality')}
        {text('postal_address', { fieldClassName: 'lg:col-span-2' })}
      </Group>
      <Group title="Fra registeret">
        <DayInput form={form} name="established_date" />
        <DayInput form={form} name="registration_date" />
        <ChoiceInput form={form} name="vat_registered" />
        <ChoiceInput form={form} name="business_registered" />
        <ChoiceInput form={form} name="bankruptcy" />
        <ChoiceInput form={form} name="under_liquidation" />
        {text('sector_code')}
        {text('nace_code1')}
        {text('nace_code2')}
        {text('nace_code3')}
      </Group>
    </>
  )
}
