import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { errorText } from '../../platform/api-client.ts'
import { showFieldErrors } from '../../platform/form-errors.ts'
import { Notice } from '../base/states.tsx'
import { useFailureToast } from '../toast/use-failure-toast.ts'
import { ConflictNotice } from './conflict-notice.tsx'

function WatchedConflict<Field extends string, Values extends FieldValues, Output>({
  control,
  ...notice
}: Omit<ComponentProps<typeof ConflictNotice<Field>>, 'typed'> & { control: Control<Values, unknown, Output> }) {
  const typed: Readonly<Partial<Record<string, unknown>>> = useWatch({ control })
  return <ConflictNotice {...notice} typed={typed} />
}

interface SavingOptions<Values extends FieldValues, Output, Entity, Field extends FieldPath<Values>> {
  readonly form: UseFormReturn<Values, unknown, Output>
  /** The fields that the user fills in. */
  readonly labels: Readonly<Record<Field, string>>
  /** Converts the stored entity to form values, including its version. Omit this and `conflictIn` if no other user can change the data. */
  readonly valuesOf?: (stored: Entity) => Readonly<Record<NoInfer<Field>, unknown>>
  /** The stored values, for a form that stays open. The form follows them while nothing is typed. */
  readonly stored?: NoInfer<Entity>
  /** True while something besides the fields counts as typed: an upload, or a choice of what saving does. */
  readonly pending?: boolean
  /** Formats a stored value, as `ConflictNotice` does. */
  readonly textOf?: (field: NoInfer<Field>, value: unknown, stored: NoInfer<Entity>) => string | undefined
  /** The other user's version if saving failed with a conflict; else null. */
  readonly conflictIn?: (error: unknown) => Entity | null
  /**
   * `conflict` is the other user's version that this user has seen, or null. For a form that stays open, returns the stored entity. Returns
   * false if nothing is stored yet: the form then stays unsaved.
   */
  readonly save: (values: Output, conflict: NoInfer<Entity> | null) => Promise<NoInfer<Entity> | undefined | false>
  /** The text of the toast after a failure, whose reason `notices` shows. By default there is no toast. */
  readonly failed?: string | ((error: unknown) => string)
  readonly onFailure?: () => void
  readonly onApplyStored?: (fields: readonly Field[]) => void
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Saves a form. Shows errors at their fields or above them. If another user has saved first, shows both versions field by field; saving
 * again then builds on the other user's version. Text typed during a save stays, unsaved.
 */
export const useSaving = <Values extends FieldValues, Output, Entity extends object, Field extends FieldPath<Values>>(
  options: SavingOptions<Values, Output, Entity, Field>,
) => {
  const { form, labels, valuesOf, textOf, conflictIn, save, failed, onFailure, onApplyStored } = options
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Entity | null>(null)
  const fields = Object.keys(labels) as Field[]
  const toastFailure = useFailureToast()
  const { isSubmitting } = form.formState
  const isDirty = form.formState.isDirty || (options.pending ?? false)

  // The compiler can't know that each value has its field's type, which `valuesOf` ensures.
  const formValues = (stored: Entity): Values | undefined => valuesOf?.(stored) as Values | undefined
  const setField = (field: string, value: unknown) =>
    form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })

  /** Makes the stored values the form's starting point. Fields with unsaved text keep that text. */
  const rebase = (stored: Values, isUnsaved: (field: string, typed: unknown) => boolean) => {
    const typed = structuredClone(form.getValues())
    const unsaved = Object.keys(stored).filter((field) => isUnsaved(field, typed[field]))
    if (unsaved.length === 0) return form.reset(stored)
    form.reset(stored, { keepValues: true })
    for (const field of Object.keys(stored)) setField(field, unsaved.includes(field) ? typed[field] : stored[field])
  }

  const fail = (error: unknown, retry: () => void) => {
    const current = conflictIn?.(error) ?? null
    setConflict((known) => current ?? known)
    setProblem(current ? null : errorText(error))
    const stored = current && formValues(current)
    if (stored) rebase(stored, (field) => field in labels)
    showFieldErrors(error, fields, form.setError)
    onFailure?.()
    if (failed === undefined) return
    toastFailure(error, typeof failed === 'string' ? failed : failed(error), retry)
  }

  const shown = useRef(options.stored)
  const store = async (values: Output, retry: () => void): Promise<boolean> => {
    setProblem(null)
    const sent = structuredClone(form.getValues())
    const known = options.stored
    try {
      const saved = await save(values, conflict)
      if (saved === false) return false
      setConflict(null)
      shown.current = known
      rebase((saved && formValues(saved)) ?? sent, (field, typed) => !isSame(typed, sent[field]))
      return true
    } catch (error) {
      // After a conflict, keeps the effect below from showing `known`, since the response contains a newer version.
      if (conflictIn?.(error)) shown.current = known
      fail(error, retry)
      return false
    }
  }
  /** Saves the form; a toast about a failure offers `retry`. Resolves to true if the form is stored. */
  const submit = async (retry: () => void): Promise<boolean> => {
    let isStored = false
    await form.handleSubmit(async (values) => {
      isStored = await store(values, retry)
    })()
    return isStored
  }

  /** Replaces the input with the stored values. */
  const revert = () => {
    form.reset()
    setConflict(null)
    setProblem(null)
  }

  /** Returns true if a field is changed. Reads the form itself, since a key may have been pressed after the render. */
  const isTyped = (): boolean => fields.some((field) => form.getFieldState(field).isDirty)

  // Shows changes by others at once, unless they would replace the input.
  useEffect(() => {
    if (isDirty || isTyped() || isSubmitting || options.stored === undefined || options.stored === shown.current) return
    shown.current = options.stored
    form.reset(formValues(options.stored))
  })

  const stored = conflict && valuesOf?.(conflict)
  const notices: ReactNode = (
    <>
      {problem && <Notice>{problem}</Notice>}
      {stored && !problem && (
        <WatchedConflict<Field, Values, Output>
          control={form.control}
          labels={labels}
          stored={stored}
          {...(textOf && conflict && { textOf: (field, value) => textOf(field, value, conflict) })}
          onApplyStored={(applied) => {
            for (const field of applied) {
              setField(field, stored[field])
              form.clearErrors(field)
            }
            onApplyStored?.(applied)
          }}
        />
      )}
    </>
  )
  return { dirty: isDirty, working: isSubmitting, isTyped, submit, revert, conflict, notices }
}

/** The part of `useSaving` that `SaveDialog` and `SaveForm` need. */
export interface Saving {
  readonly dirty: boolean
  readonly submit: (retry: () => void) => Promise<unknown>
  readonly revert: () => void
  readonly conflict: unknown
  readonly notices: ReactNode
}
