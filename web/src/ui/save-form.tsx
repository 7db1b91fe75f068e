import type { ReactNode } from 'react'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { Button } from './button.tsx'
import { submitFormByKey } from './submit-by-key.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useExclusive } from './use-exclusive.ts'
import type { Saving } from './use-saving.tsx'

interface SaveFormProps<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>
  readonly saving: Saving
  readonly submitLabel: string
  readonly className: string
  readonly children: ReactNode
}

/** A form outside a dialog that `useSaving` saves; asks before a navigation discards unsaved changes. */
export function SaveForm<Values extends FieldValues, Output>(props: SaveFormProps<Values, Output>) {
  const { form, saving, submitLabel, className, children } = props
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  const [, run] = useExclusive()
  return (
    <>
      <form
        ref={saving.formRef}
        noValidate
        onKeyDownCapture={submitFormByKey}
        onSubmit={(event) => {
          event.preventDefault()
          void run(saving.submit)
        }}
        className={className}
      >
        {saving.notices}
        {children}
        <div className="flex flex-wrap items-center gap-2.5">
          <Button type="submit" variant="primary" aria-disabled={isSubmitting}>
            {isSubmitting ? 'Lagrer …' : saving.conflict ? 'Lagre likevel' : submitLabel}
          </Button>
          {isDirty && !isSubmitting && (
            <>
              <Button variant="quiet" onClick={() => form.reset()}>
                Angre endringene
              </Button>
              <span className="text-[0.8125rem] text-soft">Ikke lagret</span>
            </>
          )}
        </div>
      </form>
      <UnsavedGuard dirty={isDirty} working={isSubmitting} />
    </>
  )
}
