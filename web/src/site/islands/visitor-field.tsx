import type { FieldProblem, Problems } from '@kontor/contract/shared/public-form'
import { type ReactNode, useContext } from 'react'
import { useTexts } from '../../platform/i18n.tsx'
import { WarningIcon } from '../../ui/base/icons.tsx'
import { formTexts } from '../texts/form-texts.ts'
import { RefusedFormContext } from './refused-form.ts'
import { useProblemText } from './use-problem-text.ts'

export function Problem({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-[0.9375rem] text-danger">
      <WarningIcon className="mt-0.5 size-4 shrink-0" />
      {children}
    </p>
  )
}

/** Links a control to its label and error. */
interface ControlProps {
  readonly id: string
  readonly name: string
  readonly required: boolean
  readonly defaultValue?: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby'?: string
  readonly className: string
}

/** The scroll margin keeps the label in view, clear of a toast at the top of a phone. */
const controlClasses =
  'min-h-13 scroll-mt-20 w-full rounded-sm border border-border bg-surface px-3.5 py-2.5 text-ink placeholder:text-hint placeholder:italic aria-invalid:border-danger aria-invalid:ring-1 aria-invalid:ring-danger'

interface VisitorFieldProps {
  /** Prefix of the ids, so that two forms can share a page. */
  readonly form: string
  readonly field: string
  readonly label: string
  readonly problem: FieldProblem | undefined
  /** The error text of an empty field; without it the field is optional. */
  readonly missing?: string
  readonly className?: string
  readonly children: (props: ControlProps) => ReactNode
}

/** A labelled field with its error, for forms of the public site. */
export function VisitorField({ form, field, label, problem, missing, className, children }: VisitorFieldProps) {
  const text = useProblemText(field, problem, missing)
  const typed = useContext(RefusedFormContext)?.values?.[field]
  const required = missing !== undefined
  const id = `${form}-${field}`
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1 block sm:mb-1.5 font-semibold text-[0.9375rem]">
        {label}
        {required && (
          <span aria-hidden="true" className="text-signal">
            {' *'}
          </span>
        )}
      </label>
      {children({
        id,
        name: field,
        required,
        ...(typed !== undefined && { defaultValue: typed }),
        'aria-invalid': text !== null,
        ...(text !== null && { 'aria-describedby': `${id}-problem` }),
        className: controlClasses,
      })}
      {text !== null && <Problem id={`${id}-problem`}>{text}</Problem>}
    </div>
  )
}

interface VisitorIdentityFieldsProps {
  readonly form: string
  readonly problems: Problems
  /** Maximum numbers of characters. */
  readonly limits: { readonly name: number; readonly email: number; readonly company: number }
}

/** Name, e-mail and company of the visitor, and the honeypot field. */
export function VisitorIdentityFields({ form, problems, limits }: VisitorIdentityFieldsProps) {
  const texts = useTexts(formTexts)
  return (
    <>
      <VisitorField form={form} field="name" label={texts.name} problem={problems.name} missing={texts.missingName}>
        {(props) => <input {...props} type="text" autoComplete="name" maxLength={limits.name} />}
      </VisitorField>
      <VisitorField form={form} field="email" label={texts.email} problem={problems.email} missing={texts.missingEmail}>
        {(props) => <input {...props} type="email" autoComplete="email" maxLength={limits.email} />}
      </VisitorField>
      <VisitorField form={form} field="company" label={texts.company} problem={problems.company}>
        {(props) => <input {...props} type="text" autoComplete="organization" maxLength={limits.company} />}
      </VisitorField>
      <label className="sr-only" aria-hidden="true">
        {texts.leaveEmpty}
        {/* These attributes keep browsers, 1Password, LastPass, Bitwarden and Dashlane from filling the field in. */}
        <input
          name="aside"
          tabIndex={-1}
          autoComplete="off"
          data-1p-ignore
          data-lpignore
          data-bwignore
          data-form-type="other"
        />
      </label>
    </>
  )
}
