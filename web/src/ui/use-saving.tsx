import { type ReactNode, useState } from 'react'
import type { FieldPath, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { errorText } from '../platform/api-client.ts'
import { showFieldErrors } from '../platform/form-errors.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { Notice } from './states.tsx'

interface SavingOptions<Values extends FieldValues, Output, Entity, Field extends FieldPath<Values>> {
  readonly form: UseFormReturn<Values, unknown, Output>
  /** The fields that a person fills in. */
  readonly labels: Readonly<Record<Field, string>>
  /** What is stored, as the form's fields hold it. */
  readonly valuesOf: (stored: Entity) => Readonly<Record<NoInfer<Field>, unknown>>
  /** How a stored value reads. */
  readonly textOf?: (field: NoInfer<Field>, value: unknown, stored: NoInfer<Entity>) => string
  /** What somebody else has saved meanwhile, when that is why saving was refused. */
  readonly conflictIn: (error: unknown) => Entity | null
  readonly save: (values: Output) => Promise<void>
  /** Tells that it failed; why stands in `notices` already. */
  readonly onFailure: (error: unknown) => void
  readonly onTake?: (fields: readonly Field[]) => void
}

/**
 * Saves a form. What goes wrong stays at its field or over the fields, and where somebody else has saved first both versions
 * are shown, field by field: saving then again is done on top of the other's change, knowingly.
 */
export const useSaving = <
  Values extends FieldValues,
  Output,
  Entity extends { readonly version: number },
  Field extends FieldPath<Values>,
>(
  options: SavingOptions<Values, Output, Entity, Field>,
) => {
  const { form, labels, valuesOf, textOf, conflictIn, save, onFailure, onTake } = options
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Entity | null>(null)
  const fields = Object.keys(labels) as Field[]

  // The compiler cannot know that what stands for a field is what the form holds there; `valuesOf` is both's source.
  const setField = (field: Path<Values>, value: unknown) =>
    form.setValue(field, value as PathValue<Values, Path<Values>>, { shouldDirty: true, shouldValidate: true })

  const fail = (error: unknown) => {
    const current = conflictIn(error)
    setConflict((known) => current ?? known)
    setProblem(current ? null : errorText(error))
    if (current && 'version' in form.getValues()) setField('version' as Path<Values>, current.version)
    showFieldErrors(error, fields, form.setError)
    onFailure(error)
  }

  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    try {
      await save(values)
      setConflict(null)
    } catch (error) {
      fail(error)
    }
  })

  const take = (stored: Entity, taken: readonly Field[]) => {
    const values = valuesOf(stored)
    for (const field of taken) setField(field, values[field])
    onTake?.(taken)
  }

  const notices: ReactNode = (
    <>
      {problem && <Notice>{problem}</Notice>}
      {conflict && !problem && (
        <ConflictNotice<Field, Values, Output>
          labels={labels}
          stored={valuesOf(conflict)}
          control={form.control}
          {...(textOf && { textOf: (field, value) => textOf(field, value, conflict) })}
          onTake={(taken) => take(conflict, taken)}
        />
      )}
    </>
  )
  return { submit, conflict, notices }
}
