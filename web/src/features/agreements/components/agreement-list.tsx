import { formatSort, parseSort } from '@kontor/contract/shared/sorting'
import { useDeferredValue, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useUrlPage, useUrlSort } from '../../../platform/list-state.ts'
import { useUrlText, useUrlWriter } from '../../../platform/url-state.ts'
import { Pager } from '../../../ui/pager.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { ShownCount } from '../../../ui/shown-count.tsx'
import { NoResults } from '../../../ui/states.tsx'
import type { Agreement } from '../agreements.api.ts'
import { AgreementCard } from './agreement-card.tsx'
import type { OpenDialog } from './open-dialog.ts'
import {
  agreementSorts,
  defaultAgreementSort,
  isStatusFilter,
  statusFilters,
  useAgreementList,
} from './use-agreement-list.ts'

/** Rendering a thousand cards at once is noticeably slow. */
const cardsPerPage = 24

const allStatuses = 'all'

const statusOptions = [
  { value: allStatuses, label: 'Alle statuser' },
  ...Object.entries(statusFilters).map(([value, label]) => ({ value, label })),
]

const orderOptions = [
  { value: 'createdAt:desc', label: 'Nyeste først' },
  { value: 'createdAt:asc', label: 'Eldste først' },
  { value: 'title:asc', label: 'Tittel A–Å' },
  { value: 'title:desc', label: 'Tittel Å–A' },
  { value: 'customerName:asc', label: 'Kunde A–Å' },
  { value: 'customerName:desc', label: 'Kunde Å–A' },
  { value: 'validUntil:asc', label: 'Kortest frist' },
  { value: 'validUntil:desc', label: 'Lengst frist' },
  { value: 'total:desc', label: 'Største beløp' },
  { value: 'total:asc', label: 'Minste beløp' },
]

interface AgreementListProps {
  readonly agreements: readonly Agreement[]
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

/** The cards, with search, status filter, order and page kept in the URL. */
export function AgreementList({ agreements, onOpenDialog }: AgreementListProps) {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const [search, setSearch] = useUrlText('q')
  const [sort, setSort] = useUrlSort(agreementSorts, defaultAgreementSort)
  const statusParam = params.get('status')
  const status = isStatusFilter(statusParam) ? statusParam : null
  const shown = useAgreementList(agreements, useDeferredValue(search), status, sort)
  const searchBox = useRef<HTMLInputElement>(null)
  const top = useRef<HTMLDivElement>(null)

  const order = formatSort(sort)
  const { page, pages, onPage, turnTo } = useUrlPage(shown, cardsPerPage, `${search} ${status} ${order}`)

  const changeOrder = (next: string) => {
    const chosen = parseSort(next, agreementSorts)
    if (chosen) setSort(chosen)
  }
  const changePage = (next: number) => {
    turnTo(next)
    top.current?.scrollIntoView({ block: 'start' })
  }
  const reset = () => {
    setSearch('')
    write({ q: null, status: null })
    searchBox.current?.focus()
  }

  return (
    <div ref={top}>
      <search className="flex flex-wrap gap-2.5">
        <SearchBox
          label="Søk i avtaler"
          placeholder="Søk i tittel, kunde og beskrivelse"
          value={search}
          onValueChange={setSearch}
          inputRef={searchBox}
          className="min-w-48 flex-1 sm:max-w-96"
        />
        <Select
          aria-label="Filtrer på status"
          value={status ?? allStatuses}
          onValueChange={(next) => write({ status: next === allStatuses ? null : next })}
          options={statusOptions}
          className="w-full sm:w-44"
        />
        <Select
          aria-label="Sorter etter"
          value={order}
          onValueChange={changeOrder}
          options={orderOptions}
          className="w-full sm:ml-auto sm:w-44"
        />
      </search>
      <ShownCount shown={shown.length} total={agreements.length} what="avtaler" className="my-3" />
      {shown.length === 0 ? (
        <NoResults resetLabel="Nullstill filtre" onReset={reset}>
          Ingen avtaler passer til søket og filteret.
        </NoResults>
      ) : (
        <>
          <ul className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
            {onPage.map((agreement) => (
              <AgreementCard key={agreement.id} agreement={agreement} onOpenDialog={onOpenDialog} />
            ))}
          </ul>
          <Pager page={page} pages={pages} onPageChange={changePage} />
        </>
      )}
    </div>
  )
}
