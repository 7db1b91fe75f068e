import { zodResolver } from '@hookform/resolvers/zod'
import { productLabels as labels } from '@kontor/contract/products/products.rules'
import { productFormSchema } from '@kontor/contract/products/products.schema'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { typedDecimal } from '../../../platform/format.ts'
import { CheckboxField, TextareaField, TextField } from '../../../ui/form-fields.tsx'
import { SaveDialog } from '../../../ui/save-dialog.tsx'
import { toast, toastFailure } from '../../../ui/toast-store.ts'
import { useSaving } from '../../../ui/use-saving.tsx'
import { conflictingProduct, type Product, useCreateProduct, useUpdateProduct } from '../products.api.ts'
import { shownAmounts, typesOf } from './product-amounts.ts'
import { ProductPriceFields, taxLabel } from './product-price-fields.tsx'
import type { ProductForm } from './use-price-driver.ts'

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

const comparableNumber = (number: string): string => number.trim().toLowerCase()

interface ProductFormDialogProps {
  /** Creates a new product if omitted. */
  readonly product?: Product | undefined
  /** All products, to warn about a number that is taken. */
  readonly products: readonly Product[]
  readonly onClose: () => void
}

/** Creates or edits a product. */
export function ProductFormDialog({ product, products, onClose }: ProductFormDialogProps) {
  const create = useCreateProduct()
  const update = useUpdateProduct()
  const typesId = useId()
  const form: ProductForm = useForm({ resolver: zodResolver(productFormSchema), defaultValues: valuesOf(product) })
  const number = comparableNumber(useWatch({ control: form.control, name: 'number' }))
  const sameNumber = products.find((other) => other.id !== product?.id && comparableNumber(other.number) === number)
  const saving = useSaving({
    form,
    labels,
    valuesOf,
    textOf: (field, value) => (field === 'productTax_Id' ? taxLabel(String(value)) : undefined),
    conflictIn: conflictingProduct,
    save: async (body) => {
      const saved = await (product
        ? update.mutateAsync({ params: { id: String(product.id) }, body })
        : create.mutateAsync(body))
      toast({ title: product ? 'Produkt oppdatert' : 'Produkt opprettet', description: saved.name })
      onClose()
    },
    onFailure: () => toastFailure(product ? 'Kunne ikke oppdatere produkt' : 'Kunne ikke opprette produkt'),
  })

  return (
    <SaveDialog saving={saving} title={product ? 'Rediger produkt' : 'Nytt produkt'} width="wide" onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,1fr)]">
        <TextField
          form={form}
          name="number"
          label={labels.number}
          required
          hint={sameNumber && <span className="text-warning">Nummeret brukes også av «{sameNumber.name}».</span>}
        />
        <TextField form={form} name="name" label={labels.name} required />
        <TextField form={form} name="type" label={labels.type} list={typesId} />
        <datalist id={typesId}>
          {[...new Set(['Tjeneste', 'Vare', ...typesOf(products)])].map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
      </div>
      <ProductPriceFields form={form} />
      <TextareaField form={form} name="description" label={labels.description} rows={3} />
      <TextareaField form={form} name="comment" label={labels.comment} hint="Vises aldri for kunden." rows={2} />
      <CheckboxField field={form.register('isActive')} label="Aktivt produkt" />
    </SaveDialog>
  )
}
