import type { agreementLineFormSchema } from '@kontor/contract/agreements/agreements.schema'
import { agreementAmounts, type PricedLine } from '@kontor/contract/shared/money'
import type { UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import { formatOre } from '../../../platform/format.ts'
import type { AgreementLine } from '../agreements.api.ts'

export type LineValues = z.output<typeof agreementLineFormSchema>

export type LineInput = z.input<typeof agreementLineFormSchema>

export type LineForm = UseFormReturn<LineInput, unknown, LineValues>

export const lineLabels = {
  productId: 'Produkt',
  description: 'Beskrivelse',
  quantity: 'Antall',
  unitPrice: 'Enhetspris (kr)',
  vatRate: 'MVA-sats (%)',
} as const

/** Returns the text of a stored value, for a conflict. */
export const lineText = (field: keyof typeof lineLabels, value: unknown): string =>
  field === 'unitPrice' && typeof value === 'number' ? formatOre(value) : String(value ?? '')

export const withTotal = (line: LineValues) => ({ ...line, totalPrice: line.quantity * line.unitPrice })

/** Returns a line's values for the form, or those of a new line; `unitPrice` in øre. */
export const lineValuesOf = (line: AgreementLine | undefined, vatRate: number) => ({
  productId: line?.productId ?? null,
  description: line?.description ?? '',
  quantity: line?.quantity ?? 1,
  unitPrice: line?.unitPrice ?? 0,
  vatRate: line?.vatRate ?? vatRate,
  version: line?.version,
})

/** Returns the amounts of the lines; null while a value is invalid. */
export const amountsOf = (lines: readonly PricedLine[]) => {
  try {
    return agreementAmounts(lines)
  } catch (error) {
    // A line is incomplete or above the maximum amount. The schema shows the error when the user saves.
    if (error instanceof RangeError) return null
    throw error
  }
}
