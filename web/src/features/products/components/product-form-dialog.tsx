import { zodResolver } from '@hookform/resolvers/zod'
import { productLabels } from '@kontor/contract/products/products.rules'
import { productFormSchema } from '@kontor/contract/products/products.schema'
import { useForm, useWatch } from 'react-hook-form'
import { typedDecimal } from '../../../platform/format.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field, Input, Textarea } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { conflictingProduct, type Product, useCreateProduct, useUpdateProduct } from '../products.api.ts'
import { typesOf } from './product-filters.tsx'
import { ProductPriceFields, taxLabel } from './product-price-fields.tsx'
import type { ProductForm } from './use-price-driver.ts'
import { shownAmounts } from './use-product-list.ts'

type EditableField = keyof typeof productLabels

const pricesOf = (product: Product | undefined) => {
  if (!product) return { costPrice: '', grosMargin: '', salesPrice: '', salesPriceIncVat: '' }
  const { costPrice, grosMargin, salesPrice, salesPriceIncVat } = shownAmounts(product)
  return {
    costPrice: typedDecimal(costPrice),
    grosMargin: grosMargin === null ? '' : typedDecimal(grosMargin),
    salesPrice: typedDecimal(salesPrice),
    salesPriceIncVat: typedDecimal(salesPriceIncVat),
  }
}

const valuesOf = (product: Product | undefined) => ({
  number: product?.number ?? '',
  name: product?.name ?? '',
  type: product?.type ?? '',
  productTax_Id: String(product?.productTax_Id ?? 0),
  ...pricesOf(product),
  description: product?.description ?? '',
  comment: product?.comment ?? '',
  isActive: product?.isActive ?? true,
  version: product?.version,
})

const textOf = (field: EditableField, value: unknown): string => {
  if (field === 'productTax_Id') return taxLabel(String(value))
  if (field === 'isActive') return value ? 'Ja' : 'Nei'
  return String(value ?? '')
}

const comparableNumber = (number: string): string => number.trim().toLowerCase()

interface ProductFormDialogProps {
  /** Creates a new product if omitted. */
  readonly product?: Product
  /** All products, to warn about a number that is taken. */
  readonly products: readonly Product[]
  readonly onClose: () => void
}

function NumberField({ form, product, products }: { form: ProductForm } & Omit<ProductFormDialogProps, 'onClose'>) {
  const number = comparableNumber(useWatch({ control: form.control, name: 'number' }))
  const other = products.find(
    (candidate) => candidate.id !== product?.id && comparableNumber(candidate.number) === number,
  )
  return (
    <Field
      label={productLabels.number}
      required
      hint={other && <span className="text-warning">Nummeret brukes også av «{other.name}».</span>}
      error={form.formState.errors.number?.message}
    >
      {(props) => <Input {...props} {...form.register('number')} autoComplete="off" />}
    </Field>
  )
}

/** Creates or edits a product. */
export function ProductFormDialog({ product, products, onClose }: ProductFormDialogProps) {
  const create = useCreateProduct()
  const update = useUpdateProduct()
  const form: ProductForm = useForm({ resolver: zodResolver(productFormSchema), defaultValues: valuesOf(product) })
  const { register, formState } = form
  const { errors, isDirty } = formState
  const { submit, conflict, notices } = useSaving({
    form,
    labels: productLabels,
    valuesOf,
    textOf,
    conflictIn: conflictingProduct,
    save: async (changes) => {
      const saved = await (product ? update.mutateAsync({ id: product.id, changes }) : create.mutateAsync(changes))
      toast({ title: product ? 'Produkt oppdatert' : 'Produkt opprettet', description: saved.name })
      onClose()
    },
    onFailure: () => {
      const description = product ? 'Kunne ikke oppdatere produkt' : 'Kunne ikke opprette produkt'
      toast({ title: 'Feil', description, variant: 'destructive' })
    },
  })

  return (
    <FormDialog
      title={product ? 'Rediger produkt' : 'Nytt produkt'}
      width="wide"
      dirty={isDirty}
      submitLabel={conflict ? 'Lagre likevel' : 'Lagre'}
      workingLabel="Lagrer …"
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex flex-col gap-4">
        {notices}
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,1fr)]">
          <NumberField form={form} products={products} {...(product && { product })} />
          <Field label={productLabels.name} required error={errors.name?.message}>
            {(props) => <Input {...props} {...register('name')} autoComplete="off" />}
          </Field>
          <Field label={productLabels.type} error={errors.type?.message}>
            {(props) => (
              <>
                <Input {...props} {...register('type')} autoComplete="off" list={`${props.id}-types`} />
                <datalist id={`${props.id}-types`}>
                  {[...new Set(['Tjeneste', 'Vare', ...typesOf(products)])].map((type) => (
                    <option key={type} value={type} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        </div>
        <ProductPriceFields form={form} />
        <Field label={productLabels.description} error={errors.description?.message}>
          {(props) => <Textarea {...props} {...register('description')} rows={3} />}
        </Field>
        <Field label={productLabels.comment} hint="Vises aldri for kunden." error={errors.comment?.message}>
          {(props) => <Textarea {...props} {...register('comment')} rows={2} />}
        </Field>
        <div className="-ml-3 flex items-center text-sm">
          <Checkbox id="product-active" {...register('isActive')} />
          <label htmlFor="product-active">Aktivt produkt</label>
        </div>
      </div>
    </FormDialog>
  )
}
