import { cx } from '../base/cx.ts'
import { Select, type SelectOption } from '../form/select.tsx'

const all = 'all'

interface FilterSelectProps {
  readonly label: string
  readonly allLabel: string
  readonly options: readonly SelectOption[]
  /** The chosen value; null for all. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}

/** The width of a filter next to the search, or behind the button Filtre. */
export const filterWidth = 'w-36 min-w-24 shrink in-data-folded:w-full min-[90rem]:w-40 2xl:w-44'

/** A filter of a list, tinted while active. Values may be any text, even "all": a prefix distinguishes them from the option for all. */
export function FilterSelect({ label, allLabel, options, value, onChange }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      value={value === null ? all : `=${value}`}
      onValueChange={(next) => onChange(next === all ? null : next.slice(1))}
      options={[
        { value: all, label: allLabel },
        ...options.map((option) => ({ ...option, value: `=${option.value}` })),
      ]}
      className={cx(filterWidth, value !== null && 'border-fjord-line bg-fjord-tint!')}
    />
  )
}
