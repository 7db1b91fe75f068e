import { agreementStatuses } from '@kontor/contract/agreements/agreements.rules'
import { formatSort, parseSort, type Sort } from '@kontor/contract/shared/sorting'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import { useCallback, useDeferredValue, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { compareText, millisecondsOf } from '../../../platform/format.ts'
import { type SortValue, useClientList, useUrlPage, useUrlSort } from '../../../platform/list-state.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { useUrlFilters, useUrlWriter } from '../../../platform/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { ShownCount } from '../../../ui/shown-count.tsx'
import { NoResults } from '../../../ui/states.tsx'
import { useKeptRowFocus } from '../../../ui/use-kept-row-focus.ts'
import { useRowKeys } from '../../../ui/use-row-keys.ts'
import { useSteadyRows } from '../../../ui/use-steady-rows.ts'
import type { Agreement } from '../agreements.api.ts'
import { hasLapsed } from './agreement-badges.tsx'
import { AgreementCard } from './agreement-card.tsx'
import { type AgreementRowActions, agreementColumns, NarrowAgreement } from './agreement-columns.tsx'
import { AgreementOverview } from './agreement-overview.tsx'

const agreementSorts = ['createdAt', 'title', 'customerName', 'validUntil', 'total'] as const

type AgreementSort = Sort<(typeof agreementSorts)[number]>

const newestFirst: AgreementSort = { id: 'createdAt', desc: true }

const statusFilters = { ...agreementStatuses, expired: 'Utløpt' } as const
const statusFilterKeys = Object.keys(statusFilters) as (keyof typeof statusFilters)[]

const idOf = ({ id }: Agreement): string => id

const textsOf = ({ reference, title, customerName, description, status }: Agreement) => [
  ...[reference, title, customerName, description],
  agreementStatuses[status],
]

const sortValueOf = (agreement: Agreement, id: AgreementSort['id']): SortValue => {
  if (id === 'createdAt') return millisecondsOf(agreement.createdAt)
  if (id === 'total') return agreement.totalAmount + agreement.vatAmount
  return agreement[id]
}

/** Rendering a thousand cards at once is noticeably slow. */
const cardsPerPage = 24

const statusOptions = statusFilterKeys.map((value) => ({ value, label: statusFilters[value] }))

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

const periods = {
  d30: 'Siste 30 dager',
  d90: 'Siste 90 dager',
  year: 'I år',
  lastYear: 'I fjor',
} as const

type Period = keyof typeof periods

const periodKeys = Object.keys(periods) as readonly Period[]
const periodOptions = periodKeys.map((value) => ({ value, label: periods[value] }))

/** Whether an agreement was created in a period, by the calendar of Norway. */
const isCreatedIn = (period: Period, { createdAt }: Agreement, now: string): boolean => {
  const day = osloDay(createdAt)
  if (period === 'd30' || period === 'd90') return day > osloDay(addOsloDays(now, period === 'd30' ? -30 : -90))
  const year = Number(osloDay(now).slice(0, 4)) - (period === 'year' ? 0 : 1)
  return day.startsWith(`${year}-`)
}

const isArchivedOptions = [{ value: 'true', label: 'Arkiverte' }]

const customersOf = (agreements: readonly Agreement[]) =>
  [...new Map(agreements.map(({ customerId, customerName }) => [String(customerId), customerName]))]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => compareText(a.label, b.label))

const heightOf = (_: Agreement, wide: boolean): number => (wide ? 40 : 92)
const titleOf = ({ title }: Agreement): string => title

interface AgreementListProps extends AgreementRowActions {
  readonly agreements: readonly Agreement[]
}

const useListFilters = () =>
  useUrlFilters({
    status: statusFilterKeys,
    customer: null,
    period: periodKeys,
    archived: ['true'],
  })

type ListFilters = ReturnType<typeof useListFilters>

function FilterSelects({ agreements, filters }: { agreements: readonly Agreement[]; filters: ListFilters }) {
  const customers = useMemo(() => customersOf(agreements), [agreements])
  const selects = [
    { name: 'status', label: 'Filtrer på status', allLabel: 'Alle statuser', options: statusOptions },
    { name: 'customer', label: 'Filtrer på kunde', allLabel: 'Alle kunder', options: customers },
    { name: 'period', label: 'Filtrer på periode', allLabel: 'Hele tiden', options: periodOptions },
    { name: 'archived', label: 'Arkiverte avtaler', allLabel: 'Uten arkiverte', options: isArchivedOptions },
  ] as const
  return selects.map(({ name, ...select }) => (
    <FilterSelect
      key={name}
      {...select}
      value={filters.values[name]}
      onChange={(next) => filters.set(name, next)}
      className="w-[calc(50%-0.3125rem)] sm:w-40"
    />
  ))
}

/** What the keys of an agreement's row or card do. */
const useAgreementKeys = ({ onShow, onOpenDialog }: AgreementRowActions) =>
  useMemo(() => {
    // An archived agreement can only be read.
    const openUnlessArchived =
      (kind: 'edit' | 'delete') =>
      ({ id, archivedAt }: Agreement) =>
        archivedAt === null && onOpenDialog({ kind, id })
    return {
      onOpen: ({ id }: Agreement) => onShow(id),
      onEdit: openUnlessArchived('edit'),
      onDelete: openUnlessArchived('delete'),
    }
  }, [onShow, onOpenDialog])

function Cards({
  shown,
  query,
  onShow,
  onOpenDialog,
}: AgreementRowActions & { shown: readonly Agreement[]; query: string }) {
  const { page, pages, onPage, turnTo } = useUrlPage(shown, cardsPerPage, query)
  const { rows, handlers } = useSteadyRows(onPage, idOf)
  const top = useRef<HTMLUListElement>(null)
  const keys = useRowKeys({ list: top, rows, ...useAgreementKeys({ onShow, onOpenDialog }) })
  const keptFocus = useKeptRowFocus()
  const changePage = (next: number) => {
    turnTo(next)
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <>
      <ul ref={top} {...handlers} {...keys} {...keptFocus} className="grid gap-3 lg:grid-cols-2 2xl:grid-cols-3">
        {rows.map((agreement, index) => (
          <AgreementCard
            key={agreement.id}
            agreement={agreement}
            index={index}
            onShow={onShow}
            onOpenDialog={onOpenDialog}
          />
        ))}
      </ul>
      <Pager page={page} pages={pages} onPageChange={changePage} />
    </>
  )
}

interface TableProps extends AgreementRowActions {
  readonly shown: readonly Agreement[]
  readonly sort: Sort
  readonly onSortChange: (sort: Sort) => void
}

function Table({ shown, sort, onSortChange, onShow, onOpenDialog }: TableProps) {
  const actions = useMemo(() => ({ onShow, onOpenDialog }), [onShow, onOpenDialog])
  const columns = useMemo(() => agreementColumns(actions), [actions])
  const narrow = useCallback(
    (agreement: Agreement) => <NarrowAgreement agreement={agreement} actions={actions} />,
    [actions],
  )
  const keys = useAgreementKeys({ onShow, onOpenDialog })
  return (
    <DataTable
      label="Avtaler"
      rows={shown}
      columns={columns}
      idOf={idOf}
      nameOf={titleOf}
      wideFrom="64rem"
      narrow={narrow}
      heightOf={heightOf}
      sort={sort}
      onSortChange={onSortChange}
      {...keys}
    />
  )
}

/** The agreements as cards or as a table; search, filters, order and view are in the URL. */
export function AgreementList({ agreements, onShow, onOpenDialog }: AgreementListProps) {
  const filters = useListFilters()
  const { status, customer, period } = filters.values
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const isTable = params.get('view') === 'table'
  const [sort, setSort] = useUrlSort(agreementSorts, newestFirst)
  const now = useNow()
  const inScope = useMemo(() => {
    const instant = nowText(now)
    return agreements.filter(
      (agreement) =>
        (customer === null || String(agreement.customerId) === customer) &&
        (period === null || isCreatedIn(period, agreement, instant)),
    )
  }, [agreements, customer, period, now])
  const accepts = useMemo(
    () => (agreement: Agreement) =>
      status === null || (status === 'expired' ? hasLapsed(agreement, now) : agreement.status === status),
    [status, now],
  )
  const search = useDeferredValue(filters.text)
  const shown = useClientList({ rows: inScope, idOf, textsOf, sortValueOf, sort, search, accepts })
  const searchBox = useRef<HTMLInputElement>(null)

  const order = formatSort(sort)
  const changeOrder = (next: string) => {
    const chosen = parseSort(next, agreementSorts)
    if (chosen) setSort(chosen)
  }
  const reset = () => {
    filters.reset()
    searchBox.current?.focus()
  }

  return (
    <div>
      <AgreementOverview
        agreements={inScope}
        archived={filters.values.archived !== null}
        chosen={status}
        onChoose={(next) => filters.set('status', next)}
      />
      <search className="flex flex-wrap gap-2.5">
        <SearchBox
          label="Søk i avtaler"
          placeholder="Søk i tittel, kunde og beskrivelse"
          value={filters.text}
          onValueChange={filters.setText}
          inputRef={searchBox}
          className="min-w-48 flex-1 sm:max-w-96"
        />
        <FilterSelects agreements={agreements} filters={filters} />
        {!isTable && (
          <Select
            aria-label="Sorter etter"
            value={order}
            onValueChange={changeOrder}
            options={orderOptions}
            className="flex-1 sm:ml-auto sm:w-44 sm:flex-none"
          />
        )}
        <Button
          className={isTable ? 'sm:ml-auto' : ''}
          onClick={() => write({ view: isTable ? null : 'table' }, 'push')}
        >
          {isTable ? 'Vis som kort' : 'Vis som tabell'}
        </Button>
      </search>
      <ShownCount shown={shown.length} total={agreements.length} what="avtaler" className="my-3" />
      {shown.length === 0 ? (
        <NoResults resetLabel="Nullstill filtre" onReset={reset}>
          Ingen avtaler passer til søket og filteret.
        </NoResults>
      ) : isTable ? (
        <Table shown={shown} sort={sort} onSortChange={setSort} onShow={onShow} onOpenDialog={onOpenDialog} />
      ) : (
        <Cards
          shown={shown}
          query={`${filters.text} ${status} ${customer} ${period} ${order}`}
          onShow={onShow}
          onOpenDialog={onOpenDialog}
        />
      )}
    </div>
  )
}
