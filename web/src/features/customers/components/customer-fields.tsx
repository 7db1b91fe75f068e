import { customerLabels } from '@kontor/contract/customers/customers.rules'
import type { customerFormSchema } from '@kontor/contract/customers/customers.schema'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { DuplicateHint } from './customer-duplicates.tsx'
import type { Duplicates } from './use-duplicates.ts'

/** The form's values; '' for what a customer lacks. */
export interface CustomerFormValues {
  name: string
  email: string
  phone: string
  website: string
  organizationNumber: string
  industry: string
  customer_Type: string
  address: string
  postCode: string
  city: string
  location: string
  description: string
  isActive: boolean
  version: number | undefined
}

type CustomerForm = UseFormReturn<z.input<typeof customerFormSchema>, unknown, z.output<typeof customerFormSchema>>

interface TextFieldProps {
  readonly form: CustomerForm
  readonly name: Exclude<keyof CustomerFormValues, 'isActive' | 'version' | 'description'>
  readonly type?: 'text' | 'email' | 'tel' | 'url'
  readonly required?: boolean
  readonly hint?: ReactNode
  readonly inputMode?: 'numeric' | 'url'
}

function TextField({ form, name, type = 'text', required = false, hint, inputMode }: TextFieldProps) {
  const error = form.formState.errors[name]?.message
  return (
    <Field label={customerLabels[name]} required={required} hint={hint} error={error}>
      {(control) => (
        <Input {...control} {...form.register(name)} type={type} inputMode={inputMode} autoComplete="off" />
      )}
    </Field>
  )
}

const notNorwegianHint = 'Dette er ikke et norsk organisasjonsnummer. Du kan lagre det likevel.'

interface CustomerFieldsProps {
  readonly form: CustomerForm
  /** As typed so far. */
  readonly organizationNumber: string
  readonly duplicates: Duplicates
}

/** The fields of a customer; only the first two are required. */
export function CustomerFields({ form, organizationNumber, duplicates }: CustomerFieldsProps) {
  const isNotNorwegian = organizationNumber.trim() !== '' && organizationNumberDigits(organizationNumber) === null
  const hintOf = (field: keyof Duplicates): ReactNode =>
    duplicates[field].length > 0 && (
      <DuplicateHint customers={duplicates[field]} what={customerLabels[field].toLowerCase()} />
    )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="name" required />
        <TextField form={form} name="email" type="email" required hint={hintOf('email')} />
        <TextField form={form} name="phone" type="tel" />
        <TextField form={form} name="website" inputMode="url" />
        <TextField
          form={form}
          name="organizationNumber"
          inputMode="numeric"
          hint={isNotNorwegian ? notNorwegianHint : hintOf('organizationNumber')}
        />
        <TextField form={form} name="industry" />
        <TextField form={form} name="address" />
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-4">
          <TextField form={form} name="postCode" inputMode="numeric" />
          <TextField form={form} name="city" />
        </div>
        <TextField form={form} name="location" />
        <TextField form={form} name="customer_Type" />
      </div>
      <Field label={customerLabels.description} error={form.formState.errors.description?.message}>
        {(control) => <Textarea {...control} {...form.register('description')} rows={3} />}
      </Field>
      <div className="-ml-3 flex items-center text-sm">
        <Checkbox id="customer-active" {...form.register('isActive')} />
        <label htmlFor="customer-active">Aktiv kunde</label>
      </div>
    </>
  )
}
