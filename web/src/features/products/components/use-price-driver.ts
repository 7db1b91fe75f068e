import {
  derivePrices,
  type PriceDriver,
  productVatRate,
  readTypedPrices,
  type TypedPrices,
} from '@kontor/contract/products/products.rules'
import type { productFormSchema } from '@kontor/contract/products/products.schema'
import { useRef } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { typedDecimal } from '../../../platform/format.ts'

export type ProductForm = UseFormReturn<z.input<typeof productFormSchema>, unknown, z.output<typeof productFormSchema>>

export type PriceField = keyof TypedPrices

const driven = ['grosMargin', 'salesPrice', 'salesPriceIncVat'] as const satisfies readonly PriceDriver[]

/** The last typed of margin, price and price with VAT stays; the other two are computed from it. */
export const usePriceDriver = (form: ProductForm) => {
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
      // Drop a margin that was computed from a cost along with the cost.
      recompute(field === 'costPrice' && !readTypedPrices(getValues()).costPrice && driver.current !== 'grosMargin')
    },
    chooseTax: (id: string) => {
      setValue('productTax_Id', id, options)
      recompute(false)
    },
  }
}
