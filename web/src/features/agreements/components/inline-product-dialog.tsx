import { zodResolver } from '@hookform/resolvers/zod'
import { inlineProductFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText, messageOf } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Notice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Product, useCreateProduct } from '../../products/products.api.ts'

interface InlineProductDialogProps {
  readonly onCreated: (product: Product) => void
  readonly onClose: () => void
}

/** Creates a product while a line is being edited. */
export function InlineProductDialog({ onCreated, onClose }: InlineProductDialogProps) {
  const create = useCreateProduct()
  const [problem, setProblem] = useState<string | null>(null)
  const form = useForm({
    resolver: zodResolver(inlineProductFormSchema),
    defaultValues: { number: '', name: '', salesPrice: 0, description: '' },
  })
  const { register, control, formState, setError } = form
  const { errors, isDirty } = formState

  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      const product = await create.mutateAsync(values)
      toast({ title: 'Produkt opprettet', description: product.name })
      onCreated(product)
      onClose()
    } catch (error) {
      setProblem(errorText(error))
      showFieldErrors(error, ['number', 'name', 'salesPrice', 'description'], setError)
      toast({ title: 'Feil', description: `Kunne ikke opprette produkt: ${messageOf(error)}`, variant: 'destructive' })
    }
  })

  return (
    <FormDialog
      title="Nytt produkt"
      dirty={isDirty}
      submitLabel="Opprett"
      workingLabel="Oppretter …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice>{problem}</Notice>}
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Produktnummer" required error={errors.number?.message}>
            {(props) => <Input {...props} {...register('number')} autoComplete="off" />}
          </Field>
          <NumberField control={control} name="salesPrice" label="Salgspris eks. mva (kr)" decimals={2} />
        </div>
        <Field label="Navn" required error={errors.name?.message}>
          {(props) => <Input {...props} {...register('name')} autoComplete="off" />}
        </Field>
        <Field label="Beskrivelse" error={errors.description?.message}>
          {(props) => <Textarea {...props} {...register('description')} rows={3} />}
        </Field>
      </div>
    </FormDialog>
  )
}
