import {
  hundredthsFromPercent,
  plainDecimal,
  productLabels,
  productTaxes,
  readTypedPrices,
  type TypedPrices,
} from '@kontor/contract/products/products.rules'
import { oreFromKroner } from '@kontor/contract/shared/money'
import { useWatch } from 'react-hook-form'
import { formatMargin, formatOre, typedDecimal } from '../../../platform/format.ts'
import { DecimalInput } from '../../../ui/decimal-input.tsx'
import { ControlledField } from '../../../ui/form-fields.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { Select } from '../../../ui/select.tsx'
import { type PriceField, type ProductForm, usePriceDriver } from './use-price-driver.ts'

const priceFields = ['costPrice', 'grosMargin', 'salesPrice', 'salesPriceIncVat'] as const

/** The options for the VAT rate, plus the stored id if it is unknown. */
const taxOptions = (stored: string) => {
  const options = productTaxes.map(({ id, label }) => ({ value: String(id), label }))
  return options.some(({ value }) => value === stored)
    ? options
    : [...options, { value: stored, label: taxLabel(stored) }]
}

export const taxLabel = (id: string): string =>
  productTaxes.find((tax) => String(tax.id) === id)?.label ?? `Ukjent sats (mva-ID ${id})`

/** One øre up or down. */
const steppedKroner = (value: string, direction: 1 | -1): string | null => {
  const ore = oreFromKroner(plainDecimal(value) || '0')
  return ore === null || ore + direction < 0 ? null : typedDecimal(ore + direction)
}

/** A tenth of a percent up or down. */
const steppedMargin = (value: string, direction: 1 | -1): string | null => {
  const hundredths = hundredthsFromPercent(plainDecimal(value) || '0')
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

/** A product's cost, margin, prices and VAT rate. */
export function ProductPriceFields({ form }: { form: ProductForm }) {
  const { type, chooseTax } = usePriceDriver(form)
  const [costPrice, grosMargin, salesPrice, salesPriceIncVat] = useWatch({ control: form.control, name: priceFields })
  const texts = { costPrice, grosMargin, salesPrice, salesPriceIncVat }
  const prices = readTypedPrices(texts)

  const field = (name: PriceField, hint?: string) => (
    <ControlledField form={form} name={name} label={productLabels[name]} hint={hint}>
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
        <ControlledField form={form} name="productTax_Id" label={productLabels.productTax_Id}>
          {(control, { value }) => (
            <Select {...control} value={value} onValueChange={chooseTax} options={taxOptions(value)} />
          )}
        </ControlledField>
      </div>
      <BelowCost {...prices} />
    </>
  )
}
