import { zodResolver } from '@hookform/resolvers/zod'
import { filledByRegister } from '@kontor/contract/company-register/company-register.values.rules'
import { customerFields } from '@kontor/contract/customers/customers.fields'
import { customerFormSchema } from '@kontor/contract/customers/customers.schema'
import { isSameAddress } from '@kontor/contract/shared/email-addresses'
import { labelsOf } from '@kontor/contract/shared/field-kinds'
import { keysOf } from '@kontor/contract/shared/fields'
import { organizationNumberDigits } from '@kontor/contract/shared/orgnr'
import { type ReactNode, useMemo } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { DuplicateHint } from '../../../ui/form/duplicate-hint.tsx'
import { FormField, formValues } from '../../../ui/form/entity-form.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { FillFromRegister } from '../../company-register/components/fill-from-register.tsx'
import { type Customer, conflictingCustomer, useCreateCustomer, useUpdateCustomer } from '../customers.api.ts'

const normalizeNumber = (number: string | null): string | null => {
  const text = number?.trim()
  return text ? (organizationNumberDigits(text) ?? text) : null
}

type Duplicates = Readonly<Record<'email' | 'organizationNumber', readonly Customer[]>>

/** Returns the customers, except the edited one (`ownId`), with the form's e-mail address or organisation number. */
const useDuplicates = (
  customers: readonly Customer[],
  ownId: number | undefined,
  { email, organizationNumber }: Readonly<Record<keyof Duplicates, string>>,
): Duplicates =>
  useMemo(() => {
    const address = email.trim()
    const number = normalizeNumber(organizationNumber)
    const others = customers.filter(({ id }) => id !== ownId)
    return {
      email: address === '' ? [] : others.filter((other) => isSameAddress(other.email, address)),
      organizationNumber:
        number === null ? [] : others.filter((other) => normalizeNumber(other.organizationNumber) === number),
    }
  }, [customers, ownId, email, organizationNumber])

const labels = labelsOf(customerFields)

/** Takes out the fields that the form places itself: the type after all others, the city beside its postcode, description and status below. */
const { customer_Type, city, description, isActive, ...first } = customerFields

const names = keysOf({ ...first, customer_Type })

interface CustomerFieldsProps {
  readonly form: UseFormReturn<z.input<typeof customerFormSchema>, unknown, z.output<typeof customerFormSchema>>
  /** The organisation number typed so far. */
  readonly organizationNumber: string
  readonly duplicates: Duplicates
}

function CustomerFields({ form, organizationNumber, duplicates }: CustomerFieldsProps) {
  const isNotNorwegian = organizationNumber.trim() !== '' && organizationNumberDigits(organizationNumber) === null
  const hintOf = (field: keyof Duplicates): ReactNode =>
    duplicates[field].length > 0 && (
      <DuplicateHint names={duplicates[field].map(({ name }) => name)} what={labels[field].toLowerCase()} />
    )
  const hints: Readonly<Partial<Record<keyof typeof customerFields, ReactNode>>> = {
    email: hintOf('email'),
    organizationNumber: isNotNorwegian
      ? 'Dette er ikke et norsk organisasjonsnummer. Du kan lagre det likevel.'
      : hintOf('organizationNumber'),
  }
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {names.map((name) =>
          name === 'postCode' ? (
            <div key={name} className="grid grid-cols-[minmax(0,1fr)_minmax(0,2fr)] gap-4">
              <FormField form={form} fields={customerFields} name={name} />
              <FormField form={form} fields={customerFields} name="city" />
            </div>
          ) : (
            <FormField key={name} form={form} fields={customerFields} name={name} hint={hints[name]} />
          ),
        )}
      </div>
      <FormField form={form} fields={customerFields} name="description" />
      <FormField form={form} fields={customerFields} name="isActive" label="Aktiv kunde" />
    </>
  )
}

const fromRegister = filledByRegister(customerFields)

const valuesOf = (customer: Customer | undefined) => ({
  ...formValues(customerFields, customer),
  version: customer?.version,
})

interface CustomerFormDialogProps {
  readonly customer?: Customer
  readonly customers: readonly Customer[]
  readonly onSaved?: (customer: Customer) => void
  readonly onClose: () => void
}

export function CustomerFormDialog({ customer, customers, onSaved, onClose }: CustomerFormDialogProps) {
  const create = useCreateCustomer()
  const update = useUpdateCustomer()
  const form = useForm({ resolver: zodResolver(customerFormSchema), defaultValues: valuesOf(customer) })
  const { control, formState, getValues, setValue } = form
  const [name, email, number] = useWatch({ control, name: ['name', 'email', 'organizationNumber'] })
  const duplicates = useDuplicates(customers, customer?.id, { email: email ?? '', organizationNumber: number ?? '' })

  const saving = useSaving({
    form,
    labels,
    valuesOf,
    conflictIn: conflictingCustomer,
    save: async (body) => {
      const saved = await (customer
        ? update.mutateAsync({ params: { id: String(customer.id) }, body })
        : create.mutateAsync(body))
      toast({ title: customer ? 'Kunde oppdatert' : 'Kunde opprettet', description: saved.name })
      onSaved?.(saved)
      onClose()
    },
    failed: customer ? 'Kunne ikke oppdatere kunde' : 'Kunne ikke opprette kunde',
  })

  return (
    <SaveDialog
      saving={saving}
      title={customer ? 'Rediger kunde' : 'Ny kunde'}
      width="wide"
      incomplete={!name?.trim() || !email?.trim()}
      onClose={onClose}
    >
      <FillFromRegister
        {...fromRegister}
        current={() => getValues()}
        storedNumber={customer?.organizationNumber}
        onFill={(values) => {
          const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
          for (const [field, value] of Object.entries(values)) {
            setValue(field as keyof typeof values, String(value ?? ''), options)
          }
        }}
      />
      <CustomerFields form={form} organizationNumber={number ?? ''} duplicates={duplicates} />
    </SaveDialog>
  )
}
