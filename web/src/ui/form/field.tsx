import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from '../base/cx.ts'
import { WarningIcon } from '../base/icons.tsx'

/**
 * The outline of a field and its text. An error draws a double border, which stays visible inside the ring of a focused field. On phones
 * the text is 16 px, since iOS zooms into fields with smaller text.
 */
export const fieldBox =
  'rounded-md border border-border bg-surface px-3 -outline-offset-1 text-ink text-sm hover:border-ink aria-invalid:border-danger aria-invalid:outline-offset-1 aria-invalid:inset-ring-1 aria-invalid:inset-ring-danger max-sm:text-base pointer-coarse:text-base'

const box = `${fieldBox} w-full placeholder:text-soft disabled:opacity-60`

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cx(box, 'h-9', className)} {...props} />
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cx(box, 'min-h-24 resize-y py-2 leading-relaxed', className)} {...props} />
}

/** Links a control to its label, hint and error. */
export interface FieldControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

interface FieldProps {
  readonly label: ReactNode
  /** True if only screen readers get the label. */
  readonly isLabelHidden?: boolean
  readonly error?: string | undefined
  readonly hint?: ReactNode
  readonly required?: boolean
  readonly className?: string
  readonly children: (control: FieldControlProps) => ReactNode
}

export function Field(props: FieldProps) {
  const { label, isLabelHidden = false, error, hint, required = false, className, children } = props
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const control: FieldControlProps = {
    id,
    'aria-describedby': [errorId, hintId].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  }
  return (
    <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={isLabelHidden ? 'sr-only' : 'font-medium text-[0.8125rem]'}>
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children(control)}
      {hint && (
        <p id={hintId} className="text-[0.8125rem] text-soft">
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className="flex items-start gap-1.5 text-[0.8125rem] text-danger">
          <WarningIcon className="mt-0.5 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
