import { emailDeliveries, emailTypes } from '@kontor/contract/emails/emails.rules'
import type { ReactNode, RefObject } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import type { EmailLogSummary } from '../emails.api.ts'
import { type EmailLogFilters, keyOf } from './use-email-log-filters.ts'

const allValue = 'all'

interface FilterSelectProps<Key extends string> {
  readonly label: string
  readonly allLabel: string
  readonly labels: Readonly<Record<Key, string>>
  /** The number of mails for each option. */
  readonly counts?: Readonly<Record<Key, number>> | undefined
  readonly value: Key | null
  readonly onChange: (value: Key | null) => void
}

function FilterSelect<Key extends string>({
  label,
  allLabel,
  labels,
  counts,
  value,
  onChange,
}: FilterSelectProps<Key>) {
  const options = (Object.keys(labels) as Key[]).map((key) => ({
    value: key,
    label: counts ? `${labels[key]} (${formatNumber(counts[key])})` : labels[key],
  }))
  return (
    <Select
      aria-label={label}
      value={value ?? allValue}
      onValueChange={(next) => onChange(keyOf(labels, next))}
      options={[{ value: allValue, label: allLabel }, ...options]}
      className="min-w-0 flex-1 sm:w-48 sm:flex-none"
    />
  )
}

interface EmailLogFilterBarProps {
  readonly filters: EmailLogFilters
  readonly summary: EmailLogSummary | undefined
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly end: ReactNode
}

export function EmailLogFilterBar({ filters, summary, searchBox, end }: EmailLogFilterBarProps) {
  return (
    <search className="flex flex-wrap gap-2.5">
      <SearchBox
        label="Søk i e-postloggen"
        placeholder="Søk i adresser, emne og feil"
        value={filters.text}
        onValueChange={filters.setText}
        inputRef={searchBox}
        className="min-w-full flex-1 sm:min-w-48 sm:max-w-96"
      />
      <FilterSelect
        label="Filtrer på type"
        allLabel="Alle typer"
        labels={emailTypes}
        value={filters.type}
        onChange={filters.setType}
      />
      <FilterSelect
        label="Filtrer på status"
        allLabel="Alle statuser"
        labels={emailDeliveries}
        counts={summary?.deliveries}
        value={filters.delivery}
        onChange={filters.setDelivery}
      />
      <div className="max-lg:hidden sm:ml-auto">{end}</div>
    </search>
  )
}
