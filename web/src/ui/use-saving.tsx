import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import {
  type Control,
  type FieldPath,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { errorText } from '../platform/api-client.ts'
import { showFieldErrors } from '../platform/form-errors.ts'
import { Button } from './button.tsx'
import { Notice } from './states.tsx'
import { useFailureToast } from './use-failure-toast.ts'

interface ConflictNoticeProps<Field extends string, Values extends FieldValues, Output> {
  readonly labels: Readonly<Record<Field, string>>
  /** The stored values, in the form's representation. */
  readonly stored: Readonly<Record<NoInfer<Field>, unknown>>
  readonly control: Control<Values, unknown, Output>
  /** Formats a field's value; undefined for plain text, numbers and yes or no. */
  readonly textOf?: (field: Field, value: unknown) => string | undefined
  readonly onApplyStored: (fields: readonly Field[]) => void
}

const toText = (value: unknown): string => {
  if (typeof value === 'boolean') return value ? 'Ja' : 'Nei'
  if (value === null || value === undefined) return ''
  // A group of fields, which `textOf` puts into words.
  return typeof value === 'object' ? JSON.stringify(value) : String(value).trim()
}

/** Shown when another user saved first: lists the stored value of each field that differs from the typed one. */
function ConflictNotice<Field extends string, Values extends FieldValues, Output>(
  props: ConflictNoticeProps<Field, Values, Output>,
) {
  const { labels, stored, control, textOf, onApplyStored } = props
  const typed: Readonly<Partial<Record<string, unknown>>> = useWatch({ control })
  const fields = Object.keys(labels) as Field[]
  const differing = fields.filter((field) => toText(stored[field]) !== toText(typed[field]))
  return (
    <Notice tone="warning">
      <p className="font-semibold">Endret av en annen i mellomtiden</p>
      {differing.length === 0 ? (
        <p className="mt-1 text-ink">Det som er lagret nå, er det samme som du har skrevet.</p>
      ) : (
        <>
          <p className="mt-1 text-ink">
            Velg hva som skal gjelde. «Lagre likevel» lagrer det som står i feltene nedenfor.
          </p>
          <ul className="mt-2 flex flex-col text-ink">
            {differing.map((field) => (
              <li key={field} className="flex items-start gap-3 border-warning/30 border-t py-2">
                <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <span className="text-soft">{labels[field]} lagret nå: </span>
                  <span className="line-clamp-3 whitespace-pre-wrap">
                    {(textOf?.(field, stored[field]) ?? toText(stored[field])) || '(tomt)'}
                  </span>
                </p>
                <Button size="small" aria-label={`Bruk denne: ${labels[field]}`} onClick={() => onApplyStored([field])}>
                  Bruk denne
                </Button>
              </li>
            ))}
          </ul>
          {differing.length > 1 && (
            <Button size="small" className="mt-1" onClick={() => onApplyStored(differing)}>
              Bruk alt som er lagret
            </Button>
          )}
        </>
      )}
    </Notice>
  )
}

interface SavingOptions<Values extends FieldValues, Output, Entity, Field extends FieldPath<Values>> {
  readonly form: UseFormReturn<Values, unknown, Output>
  /** The fields that the user fills in. */
  readonly labels: Readonly<Record<Field, string>>
  /**
   * Converts the stored entity to form values, and to those that say what they are based on, such as its version. Omit it, and
   * `conflictIn`, for what no other user can change meanwhile.
   */
  readonly valuesOf?: (stored: Entity) => Readonly<Record<NoInfer<Field>, unknown>>
  /** What is stored now, for a form that stays open: it follows while nothing is typed. */
  readonly stored?: NoInfer<Entity>
  /** Formats a stored value, as `ConflictNotice` does. */
  readonly textOf?: (field: NoInfer<Field>, value: unknown, stored: NoInfer<Entity>) => string | undefined
  /** The other user's version if saving failed with a conflict; else null. */
  readonly conflictIn?: (error: unknown) => Entity | null
  /** `conflict` is the other user's version that the user has seen; null without one. A form that stays open gets what is stored now. */
  readonly save: (values: Output, conflict: NoInfer<Entity> | null) => Promise<NoInfer<Entity> | undefined>
  /** What the toast after a failure says; `notices` gives the reason. Without it, no toast. */
  readonly failed?: string | ((error: unknown) => string)
  readonly onFailure?: () => void
  readonly onApplyStored?: (fields: readonly Field[]) => void
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/**
 * Saves a form. Shows errors at their fields or above them. If another user has saved first, shows both versions field by field;
 * saving again then knowingly builds on the other user's version. What is typed while it saves stays, unsaved.
 */
export const useSaving = <Values extends FieldValues, Output, Entity extends object, Field extends FieldPath<Values>>(
  options: SavingOptions<Values, Output, Entity, Field>,
) => {
  const { form, labels, valuesOf, textOf, conflictIn, save, failed, onFailure, onApplyStored } = options
  const [problem, setProblem] = useState<string | null>(null)
  const [conflict, setConflict] = useState<Entity | null>(null)
  const fields = Object.keys(labels) as Field[]
  const formRef = useRef<HTMLFormElement>(null)
  const toastFailure = useFailureToast()
  const { isDirty, isSubmitting } = form.formState

  // The compiler can't know that a field's value has the type of that field; `valuesOf` produces both.
  const formValues = (stored: Entity): Values | undefined => valuesOf?.(stored) as Values | undefined
  const setField = (field: string, value: unknown) =>
    form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })

  /** Makes what is stored the form's starting point; fields with unsaved text keep it. */
  const rebase = (stored: Values, isUnsaved: (field: string, typed: unknown) => boolean) => {
    const typed = structuredClone(form.getValues())
    const unsaved = Object.keys(stored).filter((field) => isUnsaved(field, typed[field]))
    if (unsaved.length === 0) return form.reset(stored)
    form.reset(stored, { keepValues: true })
    for (const field of Object.keys(stored)) setField(field, unsaved.includes(field) ? typed[field] : stored[field])
  }

  const fail = (error: unknown) => {
    const current = conflictIn?.(error) ?? null
    setConflict((known) => current ?? known)
    setProblem(current ? null : errorText(error))
    const stored = current && formValues(current)
    if (stored) rebase(stored, (field) => field in labels)
    showFieldErrors(error, fields, form.setError)
    onFailure?.()
    if (failed === undefined) return
    toastFailure(error, typeof failed === 'string' ? failed : failed(error), () => formRef.current?.requestSubmit())
  }

  const shown = useRef(options.stored)
  const submit = form.handleSubmit(async (values) => {
    setProblem(null)
    const sent = structuredClone(form.getValues())
    const known = options.stored
    try {
      const saved = await save(values, conflict)
      setConflict(null)
      shown.current = known
      rebase((saved && formValues(saved)) ?? sent, (field, typed) => !isSame(typed, sent[field]))
    } catch (error) {
      // The answer is newer than what was known.
      if (conflictIn?.(error)) shown.current = known
      fail(error)
    }
  })

  /** Replaces what is typed by what is stored. */
  const revert = () => {
    form.reset()
    setConflict(null)
    setProblem(null)
  }

  // What others change shows at once, unless it would replace what is typed here.
  useEffect(() => {
    if (isDirty || isSubmitting || options.stored === undefined || options.stored === shown.current) return
    shown.current = options.stored
    form.reset(formValues(options.stored))
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
  return { dirty: isDirty, submit, revert, conflict, notices, formRef }
}

/** What `SaveDialog` and `SaveForm` need of `useSaving`. */
export interface Saving {
  readonly dirty: boolean
  readonly submit: () => Promise<void>
  readonly revert: () => void
  readonly conflict: unknown
  readonly notices: ReactNode
  readonly formRef: RefObject<HTMLFormElement | null>
}
