import { z } from 'zod'
import {
  changedFlag,
  changedLine,
  changedText,
  flag,
  instantSchema,
  optionalLine,
  optionalText,
  readVersionSchema,
  requiredLine,
  versionSchema,
} from '../shared/fields.ts'
import { kronerFromOre, maxOre, oreFromKroner } from '../shared/money.ts'
import {
  hundredthsFromPercent,
  maxMarginPercent,
  percentFromHundredths,
  plainDecimal,
  productLimits,
} from './products.rules.ts'

/** A product as the administrator reads it; prices in kroner with up to two decimals, `grosMargin` in percent. */
export const productSchema = z.object({
  id: z.int(),
  number: z.string(),
  name: z.string(),
  costPrice: z.number(),
  grosMargin: z.number(),
  salesPrice: z.number(),
  /** Which rate of VAT: `productTaxes`. */
  productTax_Id: z.int(),
  salesPriceIncVat: z.number(),
  description: z.string().nullable(),
  comment: z.string().nullable(),
  isActive: z.boolean(),
  type: z.string().nullable(),
  /** In how many agreements it stands; such a product is retired instead of deleted. */
  usageCount: z.int(),
  version: versionSchema,
  createdAt: instantSchema,
  updatedAt: instantSchema,
})

export type Product = z.output<typeof productSchema>

const labels = {
  costPrice: 'Kostpris',
  grosMargin: 'Bruttomargin',
  salesPrice: 'Salgspris',
  salesPriceIncVat: 'Salgspris inkl. mva',
  productTax_Id: 'Produkt mva-ID',
} as const

const notNegative = (label: string) => `${label} må være 0 eller høyere`

/** Whole øre of kroner, or the sentence that says what is wrong with them. */
const readKroner = (label: string, kroner: number | string): number | string => {
  const ore = oreFromKroner(kroner)
  if (ore !== null) return ore < 0 ? notNegative(label) : ore
  const number = Number(String(kroner).replace(',', '.'))
  if (Number.isNaN(number)) return `${label} må være et tall`
  if (number < 0) return notNegative(label)
  return number > kronerFromOre(maxOre) ? `${label} er for høy` : `${label} kan ha høyst to desimaler`
}

/** Hundredths of a percent, or the sentence that says what is wrong with them. */
const readPercent = (percent: number | string): number | string => {
  const hundredths = hundredthsFromPercent(percent)
  if (hundredths === null) return `${labels.grosMargin} må være et tall`
  if (hundredths < 0) return notNegative(labels.grosMargin)
  return hundredths > maxMarginPercent * 100 ? `${labels.grosMargin} er for høy` : hundredths
}

/** Turns a value by `read`; a sentence that it gives is what is wrong. */
const readBy =
  <Value>(read: (value: Value) => number | string) =>
  (value: Value, context: z.RefinementCtx): number => {
    const result = read(value)
    if (typeof result === 'number') return result
    context.addIssue({ code: 'custom', message: result })
    return z.NEVER
  }

const numberOrNothing = (label: string) => z.union([z.number(), z.literal('')], notNegative(label)).nullable()

/** Kroner in, øre out; null and '' are 0. */
const changedKroner = (label: string) =>
  numberOrNothing(label).transform(readBy((kroner) => readKroner(label, kroner || 0)))

const changedPercent = numberOrNothing(labels.grosMargin).transform(readBy((percent) => readPercent(percent || 0)))

const taxIdMessage = notNegative(labels.productTax_Id)
const changedTaxId = z
  .union([z.int(taxIdMessage).min(0, taxIdMessage).max(2_147_483_647), z.literal('')], taxIdMessage)
  .nullable()
  .transform((id) => id || 0)

const prices = {
  costPrice: changedKroner(labels.costPrice),
  grosMargin: changedPercent,
  salesPrice: changedKroner(labels.salesPrice),
  productTax_Id: changedTaxId,
  salesPriceIncVat: changedKroner(labels.salesPriceIncVat),
}

const required = {
  number: requiredLine(productLimits.number, 'Produktnummer'),
  name: requiredLine(productLimits.name, 'Produktnavn'),
}

/** A new product: only its number and name are required, its prices are 0 unless given. */
export const productCreateSchema = z.object({
  ...required,
  costPrice: prices.costPrice.default(0),
  grosMargin: prices.grosMargin.default(0),
  salesPrice: prices.salesPrice.default(0),
  productTax_Id: prices.productTax_Id.default(0),
  salesPriceIncVat: prices.salesPriceIncVat.default(0),
  description: optionalText(productLimits.description, 'Beskrivelse'),
  comment: optionalText(productLimits.comment, 'Kommentar'),
  isActive: flag(true),
  type: optionalLine(productLimits.type, 'Type'),
})

/** A changed product: absent fields stay; `version` guards against overwriting somebody else's change. */
export const productUpdateSchema = z
  .object({
    ...required,
    ...prices,
    description: changedText(productLimits.description, 'Beskrivelse'),
    comment: changedText(productLimits.comment, 'Kommentar'),
    isActive: changedFlag,
    type: changedLine(productLimits.type, 'Type'),
    version: readVersionSchema,
  })
  .partial()

/** Kroner as typed, to kroner; nothing typed is 0. */
const typedKroner = (label: string) =>
  z
    .string()
    .transform(readBy((typed: string) => readKroner(label, plainDecimal(typed) || '0')))
    .transform(kronerFromOre)

const typedMargin = z.string().transform((typed, context) => {
  const hundredths = hundredthsFromPercent(plainDecimal(typed) || '0')
  if (hundredths !== null && hundredths <= maxMarginPercent * 100) return percentFromHundredths(hundredths)
  context.addIssue({ code: 'custom', message: String(readPercent(plainDecimal(typed))) })
  return z.NEVER
})

/**
 * The panel's form: amounts as typed in, kroner and percent out. Below cost the field shows the true, negative margin, which
 * goes over the wire as 0; any other negative one is a mistake.
 */
export const productFormSchema = productUpdateSchema
  .extend({
    ...required,
    costPrice: typedKroner(labels.costPrice),
    grosMargin: typedMargin,
    salesPrice: typedKroner(labels.salesPrice),
    productTax_Id: z.string().transform(Number),
    salesPriceIncVat: typedKroner(labels.salesPriceIncVat),
  })
  .refine(({ grosMargin, costPrice, salesPrice }) => grosMargin >= 0 || salesPrice < costPrice, {
    path: ['grosMargin'],
    message: notNegative(labels.grosMargin),
  })
  .transform((product) => ({ ...product, grosMargin: Math.max(product.grosMargin, 0) }))
