import { oreFromKroner } from '@kontor/contract/shared/money'
import { plainNumber } from '@kontor/contract/shared/read-values'
import { type KeyboardEvent, useState } from 'react'
import { type Control, type FieldPath, type FieldValues, get, useController } from 'react-hook-form'
import { formatHundredths, formatNumber } from '../../platform/format.ts'
import { cx } from '../base/cx.ts'
import { Field, Input } from './field.tsx'

/** Parses a typed number as `readNumber` does; null if it is not a number, or has more decimals than allowed. */
export const parseNumber = (text: string, decimals: 0 | 2): number | null => {
  const plain = plainNumber(text, decimals === 0)
  if (decimals === 0) return /^-?\d{1,15}$/.test(plain) ? Number(plain) : null
  const hundredths = oreFromKroner(plain)
  return hundredths === null ? null : hundredths / 100
}

interface NumberFieldProps<Values extends FieldValues, Output> {
  /** The form value is a number; empty for an empty field. Text that isn't a number is kept as it is, so that the form's schema rejects it. */
  readonly control: Control<Values, unknown, Output>
  readonly name: FieldPath<Values>
  readonly label: string
  readonly isLabelHidden?: boolean
  readonly hint?: string
  readonly required?: boolean
  readonly className?: string
  /** The number of decimals that may be typed. */
  readonly decimals: 0 | 2
  /** True to show two decimals, also of a whole number, unless it is being typed. */
  readonly isPrice?: boolean
  /** The amount by which an arrow key changes the number, never below 0. */
  readonly step?: number
  /** Converts the form value to the number that is shown. */
  readonly toShown?: (value: number) => number
  /** Converts the typed number to the form value. */
  readonly fromTyped?: (typed: number | string) => number | string
}

const identity = <Value,>(value: Value): Value => value

/** A form's number in Norwegian notation with grouped thousands. Keeps the text as typed until the field is left. */
export function NumberField<Values extends FieldValues, Output>(props: NumberFieldProps<Values, Output>) {
  const { control, name, label, isLabelHidden = false, hint, required = false, className } = props
  const { decimals, isPrice = false, step = 1, toShown = identity, fromTyped = identity } = props
  const { field, fieldState, formState } = useController({ control, name })
  const [typed, setTyped] = useState<string | null>(null)
  const value: number | string = typeof field.value === 'number' ? toShown(field.value) : (field.value ?? '')
  const toValue = (text: string): number | string => parseNumber(text, decimals) ?? text.trim()

  const stepByArrow = (event: KeyboardEvent) => {
    if (typeof value !== 'number' || !(event.key === 'ArrowUp' || event.key === 'ArrowDown')) return
    event.preventDefault()
    const hundredths = Math.round(value * 100) + Math.round(step * 100) * (event.key === 'ArrowUp' ? 1 : -1)
    setTyped(null)
    field.onChange(fromTyped(Math.max(0, hundredths) / 100))
  }
  const format = () => {
    if (typeof value !== 'number') return value
    return isPrice ? formatHundredths(Math.round(value * 100)) : formatNumber(value)
  }

  return (
    <Field
      label={label}
      isLabelHidden={isLabelHidden}
      hint={hint}
      required={required}
      error={fieldState.error?.message}
    >
      {(controlProps) => (
        <Input
          {...controlProps}
          ref={field.ref}
          inputMode={decimals === 0 ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={typed !== null && toValue(typed) === value ? typed : format()}
          onChange={(event) => {
            setTyped(event.target.value)
            const next = fromTyped(toValue(event.target.value))
            // Uses null for an empty field if that is the default, so that typing and deleting a number counts as no change.
            field.onChange(next === '' && get(formState.defaultValues, name) === null ? null : next)
          }}
          onKeyDown={stepByArrow}
          onBlur={() => {
            setTyped(null)
            field.onBlur()
          }}
          className={cx('text-right', className)}
        />
      )}
    </Field>
  )
}
