import { type EmailDelivery, emailDeliveries, emailTypes } from '@kontor/contract/emails/emails.rules'
import type { ReactNode, RefObject } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import type { EmailLogSummary } from '../emails.api.ts'
import type { EmailLogFilters } from './use-email-log-filters.ts'

const selectClasses = 'min-w-0 flex-1 sm:w-48 sm:flex-none'

const typeOptions = Object.entries(emailTypes).map(([value, label]) => ({ value, label }))

/** The outcomes, each with the number of its mails once known. */
const deliveryOptions = (summary: EmailLogSummary | undefined) =>
  (Object.keys(emailDeliveries) as EmailDelivery[]).map((value) => {
    const label = emailDeliveries[value]
    return { value, label: summary ? `${label} (${formatNumber(summary.deliveries[value])})` : label }
  })

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
        options={typeOptions}
        value={filters.type}
        onChange={filters.setType}
        className={selectClasses}
      />
      <FilterSelect
        label="Filtrer på status"
        allLabel="Alle statuser"
        options={deliveryOptions(summary)}
        value={filters.delivery}
        onChange={filters.setDelivery}
        className={selectClasses}
      />
      <div className="max-lg:hidden sm:ml-auto">{end}</div>
    </search>
  )
}
