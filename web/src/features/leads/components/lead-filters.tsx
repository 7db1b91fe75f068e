import {
  type LeadDue,
  type LeadStatus,
  leadDues,
  leadStatuses,
  maxLeadSearch,
} from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { cx } from '../../../ui/base/cx.ts'
import { Input } from '../../../ui/form/field.tsx'
import { FilterSelect } from '../../../ui/list/filter-select.tsx'
import { ListControls } from '../../../ui/list/list-controls.tsx'
import { allLeadOwnersQuery, type LeadSummary } from '../leads.api.ts'
import { StatusMark, statusOptions } from './lead-cells.tsx'
import { mineName } from './lead-view-list.tsx'
import type { LeadListState } from './use-lead-list.ts'

const dueTexts: Readonly<Record<LeadDue, string>> = {
  due: 'Forfalt og i dag',
  overdue: 'Forfalt',
  today: 'I dag',
  upcoming: 'Kommende',
}

const dueOptions = leadDues.map((due) => ({ value: due, label: dueTexts[due] }))

interface LeadFiltersProps {
  readonly list: LeadListState
  readonly searchBox: RefObject<HTMLInputElement | null>
  /** False for the administrator, who owns no leads. */
  readonly canOwn: boolean
  readonly onReset: () => void
}

export function LeadFilters({ list, searchBox, canOwn, onReset }: LeadFiltersProps) {
  const { key, search, industry, setSearch, setIndustry, setStatus, setDue, setOwner } = list
  const { data: owners = [] } = useQuery(allLeadOwnersQuery)
  return (
    <ListControls
      search={{ label: 'Søk i leads', placeholder: 'Søk i firma, org.nr, kontakt, e-post, telefon og sted' }}
      text={search}
      onTextChange={setSearch}
      searchRef={searchBox}
      active={[key.status, key.industry, key.due, key.owner].filter((value) => value !== '').length}
      onReset={list.isFiltered ? onReset : null}
      unfoldedFrom="64rem"
    >
      <FilterSelect
        label="Status"
        allLabel="Alle statuser"
        options={statusOptions}
        value={key.status || null}
        onChange={(value) => setStatus(leadStatuses.find((status) => status === value) ?? '')}
      />
      <span className="w-36 min-w-24 shrink in-data-folded:w-full min-[90rem]:w-40 2xl:w-44">
        <Input
          aria-label="Bransje"
          placeholder="Bransje"
          value={industry}
          onChange={(event) => setIndustry(event.target.value)}
          maxLength={maxLeadSearch}
          autoComplete="off"
          className={industry === '' ? undefined : 'border-fjord-line bg-fjord-tint!'}
        />
      </span>
      <FilterSelect
        label="Frist"
        allLabel="Alle frister"
        options={dueOptions}
        value={key.due || null}
        onChange={(value) => setDue(leadDues.find((due) => due === value) ?? '')}
      />
      <FilterSelect
        label="Ansvarlig"
        allLabel="Alle ansvarlige"
        options={[
          ...(canOwn || key.owner === 'me' ? [{ value: 'me', label: mineName }] : []),
          { value: 'none', label: 'Uten ansvarlig' },
          ...owners.map(({ id, name, is_active }) => ({
            value: String(id),
            label: is_active ? name : `${name} (inaktiv)`,
          })),
        ]}
        value={key.owner || null}
        onChange={(value) => setOwner(value ?? '')}
      />
    </ListControls>
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
  // Rounds up, since the browser would cut off a fraction of a pixel.
  box.scrollLeft +=
    Math.ceil(Math.max(0, inner.right - outer.right + box.clientLeft)) + Math.min(0, inner.left - outer.left)
}

/** Shows for each status how many leads match the other filters. A click filters by the status; a second click shows all again. */
export function StatusBar({ summary, chosen, onChoose }: StatusBarProps) {
  const countOf = (status: LeadStatus) => summary?.counts.find((one) => one.status === status)?.count
  const counts = [
    { status: '' as const, label: 'Alle', count: summary?.total },
    ...leadStatuses.map((status) => ({ status, label: status, count: countOf(status) })),
  ]
  const bar = useRef<HTMLFieldSetElement>(null)
  const isCounted = summary !== undefined
  // Scrolls the chosen status into view, since on a phone the bar overflows, even more once the counts are loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts change the width
  useEffect(() => {
    const button = chosen && bar.current?.querySelector('[aria-pressed=true]')
    if (button && bar.current) scrollIntoBox(button, bar.current)
  }, [chosen, isCounted])
  return (
    <fieldset
      ref={bar}
      className="mb-2 flex w-fit min-w-0 max-w-full pr-px print:hidden overflow-x-auto rounded-md border border-rule bg-surface [scrollbar-width:none]"
    >
      <legend className="sr-only">Antall per status</legend>
      {counts.map(({ status, label, count }) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen === status}
          onClick={() => onChoose(chosen === status ? '' : status)}
          className={cx(
            'flex h-8 shrink-0 items-center gap-1.5 whitespace-nowrap border-rule border-r px-2.5 text-[0.8125rem] -outline-offset-2 last:border-r-0',
            chosen === status ? 'bg-fjord-tint' : 'hover:bg-sunken',
          )}
        >
          {status && <StatusMark status={status} />}
          <span>
            <span className={chosen === status ? '' : 'text-soft'}>{label}</span>{' '}
            <span className="font-semibold tabular-nums">{count === undefined ? '–' : formatNumber(count)}</span>
          </span>
        </button>
      ))}
    </fieldset>
  )
}
