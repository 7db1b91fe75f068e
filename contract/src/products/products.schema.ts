import { z } from 'zod'
import { changeSchema, createdShape, requiredShape, storedShape } from '../shared/field-schemas.ts'
import { rowStamps } from '../shared/fields.ts'
import { kronerFromOre, maxOre, oreFromKroner } from '../shared/money.ts'
import { plainNumber } from '../shared/read-values.ts'
import { productFields } from './products.fields.ts'
import { hundredthsFromPercent, maxMarginPercent, percentFromHundredths } from './products.rules.ts'

/** A product as returned to the administrator. Prices are in kroner with up to two decimals, `grosMargin` is in percent. */
export const productSchema = z.object({
  id: z.int(),
  ...storedShape(productFields),
  /** Number of agreements that use the product. Deleting a product in use only makes it inactive. */
  usageCount: z.int(),
  ...rowStamps,
})

export type Product = z.output<typeof productSchema>

/** These fields have their own schemas below: '' means 0, kroner become øre, and percent become hundredths. */
const { costPrice, grosMargin, salesPrice, productTax_Id, salesPriceIncVat, ...plainFields } = productFields

const notNegative = (label: string) => `${label} må være 0 eller høyere`

/** Converts kroner to whole øre, or returns an error message. */
const parseKroner = (label: string, kroner: number | string): number | string => {
  const ore = oreFromKroner(kroner)
  if (ore !== null) return ore < 0 ? notNegative(label) : ore
  const number = Number(String(kroner).replace(',', '.'))
  if (Number.isNaN(number)) return `${label} må være et tall`
  if (number < 0) return notNegative(label)
  return number > kronerFromOre(maxOre) ? `${label} er for høy` : `${label} kan ha høyst to desimaler`
}

/** Converts percent to hundredths, or returns an error message. */
const parsePercent = (percent: number | string): number | string => {
  const hundredths = hundredthsFromPercent(percent)
  if (hundredths === null) return `${grosMargin.called} må være et tall`
  if (hundredths < 0) return notNegative(grosMargin.called)
  return hundredths > maxMarginPercent * 100 ? `${grosMargin.called} er for høy` : hundredths
}

/** Returns a zod transform that calls `parse`. A string that `parse` returns is the error message for an invalid value. */
const parseWith =
  <Value>(parse: (value: Value) => number | string) =>
  (value: Value, context: z.RefinementCtx): number => {
    const result = parse(value)
    if (typeof result === 'number') return result
    context.addIssue({ code: 'custom', message: result })
    return z.NEVER
  }

const numberOrNothing = (label: string) => z.union([z.number(), z.literal('')], notNegative(label)).nullable()

/** Accepts kroner and converts them to øre; null and '' become 0. */
const changedKroner = (label: string) =>
  numberOrNothing(label).transform(parseWith((kroner) => parseKroner(label, kroner || 0)))

const changedPercent = numberOrNothing(grosMargin.called).transform(parseWith((percent) => parsePercent(percent || 0)))

const taxIdMessage = notNegative(productTax_Id.called)
const changedTaxId = z
  .union([z.int(taxIdMessage).min(0, taxIdMessage).max(2_147_483_647), z.literal('')], taxIdMessage)
  .nullable()
  .transform((id) => id || 0)

const prices = {
  costPrice: changedKroner(costPrice.label),
  grosMargin: changedPercent,
  salesPrice: changedKroner(salesPrice.label),
  productTax_Id: changedTaxId,
  salesPriceIncVat: changedKroner(salesPriceIncVat.called),
}

/** Only `number` and `name` are required; prices default to 0. */
export const productCreateSchema = z.object({
  ...createdShape(plainFields),
  costPrice: prices.costPrice.default(0),
  grosMargin: prices.grosMargin.default(0),
  salesPrice: prices.salesPrice.default(0),
  productTax_Id: prices.productTax_Id.default(0),
  salesPriceIncVat: prices.salesPriceIncVat.default(0),
})

export const productUpdateSchema = changeSchema(plainFields).extend(z.object(prices).partial().shape)

/** Converts typed kroner to a number; '' becomes 0. */
const typedKroner = (label: string) =>
  z
    .string()
    .transform(parseWith((typed: string) => parseKroner(label, plainNumber(typed) || '0')))
    .transform(kronerFromOre)

const typedMargin = z.string().transform((typed, context) => {
  const hundredths = hundredthsFromPercent(plainNumber(typed) || '0')
  if (hundredths !== null && hundredths <= maxMarginPercent * 100) return percentFromHundredths(hundredths)
  context.addIssue({ code: 'custom', message: String(parsePercent(plainNumber(typed))) })
  return z.NEVER
})

/**
 * The panel's form: parses typed amounts to kroner and percent. With a price below cost, the form shows a negative margin, but sends 0.
 * With any other price, a negative margin is an error.
 */
export const productFormSchema = productUpdateSchema
  .extend({
    ...requiredShape(plainFields),
    costPrice: typedKroner(costPrice.label),
    grosMargin: typedMargin,
    salesPrice: typedKroner(salesPrice.label),
    productTax_Id: z.string().transform(Number),
    salesPriceIncVat: typedKroner(salesPriceIncVat.called),
  })
  .refine(({ grosMargin, costPrice, salesPrice }) => grosMargin >= 0 || salesPrice < costPrice, {
    path: ['grosMargin'],
    message: notNegative(grosMargin.called),
  })
  .transform((product) => ({ ...product, grosMargin: Math.max(product.grosMargin, 0) }))
