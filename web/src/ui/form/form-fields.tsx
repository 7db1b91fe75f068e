import { type ComponentProps, type ReactNode, useId } from 'react'
import {
  type ControllerRenderProps,
  type FieldPath,
  type FieldValues,
  type UseFormRegisterReturn,
  type UseFormReturn,
  useController,
} from 'react-hook-form'
import { Checkbox } from './checkbox.tsx'
import { Field, type FieldControlProps, Input, Textarea } from './field.tsx'

export interface FormFieldProps<Values extends FieldValues, Output, Name = FieldPath<Values>> {
  readonly form: UseFormReturn<Values, unknown, Output>
  readonly name: Name
  readonly label: ReactNode
  readonly hint?: ReactNode
  readonly required?: boolean
  readonly fieldClassName?: string
}

type ControlProps<Tag extends 'input' | 'textarea'> = Omit<ComponentProps<Tag>, 'form' | 'name' | 'required'>

export function TextField<Values extends FieldValues, Output>(
  props: FormFieldProps<Values, Output> & ControlProps<'input'>,
) {
  const { form, name, label, hint, required = false, fieldClassName = '', ...input } = props
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field label={label} required={required} hint={hint} error={error?.message} className={fieldClassName}>
      {(control) => <Input autoComplete="off" {...input} {...control} {...form.register(name)} />}
    </Field>
  )
}

/** A field like `TextField`, for several lines. */
export function TextareaField<Values extends FieldValues, Output>(
  props: FormFieldProps<Values, Output> & ControlProps<'textarea'>,
) {
  const { form, name, label, hint, required = false, fieldClassName = '', ...textarea } = props
  const { error } = form.getFieldState(name, form.formState)
  return (
    <Field label={label} required={required} hint={hint} error={error?.message} className={fieldClassName}>
      {(control) => <Textarea {...textarea} {...control} {...form.register(name)} />}
    </Field>
  )
}

interface ControlledFieldProps<Values extends FieldValues, Output, Name extends FieldPath<Values>>
  extends FormFieldProps<Values, Output, Name> {
  /** An error to show if the form has none for this field. */
  readonly error?: string | undefined
  readonly children: (control: FieldControlProps, field: ControllerRenderProps<Values, Name>) => ReactNode
}

/** A field of a form whose control is not a native text box. */
export function ControlledField<Values extends FieldValues, Output, Name extends FieldPath<Values>>(
  props: ControlledFieldProps<Values, Output, Name>,
) {
  const { form, name, label, hint, required = false, fieldClassName = '', error, children } = props
  const { field, fieldState } = useController({ control: form.control, name })
  return (
    <Field
      label={label}
      required={required}
      hint={hint}
      error={fieldState.error?.message ?? error}
      className={fieldClassName}
    >
      {(control) => children(control, field)}
    </Field>
  )
}

/** A checkbox of a form, aligned with its text fields. */
export function CheckboxField({ field, label }: { field: UseFormRegisterReturn; label: string }) {
  const id = useId()
  return (
    <div className="-ml-3 flex items-start text-sm">
      <Checkbox id={id} {...field} />
      <label htmlFor={id} className="py-2.5">
        {label}
      </label>
    </div>
  )
}

interface LabelledCheckboxProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

/** A checkbox like `CheckboxField`, outside a form. */
export function LabelledCheckbox({ label, checked, onChange }: LabelledCheckboxProps) {
  const id = useId()
  return (
    <div className="-ml-3 flex items-start text-sm">
      <Checkbox id={id} checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id} className="py-2.5">
        {label}
      </label>
    </div>
  )
}
