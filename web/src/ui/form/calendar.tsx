import {
  type ClassNames,
  type CustomComponents,
  DayButton,
  DayPicker,
  type Formatters,
  type Labels,
} from 'react-day-picker'
import { nb } from 'react-day-picker/locale/nb'
import { dateOf, dayOf, formatLongDay } from '../../platform/format/days.ts'
import { Button } from '../base/button.tsx'
import { ArrowLeftIcon } from '../base/icons.tsx'

interface CalendarProps {
  /** `YYYY-MM-DD`; null for none. */
  readonly chosen: string | null
  readonly today: string
  /** The earliest day that can be chosen. */
  readonly min?: string | undefined
  readonly onChoose: (day: string) => void
}

const classNames: Partial<ClassNames> = {
  root: 'p-2',
  month: 'grid grid-cols-[auto_1fr_auto] items-center gap-y-1',
  month_caption: 'text-center font-semibold text-sm',
  dropdowns: 'flex flex-wrap justify-center gap-1',
  dropdown: 'h-8 cursor-pointer rounded-sm bg-surface px-1.5 font-semibold text-ink hover:bg-sunken',
  // Hidden, since the menus show the month.
  caption_label: 'hidden',
  month_grid: 'col-span-3 text-center text-[0.8125rem]',
  weekday: 'size-[min(2rem,10vw)] font-medium text-soft',
  week_number_header: 'size-[min(2rem,10vw)] font-normal text-soft text-xs',
  weeks: 'tabular-nums',
  week_number: 'font-normal text-soft text-xs',
  day: 'p-px',
  day_button: 'grid size-[min(2.125rem,10vw)] place-items-center rounded-sm enabled:hover:bg-sunken',
  outside: 'text-soft',
  today: '*:font-semibold *:underline *:underline-offset-4',
  selected: '*:bg-fjord! *:font-semibold *:text-on-fjord!',
  disabled: '*:cursor-not-allowed *:text-soft *:line-through',
}

const components: Partial<CustomComponents> = {
  PreviousMonthButton: ({ children: _, ...props }) => (
    <Button {...props} variant="quiet" size="icon">
      <ArrowLeftIcon />
    </Button>
  ),
  NextMonthButton: ({ children: _, ...props }) => (
    <Button {...props} variant="quiet" size="icon">
      <ArrowLeftIcon className="size-4 rotate-180" />
    </Button>
  ),
  // Replaces the library's head, which hides the names of weekdays from screen readers.
  Weekdays: (props) => (
    <thead>
      <tr {...props} />
    </thead>
  ),
  DayButton: (props) => (
    <DayButton
      {...props}
      aria-pressed={props.modifiers.selected === true}
      aria-current={props.modifiers.today ? 'date' : undefined}
    />
  ),
}

const labels: Partial<Labels> = {
  labelPrevious: () => 'Forrige måned',
  labelNext: () => 'Neste måned',
  labelMonthDropdown: () => 'Måned',
  labelYearDropdown: () => 'År',
  labelDayButton: (date) => formatLongDay(dayOf(date)),
}

const formatters: Partial<Formatters> = { formatWeekNumber: String, formatWeekNumberHeader: () => 'u.' }

/** The number of years that the menu offers before and after today and the chosen day. */
const yearsAround = 10

export function Calendar({ chosen, today, min, onChoose }: CalendarProps) {
  const years = [chosen ?? today, today].map((day) => Number(day.slice(0, 4)))
  return (
    <>
      <DayPicker
        mode="single"
        required
        locale={nb}
        navLayout="around"
        captionLayout="dropdown"
        startMonth={new Date(Math.min(...years) - yearsAround, 0)}
        endMonth={new Date(Math.max(...years) + yearsAround, 11)}
        showOutsideDays
        showWeekNumber
        today={dateOf(today)}
        defaultMonth={dateOf(chosen ?? today)}
        selected={chosen === null ? undefined : dateOf(chosen)}
        onSelect={(date) => onChoose(dayOf(date))}
        disabled={min !== undefined && { before: dateOf(min) }}
        classNames={classNames}
        components={components}
        labels={labels}
        formatters={formatters}
      />
      <div className="border-rule border-t p-1.5 text-center">
        <Button
          size="small"
          variant="quiet"
          disabled={min !== undefined && today < min}
          onClick={() => onChoose(today)}
        >
          I dag
        </Button>
      </div>
    </>
  )
}
