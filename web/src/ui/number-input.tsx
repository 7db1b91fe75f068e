import { oreFromKroner } from '@kontor/contract/shared/money'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { formatNumber } from '../platform/format.ts'
import { cx } from './cx.ts'
import { Input } from './field.tsx'

/** A number as it was typed, with a comma or a point and spaces between thousands; null when it is none. */
const parse = (text: string, decimals: 0 | 2): number | null => {
  // A minus as it is printed, too: so this field shows it.
  const plain = text.replaceAll(/[\s\u00a0\u202f]/g, '').replace('\u2212', '-')
  if (decimals === 0) return /^-?\d{1,15}$/.test(plain) ? Number(plain) : null
  const hundredths = oreFromKroner(plain)
  return hundredths === null ? null : hundredths / 100
}

const written = (value: number | string | null | undefined): string =>
  typeof value === 'number' ? formatNumber(value) : (value ?? '')

interface NumberInputProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'step'> {
  /** A number, or whatever was typed where that is none, which the form's schema refuses; empty where there is none. */
  readonly value: number | string | null | undefined
  readonly onValueChange: (value: number | string) => void
  /** How many decimals may be typed. */
  readonly decimals: 0 | 2
  /** What the arrow keys add and take, never below 0. */
  readonly step?: number
}

/** A number as Norwegians write it, its thousands apart. What was typed stands as it is until the field is left. */
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
  const means = (text: string): number | string => parse(text, decimals) ?? text.trim()
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
      value={typed !== null && means(typed) === (value ?? '') ? typed : written(value)}
      onChange={(event) => {
        setTyped(event.target.value)
        onValueChange(means(event.target.value))
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
