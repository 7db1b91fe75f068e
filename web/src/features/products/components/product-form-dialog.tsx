import { zodResolver } from '@hookform/resolvers/zod'
import { productFields } from '@kontor/contract/products/products.fields'
import {
  derivePrices,
  hundredthsFromPercent,
  type PriceDriver,
  productTaxes,
  productVatRate,
  readTypedPrices,
  type TypedPrices,
} from '@kontor/contract/products/products.rules'
import { productFormSchema } from '@kontor/contract/products/products.schema'
import { labelsOf } from '@kontor/contract/shared/field-kinds'
import { oreFromKroner } from '@kontor/contract/shared/money'
import { plainNumber } from '@kontor/contract/shared/read-values'
import { useId, useRef } from 'react'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { formatMargin, formatOre, typedDecimal } from '../../../platform/format.ts'
import { WarningIcon } from '../../../ui/base/icons.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { FormField, formValues } from '../../../ui/form/entity-form.tsx'
import { ControlledField, TextField } from '../../../ui/form/form-fields.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { conflictingProduct, type Product, useCreateProduct, useUpdateProduct } from '../products.api.ts'
import { DecimalInput } from './decimal-input.tsx'
import { shownAmounts, typesOf } from './product-amounts.ts'

type ProductForm = UseFormReturn<z.input<typeof productFormSchema>, unknown, z.output<typeof productFormSchema>>

type PriceField = keyof TypedPrices

const labels = labelsOf(productFields)

const driven = ['grosMargin', 'salesPrice', 'salesPriceIncVat'] as const satisfies readonly PriceDriver[]

/** Keeps whichever of margin, price and price with VAT the user typed last, and computes the other two from it. */
const usePriceDriver = (form: ProductForm) => {
  const { getValues, setValue, formState } = form
  const driver = useRef<PriceDriver>('salesPrice')
  const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }

  const recompute = (forgetMargin: boolean) => {
    const values = getValues()
    const read = readTypedPrices(values)
    const typed = forgetMargin ? { ...read, grosMargin: null } : read
    const next = derivePrices(typed, driver.current, productVatRate(Number(values.productTax_Id)))
    for (const field of driven) {
      const amount = next[field]
      if (amount !== read[field]) setValue(field, amount === null ? '' : typedDecimal(amount), options)
    }
  }

  return {
    type: (field: PriceField, text: string) => {
      setValue(field, text, options)
      if (field !== 'costPrice') driver.current = field
      // Clears a computed margin together with the cost.
      recompute(field === 'costPrice' && !readTypedPrices(getValues()).costPrice && driver.current !== 'grosMargin')
    },
    chooseTax: (id: string) => {
      setValue('productTax_Id', id, options)
      recompute(false)
    },
  }
}

const priceFields = ['costPrice', 'grosMargin', 'salesPrice', 'salesPriceIncVat'] as const

/** Returns the options for the VAT rate, plus the stored id if it is unknown. */
const taxOptions = (stored: string) => {
  const options = productTaxes.map(({ id, label }) => ({ value: String(id), label }))
  return options.some(({ value }) => value === stored)
    ? options
    : [...options, { value: stored, label: taxLabel(stored) }]
}

const taxLabel = (id: string): string =>
  productTaxes.find((tax) => String(tax.id) === id)?.label ?? `Ukjent sats (mva-ID ${id})`

/** Steps a price by one øre up or down. */
const steppedKroner = (value: string, direction: 1 | -1): string | null => {
  const ore = oreFromKroner(plainNumber(value) || '0')
  return ore === null || ore + direction < 0 ? null : typedDecimal(ore + direction)
}

/** Steps a margin by a tenth of a percent up or down. */
const steppedMargin = (value: string, direction: 1 | -1): string | null => {
  const hundredths = hundredthsFromPercent(plainNumber(value) || '0')
  return hundredths === null ? null : typedDecimal(hundredths + direction * 10)
}

const marginHint = ({ costPrice, grosMargin }: TypedPrices): string => {
  if (grosMargin !== null && !costPrice) return 'Fyll inn kostpris, så regnes prisen ut.'
  if (grosMargin !== null && grosMargin >= 10_000 && costPrice) return 'Ingen pris gir 100 % margin eller mer.'
  return 'Andel av salgsprisen som blir igjen etter kostpris.'
}

function BelowCost({ costPrice, salesPrice, grosMargin }: TypedPrices) {
  const isBelowCost = costPrice !== null && salesPrice !== null && salesPrice > 0 && salesPrice < costPrice
  return (
    <p role="status" className={isBelowCost ? 'flex items-start gap-2 text-sm text-warning' : 'sr-only'}>
      {isBelowCost && (
        <>
          <WarningIcon className="mt-0.5 size-4 shrink-0" />
          <span>
            Salgsprisen er under kostpris: {formatOre(costPrice - salesPrice)} tapes per stykk
            {grosMargin !== null && grosMargin < 0 && <> (margin {formatMargin(grosMargin)} %)</>}. Produktet kan
            likevel lagres.
          </span>
        </>
      )}
    </p>
  )
}

function ProductPriceFields({ form }: { form: ProductForm }) {
  const { type, chooseTax } = usePriceDriver(form)
  const [costPrice, grosMargin, salesPrice, salesPriceIncVat] = useWatch({ control: form.control, name: priceFields })
  const texts = { costPrice, grosMargin, salesPrice, salesPriceIncVat }
  const prices = readTypedPrices(texts)

  const field = (name: PriceField, hint?: string) => (
    <ControlledField form={form} name={name} label={labels[name]} hint={hint}>
      {(control, { ref, onBlur }) => (
        <DecimalInput
          {...control}
          ref={ref}
          onBlur={onBlur}
          name={name}
          value={texts[name]}
          onValueChange={(text) => type(name, text)}
          stepped={name === 'grosMargin' ? steppedMargin : steppedKroner}
          unit={name === 'grosMargin' ? '%' : 'kr'}
        />
      )}
    </ControlledField>
  )

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        {field('costPrice')}
        {field('grosMargin', marginHint(prices))}
        {field('salesPrice')}
        {field('salesPriceIncVat')}
        <ControlledField form={form} name="productTax_Id" label={labels.productTax_Id}>
          {(control, { value }) => (
            <Select {...control} value={value} onValueChange={chooseTax} options={taxOptions(value)} />
          )}
        </ControlledField>
      </div>
      <BelowCost {...prices} />
    </>
  )
}

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
  ...formValues(productFields, product),
  productTax_Id: String(product?.productTax_Id ?? 0),
  ...pricesOf(product),
  version: product?.version,
})

const comparableNumber = (number: string): string => number.trim().toLowerCase()

interface ProductFormDialogProps {
  readonly product?: Product | undefined
  readonly products: readonly Product[]
  readonly onClose: () => void
}

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
    failed: product ? 'Kunne ikke oppdatere produkt' : 'Kunne ikke opprette produkt',
  })

  return (
    <SaveDialog
      saving={saving}
      creates={!product}
      title={product ? 'Rediger produkt' : 'Nytt produkt'}
      width="wide"
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_minmax(0,1fr)]">
        <FormField
          form={form}
          fields={productFields}
          name="number"
          hint={sameNumber && <span className="text-warning">Nummeret brukes også av «{sameNumber.name}».</span>}
        />
        <FormField form={form} fields={productFields} name="name" />
        <TextField form={form} name="type" label={labels.type} list={typesId} />
        <datalist id={typesId}>
          {[...new Set(['Tjeneste', 'Vare', ...typesOf(products)])].map((type) => (
            <option key={type} value={type} />
          ))}
        </datalist>
      </div>
      <ProductPriceFields form={form} />
      <FormField form={form} fields={productFields} name="description" />
      <FormField form={form} fields={productFields} name="comment" hint="Vises aldri for kunden." rows={2} />
      <FormField form={form} fields={productFields} name="isActive" label="Aktivt produkt" />
    </SaveDialog>
  )
}
