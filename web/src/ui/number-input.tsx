import { oreFromKroner } from '@kontor/contract/shared/money'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { formatNumber } from '../platform/format.ts'
import { cx } from './cx.ts'
import { Input } from './field.tsx'

/** Parses a typed number, with a comma or a point and spaces between thousands; null if it is not a number. */
const parse = (text: string, decimals: 0 | 2): number | null => {
  // Accepts U+2212 as well: this field formats negative numbers with it.
  const normalized = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-')
  if (decimals === 0) return /^-?\d{1,15}$/.test(normalized) ? Number(normalized) : null
  const hundredths = oreFromKroner(normalized)
  return hundredths === null ? null : hundredths / 100
}

const formatValue = (value: number | string | null | undefined): string =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '')

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'step'> {
  /** A number, or the raw text if it is not one, which the form's schema rejects; empty for no number. */
  readonly value: number | string | null | undefined
  readonly onValueChange: (value: number | string) => void
  /** The number of decimals that may be typed. */
  readonly decimals: 0 | 2
  /** The step of the arrow keys, which never go below 0. */
  readonly step?: number
}

/** A number in Norwegian notation with grouped thousands. Keeps the text as typed until the field is left. */
export function NumberInput({
  value,
  onValueChange,
  decimals,
  step = 1,
  onBlur,
  className,
  ...props
}: NumberInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const toValue = (text: string): number | string => parse(text, decimals) ?? text.trim()
  const stepByArrow = (event: KeyboardEvent) => {
    if (typeof value !== 'number' || !(event.key === 'ArrowUp' || event.key === 'ArrowDown')) return
    event.preventDefault()
    const hundredths = Math.round(value * 100) + Math.round(step * 100) * (event.key === 'ArrowUp' ? 1 : -1)
    setTyped(null)
    onValueChange(Math.max(0, hundredths) / 100)
  }
  return (
    <Input
      {...props}
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={typed !== null && toValue(typed) === (value ?? '') ? typed : formatValue(value)}
      onChange={(event) => {
        setTyped(event.target.value)
        onValueChange(toValue(event.target.value))
      }}
      onKeyDown={stepByArrow}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
      className={cx('text-right', className)}
    />
  )
}
