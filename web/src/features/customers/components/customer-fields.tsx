import { customerLabels as labels } from '@kontor/contract/customers/customers.rules'
import type { customerFormSchema } from '@kontor/contract/customers/customers.schema'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { CheckboxField, TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import type { Customer } from '../customers.api.ts'
import type { Duplicates } from './use-duplicates.ts'

/** Maximum number of duplicates listed by name. */
const maxNames = 3

/** Warns that other customers have the same value; does not prevent saving. */
function DuplicateHint({ customers, what }: { customers: readonly Customer[]; what: string }) {
  const names = customers.slice(0, maxNames).map(({ name }) => name)
  const more = customers.length - names.length
  return (
    <span role="alert" className="flex items-start gap-1.5 text-warning [overflow-wrap:anywhere]">
      <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
      Finnes fra før: {names.join(', ')}
      {more > 0 && ` og ${more} til`} har samme {what}.
    </span>
  )
}

interface CustomerFieldsProps {
  readonly form: UseFormReturn<z.input<typeof customerFormSchema>, unknown, z.output<typeof customerFormSchema>>
  /** As typed so far. */
  readonly organizationNumber: string
  readonly duplicates: Duplicates
}

/** The fields of a customer; only the first two are required. */
export function CustomerFields({ form, organizationNumber, duplicates }: CustomerFieldsProps) {
  const isNotNorwegian = organizationNumber.trim() !== '' && organizationNumberDigits(organizationNumber) === null
  const hintOf = (field: keyof Duplicates): ReactNode =>
    duplicates[field].length > 0 && <DuplicateHint customers={duplicates[field]} what={labels[field].toLowerCase()} />
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="name" label={labels.name} required />
        <TextField form={form} name="email" label={labels.email} type="email" required hint={hintOf('email')} />
        <TextField form={form} name="phone" label={labels.phone} type="tel" />
        <TextField form={form} name="website" label={labels.website} inputMode="url" />
        <TextField
          form={form}
          name="organizationNumber"
          label={labels.organizationNumber}
          inputMode="numeric"
          hint={
            isNotNorwegian
              ? 'Dette er ikke et norsk organisasjonsnummer. Du kan lagre det likevel.'
              : hintOf('organizationNumber')
          }
        />
        <TextField form={form} name="industry" label={labels.industry} />
        <TextField form={form} name="address" label={labels.address} />
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-4">
          <TextField form={form} name="postCode" label={labels.postCode} inputMode="numeric" />
          <TextField form={form} name="city" label={labels.city} />
        </div>
        <TextField form={form} name="location" label={labels.location} />
        <TextField form={form} name="customer_Type" label={labels.customer_Type} />
      </div>
      <TextareaField form={form} name="description" label={labels.description} rows={3} />
      <CheckboxField field={form.register('isActive')} label="Aktiv kunde" />
    </>
  )
}
