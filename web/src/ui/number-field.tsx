import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { Field } from './field.tsx'
import { NumberInput } from './number-input.tsx'

interface NumberFieldProps<Values extends FieldValues, Output> {
  readonly control: Control<Values, unknown, Output>
  readonly name: FieldPath<Values>
  readonly label: string
  readonly hint?: string
  readonly required?: boolean
  readonly decimals: 0 | 2
  readonly step?: number
  /** Converts the form value to the number that is shown. */
  readonly toShown?: (value: number) => number
  /** Converts the typed number to the form value. */
  readonly fromTyped?: (typed: number | string) => number | string
}

const identity = <Value,>(value: Value): Value => value

/** A form's number input with its label, hint and error. */
export function NumberField<Values extends FieldValues, Output>(props: NumberFieldProps<Values, Output>) {
  const {
    control,
    name,
    label,
    hint,
    required = false,
    decimals,
    step,
    toShown = identity,
    fromTyped = identity,
  } = props
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} required={required} error={fieldState.error?.message}>
          {(controlProps) => (
            <NumberInput
              {...controlProps}
              ref={field.ref}
              decimals={decimals}
              {...(step !== undefined && { step })}
              value={typeof field.value === 'number' ? toShown(field.value) : field.value}
              onValueChange={(typed) => field.onChange(fromTyped(typed))}
              onBlur={field.onBlur}
            />
          )}
        </Field>
      )}
    />
  )
}
