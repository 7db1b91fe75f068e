import { type EmailDelivery, type EmailType, emailDeliveries, emailTypes } from '@kontor/contract/emails/emails.rules'
import type { Sort } from '@kontor/contract/shared/sorting'
import type { ReactNode, RefObject } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '../../../platform/format.ts'
import { useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import type { EmailLogFilter, EmailLogOrder, EmailLogSummary } from '../emails.api.ts'

/** The server sorts the log by date only (docs/decisions/0032). */
const sorts = ['createdAt'] as const

type LogSort = Sort<(typeof sorts)[number]>

const newestFirst: LogSort = { id: 'createdAt', desc: true }

const keyOf = <Key extends string>(labels: Readonly<Record<Key, string>>, value: string | null): Key | null =>
  (Object.keys(labels) as Key[]).find((key) => key === value) ?? null

/** Search, type, delivery and order of the log, kept in the URL. */
export const useEmailLogFilters = () => {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [text, setText] = useUrlText('q')
  const [sort, setSort] = useUrlSort(sorts, newestFirst)
  const type = keyOf(emailTypes, params.get('type'))
  const delivery = keyOf(emailDeliveries, params.get('delivery'))
  const request = {
    q: (params.get('q') ?? '').trim(),
    type: type ?? '',
    delivery: delivery ?? '',
  } satisfies EmailLogFilter
  return {
    text,
    type,
    delivery,
    sort,
    setText,
    setSort,
    /** The filter sent to the server; its text follows once typing pauses. */
    request,
    order: `createdAt:${sort.desc ? 'desc' : 'asc'}` satisfies EmailLogOrder,
    /** Counts for a search or a type stop at a bound. */
    isCountExact: request.q === '' && type === null,
    active: text.trim() !== '' || type !== null || delivery !== null,
    setType: (next: EmailType | null) => write({ type: next }),
    setDelivery: (next: EmailDelivery | null) => write({ delivery: next }),
    reset: () => {
      setText('')
      write({ q: null, type: null, delivery: null })
    },
  }
}

export type EmailLogFilters = ReturnType<typeof useEmailLogFilters>

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
