import { readDay } from '@kontor/contract/shared/read-values'
import { osloDay } from '@kontor/contract/shared/time'
import { Popover } from 'radix-ui'
import { type RefObject, useEffect, useId, useState } from 'react'
import { formatDay, isDay, parseClock } from '../../platform/format/days.ts'
import { nowText, useNow } from '../../platform/now.ts'
import { cx } from '../base/cx.ts'
import { CalendarIcon } from '../base/icons.tsx'
import { PopoverPanel } from '../base/popover-panel.tsx'
import type { Calendar } from './calendar.tsx'
import { type FieldControlProps, Input } from './field.tsx'

interface TextFieldProps extends FieldControlProps {
  readonly value: string
  readonly onValueChange: (value: string) => void
  readonly onBlur?: () => void
  readonly inputRef?: RefObject<HTMLInputElement | null>
}

/** An input that shows the typed text as long as it parses to the field's value. Formats the value on blur. */
function TypedInput(
  props: TextFieldProps & {
    readonly parse: (text: string) => string | null
    readonly format: (value: string) => string
    readonly placeholder: string
    readonly className?: string
    readonly onFocus?: () => void
  },
) {
  const { value, onValueChange, onBlur, inputRef, parse, format, ...input } = props
  const [typed, setTyped] = useState<string | null>(null)
  const toValue = (text: string): string => parse(text) ?? text.trim()
  return (
    <Input
      {...input}
      ref={inputRef}
      value={typed !== null && toValue(typed) === value ? typed : format(value)}
      onChange={({ target }) => {
        setTyped(target.value)
        onValueChange(toValue(target.value))
      }}
      onBlur={() => {
        setTyped(null)
        onBlur?.()
      }}
      inputMode="numeric"
      autoComplete="off"
    />
  )
}

/** Returns the calendar, whose code loads with the first date field; null until it has loaded. */
const useCalendar = () => {
  const [loaded, setLoaded] = useState<{ Calendar: typeof Calendar } | null>(null)
  useEffect(() => {
    // If the calendar can't be loaded, a date can still be typed.
    import('./calendar.tsx').then(setLoaded, () => undefined)
  }, [])
  return loaded?.Calendar ?? null
}

/** Focuses the current day. Use it as `onOpenAutoFocus`: if the day is focused before that event, a dialog beneath takes the focus back. */
const focusCurrentDay = (event: Event): void => {
  const { currentTarget } = event
  if (!(currentTarget instanceof HTMLElement)) return
  const day = currentTarget.querySelector<HTMLElement>('[role="gridcell"] [tabindex="0"]')
  if (day) event.preventDefault()
  day?.focus()
}

/**
 * A day, typed as `dd.mm.åååå` or chosen from a calendar. The value is `YYYY-MM-DD`. Text that is not a day is kept as it is, so that the
 * form's schema rejects it. The calendar doesn't offer days before `min`.
 */
export function DateField({ min, ...props }: TextFieldProps & { min?: string }) {
  const { value, onValueChange, onBlur } = props
  const Calendar = useCalendar()
  const [open, setOpen] = useState(false)
  const today = osloDay(nowText(useNow()))
  const problemId = useId()
  const [isTyping, setTyping] = useState(false)
  // Shows no message of its own while the form shows one.
  const isNoDay = value !== '' && !isDay(value) && !isTyping && !props['aria-invalid']
  const choose = (day: string) => {
    setOpen(false)
    onValueChange(day)
  }
  return (
    <span className="relative block">
      <TypedInput
        {...props}
        {...(isNoDay && { 'aria-describedby': cx(props['aria-describedby'], problemId) })}
        onBlur={() => {
          setTyping(false)
          onBlur?.()
        }}
        onFocus={() => setTyping(true)}
        parse={readDay}
        format={(day) => (isDay(day) ? formatDay(day) : day)}
        placeholder="dd.mm.åååå"
        className="pr-10"
      />
      {isNoDay && (
        <span id={problemId} role="status" className="mt-1 block text-[0.8125rem] text-danger">
          Dette er ikke en dato. Skriv den som 1.3.2026, eller velg den i kalenderen.
        </span>
      )}
      <Popover.Root open={open && Calendar !== null} onOpenChange={setOpen}>
        <Popover.Trigger
          aria-label={isDay(value) ? `Velg dato, valgt er ${formatDay(value)}` : 'Velg dato'}
          className="absolute top-0.5 right-0.5 grid size-8 place-items-center rounded-sm text-soft hover:bg-sunken hover:text-ink"
        >
          <CalendarIcon />
        </Popover.Trigger>
        <PopoverPanel align="end" aria-label="Velg dato" onOpenAutoFocus={focusCurrentDay} className="outline-none">
          {Calendar && <Calendar chosen={isDay(value) ? value : null} today={today} min={min} onChoose={choose} />}
        </PopoverPanel>
      </Popover.Root>
    </span>
  )
}

/** A time of day, typed as `tt:mm`. The value is the time, or the raw text if it is not a time. */
export function ClockField(props: TextFieldProps) {
  return <TypedInput {...props} parse={parseClock} format={(clock) => clock} placeholder="tt:mm" />
}
