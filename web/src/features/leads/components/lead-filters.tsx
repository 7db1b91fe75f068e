import { type LeadDue, type LeadStatus, leadDues, leadLimits, leadStatuses } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Input } from '../../../ui/field.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { type LeadSummary, leadOwnersQuery } from '../leads.api.ts'
import { StatusMark, statusOptions } from './lead-cells.tsx'
import type { LeadListState } from './use-lead-list.ts'

const dueTexts: Readonly<Record<LeadDue, string>> = { overdue: 'Forfalt', today: 'I dag', upcoming: 'Kommende' }

const dueOptions = leadDues.map((due) => ({ value: due, label: dueTexts[due] }))

interface LeadFiltersProps {
  readonly list: LeadListState
  readonly searchBox: RefObject<HTMLInputElement | null>
  /** False for the administrator, who owns no leads. */
  readonly canOwn: boolean
  readonly children: ReactNode
}

export function LeadFilters({ list, searchBox, canOwn, children }: LeadFiltersProps) {
  const { key, search, industry, setSearch, setIndustry, setStatus, setDue, setOwner, isFiltered, reset } = list
  const { data: owners = [] } = useQuery(leadOwnersQuery)
  return (
    <search className="flex flex-wrap items-center gap-2.5">
      <SearchBox
        label="Søk i leads"
        placeholder="Søk i firma, org.nr, kontakt, e-post, telefon og sted"
        value={search}
        onValueChange={setSearch}
        inputRef={searchBox}
        className="min-w-48 flex-1 max-sm:w-full max-sm:flex-none sm:max-w-100"
      />
      <FilterSelect
        label="Status"
        allLabel="Alle statuser"
        options={statusOptions}
        value={key.status || null}
        onChange={(value) => setStatus(leadStatuses.find((status) => status === value) ?? '')}
        className="w-40 max-sm:min-w-40 max-sm:flex-1"
      />
      <span className="w-40 max-sm:min-w-36 max-sm:flex-1">
        <Input
          aria-label="Bransje"
          placeholder="Bransje"
          value={industry}
          onChange={(event) => setIndustry(event.target.value)}
          maxLength={leadLimits.search}
          autoComplete="off"
        />
      </span>
      <FilterSelect
        label="Frist"
        allLabel="Alle frister"
        options={dueOptions}
        value={key.due || null}
        onChange={(value) => setDue(leadDues.find((due) => due === value) ?? '')}
        className="w-32 max-sm:min-w-32 max-sm:flex-1"
      />
      <FilterSelect
        label="Ansvarlig"
        allLabel="Alle ansvarlige"
        options={[
          ...(canOwn || key.owner === 'me' ? [{ value: 'me', label: 'Mine leads' }] : []),
          { value: 'none', label: 'Uten ansvarlig' },
          ...owners.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={key.owner || null}
        onChange={(value) => setOwner(value ?? '')}
        className="w-40 max-sm:min-w-36 max-sm:flex-1"
      />
      {isFiltered && (
        <Button variant="quiet" onClick={reset} className="max-sm:order-last max-sm:px-1.5">
          Nullstill filtre
        </Button>
      )}
      <div className="flex flex-wrap gap-2 sm:ml-auto">{children}</div>
    </search>
  )
}

interface StatusBarProps {
  readonly summary: LeadSummary | undefined
  readonly chosen: LeadStatus | ''
  readonly onChoose: (status: LeadStatus | '') => void
}

/** Scrolls `box` horizontally until `part` is in view, without scrolling the page. */
const scrollIntoBox = (part: Element, box: Element): void => {
  const [inner, outer] = [part.getBoundingClientRect(), box.getBoundingClientRect()]
  box.scrollLeft += Math.max(0, inner.right - outer.right + box.clientLeft) + Math.min(0, inner.left - outer.left)
}

/** Counts by status under the filters; a click filters by the status, a second one shows all again. */
export function StatusBar({ summary, chosen, onChoose }: StatusBarProps) {
  const countOf = (status: LeadStatus) => summary?.counts.find((one) => one.status === status)?.count
  const counts = [
    { status: '' as const, label: 'Alle', count: summary?.total },
    ...leadStatuses.map((status) => ({ status, label: status, count: countOf(status) })),
  ]
  const bar = useRef<HTMLFieldSetElement>(null)
  const isCounted = summary !== undefined
  // On a phone the bar overflows, even more with the counts.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts change the width
  useEffect(() => {
    const button = chosen && bar.current?.querySelector('[aria-pressed=true]')
    if (button && bar.current) scrollIntoBox(button, bar.current)
  }, [chosen, isCounted])
  return (
    <fieldset ref={bar} className="my-3 flex min-w-0 overflow-x-auto rounded-md border border-rule bg-surface">
      <legend className="sr-only">Antall per status</legend>
      {counts.map(({ status, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen === status}
          onClick={() => onChoose(chosen === status ? '' : status)}
          className={cx(
            'flex flex-auto flex-col gap-0.5 border-rule lg:flex-1 border-r px-3 py-1.5 text-left -outline-offset-2 last:border-r-0',
            chosen === status ? 'bg-fjord-tint' : 'hover:bg-sunken',
          )}
        >
          <span className="flex items-center gap-1.5 whitespace-nowrap text-[0.8125rem] text-soft">
            {status && <StatusMark status={status} />}
            {label}
          </span>
          <span className="font-semibold tabular-nums">{count === undefined ? '–' : formatNumber(count)}</span>
        </button>
      ))}
    </fieldset>
  )
}
