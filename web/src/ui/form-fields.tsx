import { type ComponentProps, type ReactNode, useId } from 'react'
import type { FieldPath, FieldValues, UseFormRegisterReturn, UseFormReturn } from 'react-hook-form'
import { Checkbox } from './checkbox.tsx'
import { Field, Input, Textarea } from './field.tsx'

interface FormFieldProps<Values extends FieldValues, Output> {
  readonly form: UseFormReturn<Values, unknown, Output>
  readonly name: FieldPath<Values>
  readonly label: string
  readonly hint?: ReactNode
  readonly required?: boolean
}

type ControlProps<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'form' | 'name' | 'required'>

/** A text field of a form, with its error. */
export function TextField<Values extends FieldValues, Output>(
  props: FormFieldProps<Values, Output> & ControlProps<'input'>,
) {
  const { form, name, label, hint, required = false, ...input } = props
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field label={label} required={required} hint={hint} error={error?.message}>
      {(control) => <Input autoComplete="off" {...input} {...control} {...form.register(name)} />}
    </Field>
  )
}

/** As `TextField`, for several lines. */
export function TextareaField<Values extends FieldValues, Output>(
  props: FormFieldProps<Values, Output> & ControlProps<'textarea'>,
) {
  const { form, name, label, hint, required = false, ...textarea } = props
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field label={label} required={required} hint={hint} error={error?.message}>
      {(control) => <Textarea {...textarea} {...control} {...form.register(name)} />}
    </Field>
  )
}

/** A checkbox of a form, aligned with its text fields. */
export function CheckboxField({ field, label }: { field: UseFormRegisterReturn; label: string }) {
  const id = useId()
  return (
    <div className="-ml-3 flex items-center text-sm">
      <Checkbox id={id} {...field} />
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
