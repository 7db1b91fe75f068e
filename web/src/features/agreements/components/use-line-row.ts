import { zodResolver } from '@hookform/resolvers/zod'
import { agreementLineFormSchema } from '@kontor/contract/agreements/agreements.schema'
import type { PricedLine } from '@kontor/contract/shared/money'
import { useEffect, useRef, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { errorText, messageOf } from '../../../platform/api-client.ts'
import { showFieldErrors } from '../../../platform/form-errors.ts'
import { toast } from '../../../ui/toast-store.ts'
import { useFailureToast } from '../../../ui/use-failure-toast.ts'
import { useUnsaved } from '../../../ui/use-unsaved.ts'
import { type AgreementLine, conflictingLine, useSaveLine } from '../agreements.api.ts'
import { type LineForm, type LineValues, lineValuesOf } from './agreement-line-values.ts'

const fields = ['productId', 'description', 'quantity', 'unitPrice', 'vatRate'] as const

/** What a row contains while it differs from what is stored; null once it is stored or given up. */
export type RowState = { readonly values: PricedLine; readonly saving: boolean } | null

interface LineRowOptions {
  readonly agreementId: string
  /** Without one, the row is a new line. */
  readonly line: AgreementLine | undefined
  /** Of a new line. */
  readonly vatRate: number
  readonly onStateChange: (state: RowState) => void
  /** A new line is stored; `goesOn`: the user wants to write the next. */
  readonly onAdded?: (goesOn: boolean) => void
}

/**
 * A line that is edited in place. Saves when the row is left. If another user has changed the line, keeps what is typed and saves
 * only on request.
 */
export const useLineRow = ({ agreementId, line, vatRate, onStateChange, onAdded }: LineRowOptions) => {
  const saving = useSaveLine(agreementId)
  const toastFailure = useFailureToast()
  /** What the typed values are based on; a running save goes on from what it has stored. */
  const base = useRef(line)
  const [conflict, setConflict] = useState<AgreementLine | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const form: LineForm = useForm({
    resolver: zodResolver(agreementLineFormSchema),
    defaultValues: lineValuesOf(line, vatRate),
    // A row that is left must not take the focus back.
    shouldFocusError: false,
  })
  const { control } = form
  const [quantity, unitPrice, rate] = useWatch({ control, name: ['quantity', 'unitPrice', 'vatRate'] })
  const { isDirty } = form.formState
  const running = useRef<Promise<boolean> | null>(null)
  const goesOn = useRef(false)

  const restart = (stored: AgreementLine | undefined) => {
    base.current = stored
    setConflict(null)
    setProblem(null)
    form.reset(lineValuesOf(stored, vatRate))
  }
  useUnsaved({ dirty: isDirty, working: saving.isPending, discard: () => restart(conflict ?? line) })
  const latestRestart = useRef(restart)
  useEffect(() => {
    latestRestart.current = restart
  })

  // Another user's change shows at once, unless it would replace what is typed here.
  useEffect(() => {
    if (line?.version !== base.current?.version && !isDirty) latestRestart.current(line)
  }, [line, isDirty])

  const report = useRef(onStateChange)
  useEffect(() => {
    report.current = onStateChange
  })
  const isSaving = saving.isPending
  useEffect(() => {
    const values = { quantity: quantity ?? Number.NaN, unitPrice, vatRate: rate ?? Number.NaN }
    report.current(isDirty ? { values, saving: isSaving } : null)
  }, [isDirty, quantity, unitPrice, rate, isSaving])
  useEffect(() => () => report.current(null), [])

  /** Goes on from what is stored; what was typed in fields while it was being saved stays. */
  const restartWith = (stored: AgreementLine, later: readonly (typeof fields)[number][]) => {
    const typed = form.getValues()
    restart(stored)
    for (const field of later) form.setValue(field, typed[field], { shouldDirty: true })
  }

  const store = async (values: LineValues): Promise<boolean> => {
    const { id = null, version } = base.current ?? {}
    const saved = form.getValues()
    const body = {
      ...values,
      totalPrice: values.quantity * values.unitPrice,
      ...(version !== undefined && { version }),
    }
    try {
      const stored = await saving.mutateAsync({ lineId: id, line: body })
      toast({ title: id ? 'Produkt oppdatert' : 'Produkt lagt til', description: values.description })
      const typed = form.getValues()
      const later = fields.filter((field) => typed[field] !== saved[field])
      if (line || later.length > 0) restartWith(stored, later)
      else onAdded?.(goesOn.current)
      return true
    } catch (error) {
      const current = conflictingLine(error)
      if (current) {
        base.current = current
        setConflict(current)
      }
      setProblem(current ? null : errorText(error))
      showFieldErrors(error, fields, form.setError)
      const what = id ? 'Kunne ikke oppdatere produkt' : 'Kunne ikke legge til produkt'
      toastFailure(error, `${what}: ${messageOf(error)}`, () => latestSave.current())
      return false
    }
  }

  const submit = async (): Promise<boolean> => {
    let isStored = false
    await form.handleSubmit(async (typed) => {
      isStored = await store(typed)
    })()
    return isStored
  }

  /** Resolves to whether nothing is left to save. Runs once at a time; what was typed meanwhile is saved next. */
  const save = async (): Promise<boolean> => {
    if (running.current) return (await running.current) && latestSave.current()
    // Of now: a render may still be due.
    if (!fields.some((field) => form.getFieldState(field).isDirty)) return true
    running.current = submit()
    try {
      return await running.current
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
    problem,
    save,
    /** Saves what is typed, as Enter does; after a new line, the next one begins. */
    enter: async (): Promise<void> => {
      goesOn.current = true
      await save()
      goesOn.current = false
    },
    /** Saves what is typed, unless the user has to choose between two versions first. */
    leave: (): Promise<boolean> => (conflict ? Promise.resolve(false) : save()),
    /** Replaces what is typed by what is stored. */
    restart: () => restart(conflict ?? line),
  }
}
