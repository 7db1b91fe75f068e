import { oreFromKroner } from '@kontor/contract/shared/money'
import { plainNumber } from '@kontor/contract/shared/read-values'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { formatHundredths } from '../../../platform/format.ts'
import { Input } from '../../../ui/form/field.tsx'

interface DecimalInputProps extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange' | 'step'> {
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** Returns the value one arrow-key step up or down; null if the text isn't a number. */
  readonly stepped: (value: string, direction: 1 | -1) => string | null
  /** Shown after the number. */
  readonly unit: string
}

/** `1325,5` → `1 325,50` */
const written = (value: string): string => {
  const hundredths = oreFromKroner(plainNumber(value))
  return hundredths === null ? value : formatHundredths(hundredths).replace('−', '-')
}

/**
 * A decimal number in Norwegian notation with two decimals and grouped thousands. Keeps the text as typed until the field is left. Not `type="number"`,
 * which drops the comma in some locales and changes on mouse wheel.
 */
export function DecimalInput({ value, onValueChange, stepped, unit, onBlur, ...props }: DecimalInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    const next = stepped(value, event.key === 'ArrowUp' ? 1 : -1)
    if (next === null) return
    event.preventDefault()
    setTyped(null)
    onValueChange(next)
  }
  return (
    <span className="relative">
      <Input
        {...props}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? written(value)}
        onChange={({ target }) => {
          setTyped(target.value)
          onValueChange(target.value.replaceAll(/\s/g, ''))
        }}
        onBlur={(event) => {
          setTyped(null)
          onBlur?.(event)
        }}
        onKeyDown={step}
        className="pr-9 text-right"
      />
      <span aria-hidden="true" className="pointer-events-none absolute top-2 right-3 text-soft text-sm">
        {unit}
      </span>
    </span>
  )
}
