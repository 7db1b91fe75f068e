import { zodResolver } from '@hookform/resolvers/zod'
import { inlineProductFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { useForm } from 'react-hook-form'
import { messageOf } from '../../../platform/api-client.ts'
import { TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { type Product, useCreateProduct } from '../../products/products.api.ts'

const labels = {
  number: 'Produktnummer',
  name: 'Navn',
  salesPrice: 'Salgspris eks. mva (kr)',
  description: 'Beskrivelse',
} as const

interface InlineProductDialogProps {
  readonly onCreated: (product: Product) => void
  readonly onClose: () => void
}

/** Creates a product while a line is being edited. */
export function InlineProductDialog({ onCreated, onClose }: InlineProductDialogProps) {
  const create = useCreateProduct()
  const form = useForm({
    resolver: zodResolver(inlineProductFormSchema),
    defaultValues: { number: '', name: '', salesPrice: 0, description: '' },
  })
  const saving = useSaving({
    form,
    labels,
    save: async (values) => {
      const product = await create.mutateAsync(values)
      toast({ title: 'Produkt opprettet', description: product.name })
      onCreated(product)
      onClose()
    },
    onFailure: (error) => toastFailure(`Kunne ikke opprette produkt: ${messageOf(error)}`),
  })
  return (
    <SaveDialog saving={saving} title="Nytt produkt" submitLabel="Opprett" workingLabel="Oppretter …" onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="number" label={labels.number} required />
        <NumberField control={form.control} name="salesPrice" label={labels.salesPrice} decimals={2} />
      </div>
      <TextField form={form} name="name" label={labels.name} required />
      <TextareaField form={form} name="description" label={labels.description} rows={3} />
    </SaveDialog>
  )
}
