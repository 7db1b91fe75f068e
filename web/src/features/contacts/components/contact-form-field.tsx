import type { ReactNode } from 'react'
import { contactTexts } from '../../../content/contact-texts.ts'
import { useLanguage, useTexts } from '../../../platform/i18n.tsx'
import { WarningIcon } from '../../../ui/icons.tsx'
import { type ContactField, type FieldProblem, isRequired } from './contact-form-values.tsx'

/** The sentence at a field. The server words its own in Norwegian; in English a general one stands for it. */
const useProblemText = (field: ContactField, problem: FieldProblem | undefined): string | null => {
  const texts = useTexts(contactTexts)
  const { language } = useLanguage()
  if (problem === undefined) return null
  if (typeof problem === 'object') return language === 'no' ? problem.sentence : texts.checkField
  if (problem === 'missing' && isRequired(field)) return texts.missing[field]
  if (field === 'email') return texts.invalidEmail
  return field === 'name' ? texts.addressInName : texts.checkField
}

/** What a control needs to be tied to its label and its error. */
export interface ControlProps {
  readonly id: string
  readonly name: ContactField
  readonly required: boolean
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby'?: string
  readonly className: string
}

const control =
  'min-h-13 w-full rounded-sm border border-border bg-surface px-3.5 py-2.5 text-ink aria-invalid:border-danger aria-invalid:outline-danger aria-invalid:ring-1 aria-invalid:ring-danger'

interface FormFieldProps {
  readonly field: ContactField
  readonly label: string
  readonly problem: FieldProblem | undefined
  readonly className?: string
  readonly children: (props: ControlProps) => ReactNode
}

export function FormField({ field, label, problem, className, children }: FormFieldProps) {
  const text = useProblemText(field, problem)
  const required = isRequired(field)
  const id = `contact-${field}`
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold text-[0.9375rem]">
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
        'aria-invalid': text !== null,
        ...(text !== null && { 'aria-describedby': `${id}-problem` }),
        className: control,
      })}
      {text !== null && (
        <p id={`${id}-problem`} className="mt-1.5 flex items-start gap-1.5 text-[0.9375rem] text-danger">
          <WarningIcon className="mt-0.5 size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  )
}
