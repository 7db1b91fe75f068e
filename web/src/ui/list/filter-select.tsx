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

const width = 'min-w-20 max-w-44 shrink in-data-folded:w-full in-data-folded:max-w-none'

/** The look of an unused filter: only its words, without the box of a field until the pointer is on it. Behind the button Filtre, a field. */
export const quietSelect = `${width} gap-1! border-transparent! bg-transparent! px-2! text-soft! hover:border-border! hover:text-ink! data-[state=open]:border-border! in-data-folded:border-border! in-data-folded:bg-surface! in-data-folded:px-3! in-data-folded:text-ink!`

const activeSelect = `${width} border-fjord-line bg-fjord-tint!`

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
      className={value === null ? quietSelect : activeSelect}
    />
  )
}
