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

/** A stored value in words, for a conflict. */
export const lineText = (field: keyof typeof lineLabels, value: unknown): string =>
  field === 'unitPrice' && typeof value === 'number' ? formatOre(value) : String(value ?? '')

export const withTotal = (line: LineValues) => ({ ...line, totalPrice: line.quantity * line.unitPrice })

/** A line as a form's values; `unitPrice` in øre. */
export const lineValuesOf = (line: AgreementLine | undefined, vatRate: number) => ({
  productId: line?.productId ?? null,
  description: line?.description ?? '',
  quantity: line?.quantity ?? 1,
  unitPrice: line?.unitPrice ?? 0,
  vatRate: line?.vatRate ?? vatRate,
  version: line?.version,
})

/** The amounts of the lines; null while a value is not a valid number. */
export const amountsOf = (lines: readonly PricedLine[]) => {
  try {
    return agreementAmounts(lines)
  } catch (error) {
    // The line is incomplete or above the maximum amount; the schema reports that on submit.
    if (error instanceof RangeError) return null
    throw error
  }
}
