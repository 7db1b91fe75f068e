import { Select, type SelectOption } from './select.tsx'

const all = 'all'

interface FilterSelectProps {
  readonly label: string
  readonly allLabel: string
  readonly options: readonly SelectOption[]
  /** Null for all. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly className: string
}

/** A filter of a list. Values may be any text, even "all": a prefix distinguishes them from the option for all. */
export function FilterSelect({ label, allLabel, options, value, onChange, className }: FilterSelectProps) {
  return (
    <Select
      aria-label={label}
      value={value === null ? all : `=${value}`}
      onValueChange={(next) => onChange(next === all ? null : next.slice(1))}
      options={[
        { value: all, label: allLabel },
        ...options.map((option) => ({ ...option, value: `=${option.value}` })),
      ]}
      className={className}
    />
  )
}
