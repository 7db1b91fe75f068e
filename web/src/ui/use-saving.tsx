import { type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { errorText } from '../platform/api-client.ts'
import { showFieldErrors } from '../platform/form-errors.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { Notice } from './states.tsx'

interface SavingOptions<Values extends FieldValues, Output, Entity, Field extends FieldPath<Values>> {
  readonly form: UseFormReturn<Values, unknown, Output>
  /** The fields that the user fills in. */
  readonly labels: Readonly<Record<Field, string>>
  /** Converts the stored entity to form values. Omit it, and `conflictIn`, for what no other user can change meanwhile. */
  readonly valuesOf?: (stored: Entity) => Readonly<Record<NoInfer<Field>, unknown>>
  /** Formats a stored value, as `ConflictNotice` does. */
  readonly textOf?: (field: NoInfer<Field>, value: unknown, stored: NoInfer<Entity>) => string | undefined
  /** The other user's version if saving failed with a conflict; else null. */
  readonly conflictIn?: (error: unknown) => Entity | null
  /** `conflict` is the other user's version that the user has seen; null without one. */
  readonly save: (values: Output, conflict: NoInfer<Entity> | null) => Promise<void>
  /** Reports the failure; `notices` already gives the reason. */
  readonly onFailure?: (error: unknown) => void
  readonly onApplyStored?: (fields: readonly Field[]) => void
}

/**
 * Saves a form. Shows errors at their fields or above them. If another user has saved first, shows both versions field by field;
 * saving again then knowingly builds on the other user's version.
 */
export const useSaving = <
  Values extends FieldValues,
  Output,
  Entity extends { readonly version: number },
  Field extends FieldPath<Values>,
>(
  options: SavingOptions<Values, Output, Entity, Field>,
) => {
  const { form, labels, valuesOf, textOf, conflictIn, save, onFailure, onApplyStored } = options
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Entity | null>(null)
  const fields = Object.keys(labels) as Field[]

  // The compiler can't know that a field's value has the type of that field; `valuesOf` produces both.
  const setField = (field: Path<Values>, value: unknown) =>
    form.setValue(field, value as PathValue<Values, Path<Values>>, { shouldDirty: true, shouldValidate: true })

  const fail = (error: unknown) => {
    const current = conflictIn?.(error) ?? null
    setConflict((known) => current ?? known)
    setProblem(current ? null : errorText(error))
    if (current && 'version' in form.getValues()) setField('version' as Path<Values>, current.version)
    showFieldErrors(error, fields, form.setError)
    onFailure?.(error)
  }

  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      await save(values, conflict)
      setConflict(null)
    } catch (error) {
      fail(error)
    }
  })

  const stored = conflict && valuesOf?.(conflict)
  const notices: ReactNode = (
    <>
      {problem && <Notice>{problem}</Notice>}
      {stored && !problem && (
        <ConflictNotice<Field, Values, Output>
          labels={labels}
          stored={stored}
          control={form.control}
          {...(textOf && conflict && { textOf: (field, value) => textOf(field, value, conflict) })}
          onApplyStored={(applied) => {
            for (const field of applied) setField(field, stored[field])
            onApplyStored?.(applied)
          }}
        />
      )}
    </>
  )
  return { dirty: form.formState.isDirty, submit, conflict, notices }
}

/** What `SaveDialog` needs of `useSaving`. */
export interface Saving {
  readonly dirty: boolean
  readonly submit: () => Promise<void>
  readonly conflict: unknown
  readonly notices: ReactNode
}
