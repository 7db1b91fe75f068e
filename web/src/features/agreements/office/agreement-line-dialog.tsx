import { zodResolver } from '@hookform/resolvers/zod'
import { defaultVatRate } from '@kontor/contract/agreements/agreements.rules'
import { agreementLineFormSchema, inlineProductFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { kronerFromOre, oreFromKroner } from '@kontor/contract/shared/money'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { errorText, messageOf } from '../../../platform/api-client.ts'
import { formatOre } from '../../../platform/format.ts'
import { Button } from '../../../ui/base/button.tsx'
import { cx } from '../../../ui/base/cx.ts'
import { Figures } from '../../../ui/base/figures.tsx'
import { PlusIcon } from '../../../ui/base/icons.tsx'
import { SaveDialog } from '../../../ui/dialog/save-dialog.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextareaField, TextField } from '../../../ui/form/form-fields.tsx'
import { NumberField } from '../../../ui/form/number-field.tsx'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type Product, productsQuery, useCreateProduct } from '../../products/products.api.ts'
import { type Agreement, type AgreementLine, conflictingLine, useSaveLine } from '../agreements.api.ts'
import { Combobox } from '../parts/combobox.tsx'
import { SentNotice } from '../parts/sent-notice.tsx'
import { amountsOf, type LineForm, lineLabels, lineText, lineValuesOf, withTotal } from './agreement-line-values.ts'

const productLabels = {
  number: 'Produktnummer',
  name: 'Navn',
  salesPrice: 'Salgspris eks. mva (kr)',
  description: 'Beskrivelse',
} as const

/** Creates a product while the user edits a line. This dialog replaces the line's dialog until it closes. */
function InlineProductDialog({ onCreated, onClose }: { onCreated: (product: Product) => void; onClose: () => void }) {
  const create = useCreateProduct()
  const form = useForm({
    resolver: zodResolver(inlineProductFormSchema),
    defaultValues: { number: '', name: '', salesPrice: 0, description: '' },
  })
  const saving = useSaving({
    form,
    labels: productLabels,
    save: async (values) => {
      const product = await create.mutateAsync(values)
      toast({ title: 'Produkt opprettet', description: product.name })
      onCreated(product)
      onClose()
    },
    failed: (error) => `Kunne ikke opprette produkt: ${messageOf(error)}`,
  })
  return (
    <SaveDialog saving={saving} creates title="Nytt produkt" onClose={onClose}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField form={form} name="number" label={productLabels.number} required />
        <NumberField control={form.control} name="salesPrice" label={productLabels.salesPrice} decimals={2} isPrice />
      </div>
      <TextField form={form} name="name" label={productLabels.name} required />
      <TextareaField form={form} name="description" label={productLabels.description} rows={3} />
    </SaveDialog>
  )
}

function Sum({ label, ore, className }: { label: string; ore: number | undefined; className?: string }) {
  return (
    <div className={cx('flex justify-between gap-4', className)}>
      <dt className="text-soft">{label}</dt>
      <dd>
        <Figures text={ore === undefined ? '–' : formatOre(ore)} />
      </dd>
    </div>
  )
}

function LiveAmounts({ form, others }: { form: LineForm; others: readonly AgreementLine[] }) {
  const [quantity, unitPrice, vatRate] = useWatch({ control: form.control, name: ['quantity', 'unitPrice', 'vatRate'] })
  const typed = { quantity: quantity ?? Number.NaN, unitPrice, vatRate: vatRate ?? Number.NaN }
  const line = amountsOf([typed])
  const total = amountsOf([...others, typed])
  return (
    <dl aria-live="polite" className="grid gap-x-8 gap-y-1 rounded-md bg-sunken p-3.5 text-[0.8125rem] sm:grid-cols-2">
      <Sum label="Linjesum" ore={line?.totalAmount} />
      <Sum label="MVA på linjen" ore={line?.vatAmount} />
      <Sum
        className="max-sm:mt-1.5 max-sm:border-rule max-sm:border-t max-sm:pt-2 sm:col-start-2 sm:row-start-1"
        label="Sum eks. mva"
        ore={total?.totalAmount}
      />
      <Sum className="sm:col-start-2 sm:row-start-2" label="MVA" ore={total?.vatAmount} />
      <Sum
        className="sm:col-start-2"
        label="Total ink. mva"
        ore={total ? total.totalAmount + total.vatAmount : undefined}
      />
    </dl>
  )
}

function PriceFields({ control }: Pick<LineForm, 'control'>) {
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <NumberField control={control} name="quantity" label={lineLabels.quantity} required decimals={0} />
      <NumberField
        control={control}
        name="unitPrice"
        label={lineLabels.unitPrice}
        required
        decimals={2}
        isPrice
        toShown={kronerFromOre}
        fromTyped={(kroner) => oreFromKroner(kroner) ?? kroner}
      />
      <NumberField control={control} name="vatRate" label={lineLabels.vatRate} decimals={2} step={0.1} />
    </div>
  )
}

interface ProductChoiceProps {
  readonly form: LineForm
  readonly onChoose: (product: Product | null) => void
  readonly onCreate: () => void
}

function ProductChoice({ form, onChoose, onCreate }: ProductChoiceProps) {
  const { data, error } = useQuery(productsQuery)
  const chosen = useWatch({ control: form.control, name: 'productId' })
  const options = useMemo(
    () =>
      (data ?? [])
        .filter(({ isActive, id }) => isActive || id === chosen)
        .map(({ id, number, name, salesPrice }) => ({
          value: String(id),
          label: name,
          detail: `${number} · ${formatOre(oreFromKroner(salesPrice) ?? 0)}`,
        })),
    [data, chosen],
  )
  return (
    <Field
      label={lineLabels.productId}
      hint="La stå tomt for en linje uten produkt."
      error={error ? `Kunne ikke hente produktene. ${errorText(error)}` : form.formState.errors.productId?.message}
    >
      {(control) => (
        <span className="flex gap-2.5">
          <span className="min-w-0 flex-1">
            <Combobox
              {...control}
              options={options}
              value={chosen ? String(chosen) : null}
              onValueChange={(value) => onChoose(data?.find(({ id }) => String(id) === value) ?? null)}
              placeholder="Velg produkt"
            />
          </span>
          <Button onClick={onCreate}>
            <PlusIcon /> Nytt produkt
          </Button>
        </span>
      )}
    </Field>
  )
}

interface AgreementLineDialogProps {
  readonly agreement: Agreement
  readonly lines: readonly AgreementLine[]
  readonly line?: AgreementLine | undefined
  readonly onClose: () => void
}

export function AgreementLineDialog({ agreement, lines, line: opened, onClose }: AgreementLineDialogProps) {
  // Keeps the line as it was when the dialog opened, so that saving detects later changes by others as conflicts.
  const [line] = useState(opened)
  const save = useSaveLine(agreement.id)
  const vatRate = agreement.vatRate ?? defaultVatRate
  const [creating, setCreating] = useState(false)
  const form: LineForm = useForm({
    resolver: zodResolver(agreementLineFormSchema),
    defaultValues: lineValuesOf(line, vatRate),
  })
  const { formState, setValue } = form

  const choose = (product: Product | null, rate?: number) => {
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted }
    setValue('productId', product?.id ?? null, options)
    if (!product) return
    setValue('description', product.name, options)
    setValue('unitPrice', oreFromKroner(product.salesPrice) ?? 0, options)
    if (rate !== undefined) setValue('vatRate', rate, options)
  }

  const saving = useSaving({
    form,
    labels: lineLabels,
    valuesOf: (stored: AgreementLine) => lineValuesOf(stored, vatRate),
    textOf: lineText,
    conflictIn: conflictingLine,
    save: async (values) => {
      await save.mutateAsync({ lineId: line?.id ?? null, line: withTotal(values) })
      toast({ title: line ? 'Produkt oppdatert' : 'Produkt lagt til', description: values.description })
      onClose()
    },
    failed: (error) => `${line ? 'Kunne ikke oppdatere produkt' : 'Kunne ikke legge til produkt'}: ${messageOf(error)}`,
  })

  return (
    <SaveDialog
      saving={saving}
      title={line ? 'Rediger produktlinje' : 'Legg til produkt'}
      width="wide"
      submitLabel={line ? 'Lagre' : 'Legg til'}
      onClose={onClose}
      instead={
        creating && (
          <InlineProductDialog
            onCreated={(product) => choose(product, defaultVatRate)}
            onClose={() => setCreating(false)}
          />
        )
      }
    >
      <SentNotice agreement={agreement} />
      <ProductChoice form={form} onChoose={(product) => choose(product)} onCreate={() => setCreating(true)} />
      <TextareaField form={form} name="description" label={lineLabels.description} required rows={2} />
      <PriceFields control={form.control} />
      <LiveAmounts form={form} others={lines.filter(({ id }) => id !== line?.id)} />
    </SaveDialog>
  )
}
