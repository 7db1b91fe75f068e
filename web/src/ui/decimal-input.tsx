import type { ComponentProps, KeyboardEvent } from 'react'
import { Input } from './field.tsx'

interface DecimalInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'step'> {
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** The next value up or down, by the arrow keys; null where there is none. */
  readonly stepped: (value: string, direction: 1 | -1) => string | null
  /** What the number counts. */
  readonly unit: string
}

/**
 * A number with decimals as Norwegians type it. Not the browser's own number field, which drops a comma in some languages and
 * changes under a mouse wheel.
 */
export function DecimalInput({ value, onValueChange, stepped, unit, ...props }: DecimalInputProps) {
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const next = stepped(value, event.key === 'ArrowUp' ? 1 : -1)
    if (next === null) return
    event.preventDefault()
    onValueChange(next)
  }
  return (
    <span className="relative">
      <Input
        {...props}
        inputMode="decimal"
        autoComplete="off"
        value={value}
        onChange={(event) => onValueChange(event.target.value)}
        onKeyDown={step}
        className="pr-9 text-right"
      />
      <span aria-hidden="true" className="pointer-events-none absolute top-2 right-3 text-soft text-sm">
        {unit}
      </span>
    </span>
  )
}
