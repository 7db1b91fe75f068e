import { leadLabels } from '@kontor/contract/leads/leads.rules'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { DateField } from '../../../ui/date-field.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import type { Lead } from '../leads.api.ts'
import { activeOf, activeOptions, statusOptions } from './lead-cells.tsx'
import { DuplicateHint } from './lead-duplicates.tsx'
import type { LeadForm, valuesOf } from './lead-form-values.ts'
import { useDuplicates } from './use-duplicates.ts'

type Values = ReturnType<typeof valuesOf>
type FieldsOf<Value> = { [Name in keyof Values]: Values[Name] extends Value ? Name : never }[keyof Values]
type DayField = 'established_date' | 'registration_date'
type FlagField = FieldsOf<boolean | null>
type ChoiceField = FlagField | 'status'
type TextName = Exclude<FieldsOf<string>, DayField | 'status' | 'notes'>

interface TextFieldProps {
  readonly form: LeadForm
  readonly name: TextName
  readonly type?: 'text' | 'email' | 'tel'
  readonly required?: boolean
  readonly hint?: ReactNode
  readonly inputMode?: 'numeric'
  readonly className?: string
}

function TextField({ form, name, type = 'text', required = false, hint, inputMode, className }: TextFieldProps) {
  const error = form.formState.errors[name]?.message
  return (
    <Field label={leadLabels[name]} required={required} hint={hint} error={error} {...(className && { className })}>
      {(control) => (
        <Input {...control} {...form.register(name)} type={type} inputMode={inputMode} autoComplete="off" />
      )}
    </Field>
  )
}

function DayInput({ form, name }: { form: LeadForm; name: DayField }) {
  return (
    <Field label={leadLabels[name]} error={form.formState.errors[name]?.message}>
      {(control) => (
        <Controller
          control={form.control}
          name={name}
          render={({ field }) => (
            <DateField {...control} value={field.value ?? ''} onValueChange={field.onChange} onBlur={field.onBlur} />
          )}
        />
      )}
    </Field>
  )
}

const flagOptions = [
  { value: 'true', label: 'Ja' },
  { value: 'false', label: 'Nei' },
  { value: 'null', label: 'Ikke oppgitt' },
]

const optionsOf = (name: ChoiceField) =>
  name === 'status' ? statusOptions : name === 'customer_active' ? activeOptions : flagOptions

/** The status, or a flag: true, false or null. */
function ChoiceInput({ form, name }: { form: LeadForm; name: ChoiceField }) {
  return (
    <Field label={leadLabels[name]} error={form.formState.errors[name]?.message}>
      {(control) => (
        <Controller
          control={form.control}
          name={name}
          render={({ field }) => (
            <Select
              {...control}
              value={String(field.value ?? null)}
              onValueChange={(text) => field.onChange(name === 'status' ? text : activeOf(text))}
              options={optionsOf(name)}
            />
          )}
        />
      )}
    </Field>
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

/** All fields of a new or edited lead; only the company name is required. */
export function LeadFields({ form, lead }: { form: LeadForm; lead: Lead | undefined }) {
  const [number, email] = useWatch({ control: form.control, name: ['org_no', 'email'] })
  const duplicates = useDuplicates({ org_no: number ?? '', email: email ?? '' }, lead)
  const isInvalidNumber = Boolean(number?.trim()) && organizationNumberDigits(number ?? '') === null
  const numberHint = duplicates.org_no && <DuplicateHint matches={duplicates.org_no} what="org.nr" />
  return (
    <>
      <Group title="Bedriften">
        <TextField form={form} name="company_name" required />
        <TextField
          form={form}
          name="org_no"
          inputMode="numeric"
          hint={isInvalidNumber ? invalidNumberHint : numberHint}
        />
        <TextField form={form} name="organization_form" />
        <TextField form={form} name="industry" />
        <NumberField control={form.control} name="employees" label={leadLabels.employees} decimals={0} />
        <NumberField control={form.control} name="revenue_nok" label={leadLabels.revenue_nok} decimals={2} />
      </Group>
      <Group title="Kontakt">
        <TextField form={form} name="contact_name" />
        <TextField form={form} name="contact_title" />
        <TextField form={form} name="phone" type="tel" />
        <TextField
          form={form}
          name="email"
          type="email"
          hint={duplicates.email && <DuplicateHint matches={duplicates.email} what="e-post" />}
        />
      </Group>
      <Group title="Salget">
        <ChoiceInput form={form} name="status" />
        <ChoiceInput form={form} name="customer_active" />
        <TextField form={form} name="next_step" className="sm:col-span-2 lg:col-span-1" />
        <Field
          label={leadLabels.notes}
          error={form.formState.errors.notes?.message}
          className="sm:col-span-2 lg:col-span-3"
        >
          {(control) => <Textarea {...control} {...form.register('notes')} rows={4} />}
        </Field>
      </Group>
      <Group title="Adresse">
        <TextField form={form} name="business_address" />
        <TextField form={form} name="postal_code" inputMode="numeric" />
        <TextField form={form} name="city" />
        <TextField form={form} name="municipality" />
        <TextField form={form} name="postal_address" className="lg:col-span-2" />
      </Group>
      <Group title="Fra registeret">
        <DayInput form={form} name="established_date" />
        <DayInput form={form} name="registration_date" />
        <ChoiceInput form={form} name="vat_registered" />
        <ChoiceInput form={form} name="business_registered" />
        <ChoiceInput form={form} name="bankruptcy" />
        <ChoiceInput form={form} name="under_liquidation" />
        <TextField form={form} name="sector_code" />
        <TextField form={form} name="nace_code1" />
        <TextField form={form} name="nace_code2" />
        <TextField form={form} name="nace_code3" />
      </Group>
    </>
  )
}
