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
  /** The number as it is typed, of the number that the form holds. */
  readonly shown?: (held: number) => number
  /** The number that the form holds, of what was typed. */
  readonly held?: (typed: number | string) => number | string
}

const itself = <Value,>(value: Value): Value => value

/** A number of a form, with its label, its hint and what is wrong with it. */
export function NumberField<Values extends FieldValues, Output>(props: NumberFieldProps<Values, Output>) {
  const { control, name, label, hint, required = false, decimals, step, shown = itself, held = itself } = props
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={label} hint={hint} required={required} error={fieldState.error?.message}>
          {(tied) => (
            <NumberInput
              {...tied}
              ref={field.ref}
              decimals={decimals}
              {...(step !== undefined && { step })}
              value={typeof field.value === 'number' ? shown(field.value) : field.value}
              onValueChange={(typed) => field.onChange(held(typed))}
              onBlur={field.onBlur}
            />
          )}
        </Field>
      )}
    />
  )
}
