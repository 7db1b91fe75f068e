import { type Ref, useImperativeHandle, useRef } from 'react'
import { isDay, parseClock } from '../../platform/format/days.ts'
import { ClockField, DateField } from './date-field.tsx'
import { Field } from './field.tsx'

interface DateTimeFieldProps {
  readonly label: string
  readonly clockLabel: string
  /** `2026-03-24T10:00` in Norwegian time; '' if both parts are empty. An invalid part is the text as typed. */
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly onBlur?: () => void
  readonly required?: boolean
  readonly error?: string | undefined
  readonly hint?: string | undefined
  /** Focuses the invalid part. */
  readonly ref?: Ref<{ focus(): void }>
}

const split = (value: string): [day: string, clock: string] => {
  const at = value.lastIndexOf('T')
  return at === -1 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)]
}

/** A day and a time of day side by side, each with its own label and error. */
export function DateTimeField(props: DateTimeFieldProps) {
  const { label, clockLabel, value, onValueChange, onBlur, required = false, error, hint, ref } = props
  const [day, clock] = split(value)
  const dayInput = useRef<HTMLInputElement>(null)
  const clockInput = useRef<HTMLInputElement>(null)
  const isClockInvalid = isDay(day) && parseClock(clock) === null
  useImperativeHandle(ref, () => ({ focus: () => (isClockInvalid ? clockInput : dayInput).current?.focus() }))

  const change = (nextDay: string, nextClock: string) =>
    onValueChange(nextDay === '' && nextClock === '' ? '' : `${nextDay}T${nextClock}`)
  const blurProps = onBlur && { onBlur }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)_8rem] items-start gap-4">
      <Field label={label} required={required} hint={hint} error={isClockInvalid ? undefined : error}>
        {(control) => (
          <DateField
            {...control}
            {...blurProps}
            inputRef={dayInput}
            value={day}
            onValueChange={(next) => change(next, clock)}
          />
        )}
      </Field>
      <Field label={clockLabel} required={required} error={isClockInvalid ? error : undefined}>
        {(control) => (
          <ClockField
            {...control}
            {...blurProps}
            inputRef={clockInput}
            value={clock}
            onValueChange={(next) => change(day, next)}
          />
        )}
      </Field>
    </div>
  )
}
