import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  addDays,
  addMonths,
  formatLongDay,
  formatMonth,
  weekday,
  weekdays,
  weekNumber,
  weeksOfMonth,
} from '../platform/format/days.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { ArrowLeftIcon } from './icons.tsx'

interface CalendarProps {
  /** `YYYY-MM-DD`; null for none. */
  readonly chosen: string | null
  readonly today: string
  /** The earliest day that can be chosen. */
  readonly min?: string | undefined
  readonly onChoose: (day: string) => void
}

const monthOf = (day: string): string => day.slice(0, 7)

/** The day that a navigation key moves to; undefined for other keys. */
const dayByKey = (day: string, { key, shiftKey }: KeyboardEvent): string | undefined => {
  if (key === 'ArrowLeft') return addDays(day, -1)
  if (key === 'ArrowRight') return addDays(day, 1)
  if (key === 'ArrowUp') return addDays(day, -7)
  if (key === 'ArrowDown') return addDays(day, 7)
  if (key === 'Home') return addDays(day, -weekday(day))
  if (key === 'End') return addDays(day, 6 - weekday(day))
  if (key === 'PageUp') return addMonths(day, shiftKey ? -12 : -1)
  if (key === 'PageDown') return addMonths(day, shiftKey ? 12 : 1)
  return undefined
}

const dayClasses = (day: string, { current, chosen, today, min }: CalendarProps & { current: string }): string => {
  if (day === chosen) return 'bg-fjord font-semibold text-on-fjord'
  if (min !== undefined && day < min) return 'cursor-not-allowed text-soft line-through'
  return cx(
    'hover:bg-sunken',
    day === today && 'font-semibold underline underline-offset-4',
    monthOf(day) !== monthOf(current) && 'text-soft',
  )
}

/** Matches the day that keyboard navigation starts from. */
export const currentDaySelector = '[data-day][tabindex="0"]'

/** A month grid for choosing a day by mouse or keyboard; weeks start on Monday. */
export function Calendar(props: CalendarProps) {
  const { chosen, today, min, onChoose } = props
  const [current, setCurrent] = useState(chosen ?? today)
  const grid = useRef<HTMLTableElement>(null)
  // Only grid keys move the focus to the new day; the month buttons keep it.
  const shouldFocusDay = useRef(false)

  useEffect(() => {
    if (shouldFocusDay.current) grid.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus()
    shouldFocusDay.current = false
  }, [current])

  const changeMonth = (months: number) => setCurrent(addMonths(current, months))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = dayByKey(current, event)
    if (next === undefined) return
    event.preventDefault()
    shouldFocusDay.current = true
    setCurrent(next)
  }
  const choose = (day: string) => {
    if (min === undefined || day >= min) onChoose(day)
  }

  return (
    <div className="p-2">
      <div className="flex items-center justify-between pb-1">
        <Button variant="quiet" size="icon" aria-label="Forrige måned" onClick={() => changeMonth(-1)}>
          <ArrowLeftIcon />
        </Button>
        <p aria-live="polite" className="font-semibold text-sm">
          {formatMonth(current)}
        </p>
        <Button variant="quiet" size="icon" aria-label="Neste måned" onClick={() => changeMonth(1)}>
          <ArrowLeftIcon className="size-4 rotate-180" />
        </Button>
      </div>
      <table ref={grid} aria-label={formatMonth(current)} className="text-center text-[0.8125rem]">
        <thead className="text-soft">
          <tr>
            <th scope="col" className="size-8 font-normal text-xs">
              <abbr title="Uke" className="no-underline">
                u.
              </abbr>
            </th>
            {weekdays.map(({ short, long }) => (
              <th key={long} scope="col" className="size-8 font-medium">
                <abbr title={long} className="no-underline">
                  {short}
                </abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={onKeyDown} className="tabular-nums">
          {weeksOfMonth(current).map((week) => (
            <tr key={week[0]}>
              <th scope="row" className="font-normal text-soft text-xs">
                {weekNumber(week[0] ?? current)}
              </th>
              {week.map((day) => (
                <td key={day} className="p-px">
                  <button
                    type="button"
                    data-day={day}
                    tabIndex={day === current ? 0 : -1}
                    aria-label={formatLongDay(day)}
                    aria-pressed={day === chosen}
                    aria-current={day === today ? 'date' : undefined}
                    aria-disabled={min !== undefined && day < min ? true : undefined}
                    onClick={() => choose(day)}
                    className={cx(
                      'grid size-8.5 place-items-center rounded-sm',
                      dayClasses(day, { ...props, current }),
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
