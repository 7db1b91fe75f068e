import { osloDay } from '@kontor/contract/shared/time'
import { Popover } from 'radix-ui'
import { type RefObject, useState } from 'react'
import { formatDay, isDay, parseClock, parseDay } from '../platform/format/days.ts'
import { nowText, useNow } from '../platform/now.ts'
import { Calendar, currentDay } from './calendar.tsx'
import { type FieldControlProps, Input } from './field.tsx'
import { CalendarIcon } from './icons.tsx'

interface TypedProps extends FieldControlProps {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly onBlur?: () => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
}

/**
 * What was typed stands as it was typed while it means the field's value; once the field is left, as the value is written.
 */
const useTypedText = (value: string, parse: (text: string) => string | null, format: (value: string) => string) => {
  const [typed, setTyped] = useState<string | null>(null)
  const means = (text: string): string => parse(text) ?? text.trim()
  const text = typed !== null && means(typed) === value ? typed : format(value)
  return { text, means, setTyped }
}

/** Once the calendar may have the focus: a dialog below it takes back what comes too early. */
const focusCurrentDay = (event: Event): void => {
  event.preventDefault()
  const { currentTarget } = event
  if (currentTarget instanceof HTMLElement) currentTarget.querySelector<HTMLElement>(currentDay)?.focus()
}

/**
 * A day: typed as `dd.mm.åååå` or chosen from a calendar. The value is `YYYY-MM-DD`, or whatever was typed where that is no
 * day, which the form's schema refuses. Days before `min` cannot be chosen in the calendar.
 */
export function DateField({ value, onValueChange, onBlur, inputRef, min, ...control }: TypedProps & { min?: string }) {
  const [open, setOpen] = useState(false)
  const today = osloDay(nowText(useNow()))
  const format = (day: string) => (isDay(day) ? formatDay(day) : day)
  const { text, means, setTyped } = useTypedText(value, parseDay, format)
  const change = (next: string) => {
    setTyped(next)
    onValueChange(means(next))
  }
  const leave = () => {
    setTyped(null)
    onBlur?.()
  }
  const choose = (day: string) => {
    setOpen(false)
    setTyped(null)
    onValueChange(day)
  }
  return (
    <span className="relative block">
      <Input
        {...control}
        ref={inputRef}
        value={text}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
        placeholder="dd.mm.åååå"
        inputMode="numeric"
        autoComplete="off"
        className="pr-10"
      />
      <Popover.Root open={open} onOpenChange={setOpen}>
        <Popover.Trigger
          aria-label={isDay(value) ? `Velg dato, valgt er ${formatDay(value)}` : 'Velg dato'}
          className="absolute top-0.5 right-0.5 grid size-8 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
        >
          <CalendarIcon />
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Content
            align="end"
            sideOffset={4}
            collisionPadding={8}
            aria-label="Velg dato"
            onOpenAutoFocus={focusCurrentDay}
            className="z-50 rounded-md border border-border bg-surface text-ink shadow-float outline-none"
          >
            <Calendar chosen={isDay(value) ? value : null} today={today} min={min} onChoose={choose} />
          </Popover.Content>
        </Popover.Portal>
      </Popover.Root>
    </span>
  )
}

/** A time of day, typed as `tt:mm`. The value is that, or whatever was typed where that is no time. */
export function ClockField({ value, onValueChange, onBlur, inputRef, ...control }: TypedProps) {
  const { text, means, setTyped } = useTypedText(value, parseClock, (clock) => clock)
  const change = (next: string) => {
    setTyped(next)
    onValueChange(means(next))
  }
  const leave = () => {
    setTyped(null)
    onBlur?.()
  }
  return (
    <Input
      {...control}
      ref={inputRef}
      value={text}
      onChange={(event) => change(event.target.value)}
      onBlur={leave}
      placeholder="tt:mm"
      inputMode="numeric"
      autoComplete="off"
    />
  )
}
