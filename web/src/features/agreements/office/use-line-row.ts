import { zodResolver } from '@hookform/resolvers/zod'
import { agreementLineFormSchema } from '@kontor/contract/agreements/agreements.schema'
import type { PricedLine } from '@kontor/contract/shared/money'
import { useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { messageOf } from '../../../platform/api-client.ts'
import { useSaving } from '../../../ui/form/use-saving.tsx'
import { useUnsaved } from '../../../ui/form/use-unsaved.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type AgreementLine, conflictingLine, useSaveLine } from '../agreements.api.ts'
import { type LineForm, lineLabels, lineText, lineValuesOf, withTotal } from './agreement-line-values.ts'

/** The values of a row with unsaved input; null once they are stored or discarded. */
export type RowState = { readonly values: PricedLine } | null

interface LineRowOptions {
  readonly agreementId: string
  /** The stored line; undefined for a new one. */
  readonly line: AgreementLine | undefined
  /** The VAT rate of a new line, in percent. */
  readonly vatRate: number
  readonly onStateChange: (state: RowState) => void
  /** Called when a new line is stored; `goesOn` is true if the user wants to write another. */
  readonly onAdded?: (goesOn: boolean) => void
}

/** Edits a line in place and saves it when the row is left. After a conflict, keeps the input and saves only on request. */
export const useLineRow = ({ agreementId, line, vatRate, onStateChange, onAdded }: LineRowOptions) => {
  const storing = useSaveLine(agreementId)
  /** The line's id; null until a new line is stored. */
  const storedId = useRef(line?.id ?? null)
  const form: LineForm = useForm({
    resolver: zodResolver(agreementLineFormSchema),
    defaultValues: lineValuesOf(line, vatRate),
    // Doesn't move the focus back to a row that the user has left.
    shouldFocusError: false,
  })
  const { control } = form
  const saving = useSaving({
    form,
    labels: lineLabels,
    valuesOf: (stored: AgreementLine) => lineValuesOf(stored, vatRate),
    ...(line && { stored: line }),
    textOf: lineText,
    conflictIn: conflictingLine,
    save: async (values) => {
      const isNew = storedId.current === null
      const stored = await storing.mutateAsync({ lineId: storedId.current, line: withTotal(values) })
      storedId.current = stored.id
      toast({ title: isNew ? 'Produkt lagt til' : 'Produkt oppdatert', description: values.description })
      return stored
    },
    failed: (error) =>
      `${storedId.current === null ? 'Kunne ikke legge til produkt' : 'Kunne ikke oppdatere produkt'}: ${messageOf(error)}`,
  })
  const { dirty, working, isTyped, conflict, notices, revert } = saving
  useUnsaved({ dirty, working, discard: revert })

  const [quantity, unitPrice, rate] = useWatch({ control, name: ['quantity', 'unitPrice', 'vatRate'] })
  const report = useRef(onStateChange)
  useEffect(() => {
    report.current = onStateChange
  })
  useEffect(() => {
    const values = { quantity: quantity ?? Number.NaN, unitPrice, vatRate: rate ?? Number.NaN }
    report.current(dirty ? { values } : null)
  }, [dirty, quantity, unitPrice, rate])
  useEffect(() => () => report.current(null), [])

  const running = useRef<Promise<boolean> | null>(null)
  const goesOn = useRef(false)

  /** Saves the input; resolves to true if nothing is left to save. A call during a save waits and then saves what was typed since. */
  const save = async (): Promise<boolean> => {
    if (running.current) return (await running.current) && latestSave.current()
    if (!isTyped() && !conflict) return true
    running.current = saving.submit(() => void latestSave.current())
    try {
      const isStored = await running.current
      if (isStored && !line && !isTyped()) onAdded?.(goesOn.current)
      return isStored
    } finally {
      running.current = null
    }
  }

  const latestSave = useRef(save)
  useEffect(() => {
    latestSave.current = save
  })

  return {
    form,
    conflict,
    notices,
    save,
    /** Saves the input when Enter is pressed. After a new line, begins the next one. */
    enter: async (): Promise<void> => {
      goesOn.current = true
      await save()
      goesOn.current = false
    },
    /** Saves the input, unless the user has to choose between two versions first. */
    leave: (): Promise<boolean> => (conflict ? Promise.resolve(false) : save()),
    /** Replaces the input with the stored values. */
    revert,
  }
}
