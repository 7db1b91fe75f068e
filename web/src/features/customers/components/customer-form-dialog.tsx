import { zodResolver } from '@hookform/resolvers/zod'
import type { RegisterValues } from '@kontor/contract/company-register/company-register.values.rules'
import { customerLabels } from '@kontor/contract/customers/customers.rules'
import { customerFormSchema } from '@kontor/contract/customers/customers.schema'
import { formatOrganizationNumber } from '@kontor/contract/shared/orgnr'
import { useForm, useWatch } from 'react-hook-form'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { FillFromRegister } from '../../company-register/components/fill-from-register.tsx'
import { type Customer, conflictingCustomer, useCreateCustomer, useUpdateCustomer } from '../customers.api.ts'
import { CustomerFields } from './customer-fields.tsx'
import { useDuplicates } from './use-duplicates.ts'

const registerFields = {
  name: customerLabels.name,
  email: customerLabels.email,
  phone: customerLabels.phone,
  website: customerLabels.website,
  organizationNumber: customerLabels.organizationNumber,
  industry: customerLabels.industry,
  address: customerLabels.address,
  postCode: customerLabels.postCode,
  city: customerLabels.city,
} as const

const propose = (register: RegisterValues) => ({
  ...register,
  organizationNumber: formatOrganizationNumber(register.organizationNumber),
})

const valuesOf = (customer: Customer | undefined) => ({
  name: customer?.name ?? '',
  email: customer?.email ?? '',
  phone: customer?.phone ?? '',
  website: customer?.website ?? '',
  organizationNumber: formatOrganizationNumber(customer?.organizationNumber ?? ''),
  industry: customer?.industry ?? '',
  customer_Type: customer?.customer_Type ?? '',
  address: customer?.address ?? '',
  postCode: customer?.postCode ?? '',
  city: customer?.city ?? '',
  location: customer?.location ?? '',
  description: customer?.description ?? '',
  isActive: customer?.isActive ?? true,
  version: customer?.version,
})

interface CustomerFormDialogProps {
  /** Omit it to create a new customer. */
  readonly customer?: Customer
  /** All customers, for the duplicate warning. */
  readonly customers: readonly Customer[]
  readonly onClose: () => void
}

export function CustomerFormDialog({ customer, customers, onClose }: CustomerFormDialogProps) {
  const create = useCreateCustomer()
  const update = useUpdateCustomer()
  const form = useForm({ resolver: zodResolver(customerFormSchema), defaultValues: valuesOf(customer) })
  const { control, formState, getValues, setValue } = form
  const [name, email, number] = useWatch({ control, name: ['name', 'email', 'organizationNumber'] })
  const duplicates = useDuplicates(customers, customer?.id, { email: email ?? '', organizationNumber: number ?? '' })

  const saving = useSaving({
    form,
    labels: customerLabels,
    valuesOf,
    conflictIn: conflictingCustomer,
    save: async (body) => {
      const saved = await (customer
        ? update.mutateAsync({ params: { id: String(customer.id) }, body })
        : create.mutateAsync(body))
      toast({ title: customer ? 'Kunde oppdatert' : 'Kunde opprettet', description: saved.name })
      onClose()
    },
    onFailure: () => toastFailure(customer ? 'Kunne ikke oppdatere kunde' : 'Kunne ikke opprette kunde'),
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
        labels={registerFields}
        current={() => getValues()}
        propose={propose}
        onFill={(values) => {
          const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
          for (const [field, value] of Object.entries(values)) {
            setValue(field as keyof typeof values, String(value), options)
          }
        }}
      />
      <CustomerFields form={form} organizationNumber={number ?? ''} duplicates={duplicates} />
    </SaveDialog>
  )
}
