import { agreementStatuses } from '@kontor/contract/agreements/agreements.rules'
import { formatSort, parseSort } from '@kontor/contract/shared/sorting'
import { addOsloDays, osloDay } from '@kontor/contract/shared/time'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { compareText, millisecondsOf } from '../../../platform/format.ts'
import { type ListRules, useClientList, useUrlPage } from '../../../platform/list-state.ts'
import { nowText, useNow } from '../../../platform/now.ts'
import { usePrinting } from '../../../platform/printing.ts'
import { useUrlFilters, useUrlWriter } from '../../../platform/url-state.ts'
import { CardsIcon, ChartIcon, TableIcon } from '../../../ui/base/icons.tsx'
import type { MenuItem } from '../../../ui/base/overflow-menu.tsx'
import { NoResults } from '../../../ui/base/states.tsx'
import { useMediaQuery } from '../../../ui/base/use-media-query.ts'
import { Select } from '../../../ui/form/select.tsx'
import { FilterSelect, quietSelect } from '../../../ui/list/filter-select.tsx'
import { type ListContentProps, ListSkeleton } from '../../../ui/list/list-content.tsx'
import { ListControls } from '../../../ui/list/list-controls.tsx'
import { ListMenu } from '../../../ui/list/list-menu.tsx'
import { QueryListPage } from '../../../ui/list/list-page.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { ListBar } from '../../../ui/list/shown-count.tsx'
import { ViewButton } from '../../../ui/list/view-button.tsx'
import { DataTable, type DataTableProps } from '../../../ui/table/data-table.tsx'
import { useColumnWidths } from '../../../ui/table/use-column-widths.ts'
import { useFrozenRows } from '../../../ui/table/use-frozen-rows.ts'
import { useKeptRowFocus } from '../../../ui/table/use-kept-row-focus.ts'
import { useRowKeys } from '../../../ui/table/use-row-keys.ts'
import type { Agreement } from '../agreements.api.ts'
import { hasLapsed } from '../parts/agreement-badges.tsx'
import { AgreementCard } from './agreement-card.tsx'
import { type AgreementRowActions, agreementColumns, NarrowAgreement } from './agreement-columns.tsx'
import { AgreementOverview } from './agreement-overview.tsx'

const agreementSorts = ['createdAt', 'title', 'customerName', 'status', 'validUntil', 'total'] as const

const statusFilters = { ...agreementStatuses, expired: 'Utløpt' } as const
const statusFilterKeys = Object.keys(statusFilters) as (keyof typeof statusFilters)[]

const statusOrder: readonly string[] = Object.keys(agreementStatuses)

const rules: ListRules<Agreement, (typeof agreementSorts)[number]> = {
  sorts: agreementSorts,
  byDefault: { id: 'createdAt', desc: true },
  textsOf: ({ reference, title, customerName, description, status }) => [
    ...[reference, title, customerName, description],
    agreementStatuses[status],
  ],
  sortValueOf: (agreement, id) => {
    if (id === 'createdAt') return millisecondsOf(agreement.createdAt)
    if (id === 'status') return statusOrder.indexOf(agreement.status)
    if (id === 'total') return agreement.totalAmount + agreement.vatAmount
    return agreement[id]
  },
}

/** Number of cards that are rendered at a time, since a thousand at once would be slow. */
const cardsPerPage = 24

const statusOptions = statusFilterKeys.map((value) => ({ value, label: statusFilters[value] }))

const orderOptions = [
  { value: 'createdAt:desc', label: 'Nyeste først' },
  { value: 'createdAt:asc', label: 'Eldste først' },
  { value: 'title:asc', label: 'Tittel A–Å' },
  { value: 'title:desc', label: 'Tittel Å–A' },
  { value: 'customerName:asc', label: 'Kunde A–Å' },
  { value: 'customerName:desc', label: 'Kunde Å–A' },
  { value: 'status:asc', label: 'Status, utkast først' },
  { value: 'status:desc', label: 'Status, utkast sist' },
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

/** Returns true if an agreement was created in the period, in Norwegian time. */
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

const titleOf = ({ title }: Agreement): string => title

interface AgreementListProps extends AgreementRowActions, Pick<ListContentProps<Agreement>, 'query' | 'empty'> {
  /** Menu items that add an agreement, as the button `primary` does. */
  readonly menu: readonly MenuItem[]
  readonly primary: ReactNode
  /** Renders the dialogs; gets the ids of the shown agreements in their order. */
  readonly dialogs: (shownIds: readonly string[]) => ReactNode
}

const texts = { loading: 'Henter avtaler …', failed: 'Kunne ikke hente avtalene' }

const noAgreements: readonly Agreement[] = []

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
    { name: 'period', label: 'Filtrer på periode', allLabel: 'Alle datoer', options: periodOptions },
    { name: 'archived', label: 'Arkiverte avtaler', allLabel: 'Uten arkiverte', options: isArchivedOptions },
  ] as const
  return selects.map(({ name, ...select }) => (
    <FilterSelect key={name} {...select} value={filters.values[name]} onChange={(next) => filters.set(name, next)} />
  ))
}

/** Returns the handlers of keyboard shortcuts for an agreement's row or card. */
const useAgreementKeys = ({ onShow, onOpenDialog }: AgreementRowActions) =>
  useMemo(() => {
    // Does nothing for an archived agreement, which can only be read.
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
  const { page, pages, onPage, turnTo } = useUrlPage(shown, usePrinting() ? shown.length : cardsPerPage, query)
  const { rows, handlers } = useFrozenRows(onPage)
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
      <Pager page={page} pages={pages} size={cardsPerPage} total={shown.length} onPageChange={changePage} />
    </>
  )
}

type TableProps = AgreementRowActions & Pick<DataTableProps<Agreement>, 'rows' | 'sort' | 'onSortChange'>

function Table({ onShow, onOpenDialog, ...list }: TableProps) {
  const actions = useMemo(() => ({ onShow, onOpenDialog }), [onShow, onOpenDialog])
  const columns = useMemo(() => agreementColumns(actions), [actions])
  const narrow = useCallback(
    (agreement: Agreement) => <NarrowAgreement agreement={agreement} actions={actions} />,
    [actions],
  )
  const sizing = useColumnWidths('agreementColumns')
  const keys = useAgreementKeys({ onShow, onOpenDialog })
  return (
    <DataTable
      label="Avtaler"
      {...list}
      columns={columns}
      nameOf={titleOf}
      narrow={narrow}
      narrowHeight={106}
      sizing={sizing}
      {...keys}
    />
  )
}

/** Shows the agreements as cards or as a table. Search, filters, order and view are in the URL. */
export function AgreementList({ query, empty, menu, primary, dialogs, onShow, onOpenDialog }: AgreementListProps) {
  const agreements = query.data ?? noAgreements
  const filters = useListFilters()
  const { status, customer, period } = filters.values
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const isTable = params.get('view') === 'table'
  const hasOverview = params.get('overview') === 'true'
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
  const list = useClientList(rules, { rows: inScope, search: filters.text, accepts })
  const shown = list.rows
  const shownIds = useMemo(() => shown.map(({ id }) => id), [shown])
  const searchBox = useRef<HTMLInputElement>(null)

  // At these widths the table shows the day of creation in another column.
  const isDayMoved = useMediaQuery('(min-width: 64rem) and (max-width: 79.99rem)')

  const order = formatSort(list.sort)
  const changeOrder = (next: string) => {
    const chosen = parseSort(next, agreementSorts)
    if (chosen) list.onSortChange(chosen)
  }
  const reset = () => {
    filters.reset()
    searchBox.current?.focus()
  }

  const controls = (
    <ListControls
      search={{ label: 'Søk i avtaler', placeholder: 'Søk i tittel, kunde og beskrivelse' }}
      text={filters.text}
      onTextChange={filters.setText}
      searchRef={searchBox}
      active={filters.active}
      unfoldedFrom="80rem"
    >
      <FilterSelects agreements={agreements} filters={filters} />
      {!isTable && (
        <Select
          aria-label="Sorter etter"
          value={order}
          onValueChange={changeOrder}
          options={orderOptions}
          className={quietSelect}
        />
      )}
    </ListControls>
  )
  const views = (
    <>
      <ViewButton
        label={hasOverview ? 'Skjul oversikten' : 'Vis oversikten'}
        icon={<ChartIcon />}
        aria-expanded={hasOverview}
        onClick={() => write({ overview: hasOverview ? null : 'true' })}
      />
      <ViewButton
        label={isTable ? 'Vis som kort' : 'Vis som tabell'}
        icon={isTable ? <CardsIcon /> : <TableIcon />}
        onClick={() => write({ view: isTable ? null : 'table' }, 'push')}
      />
    </>
  )

  return (
    <QueryListPage
      title="Avtaler"
      query={query}
      texts={texts}
      empty={empty}
      skeleton={<ListSkeleton label={texts.loading} cards={!isTable} />}
      controls={controls}
      menu={
        <>
          {views}
          <ListMenu items={menu} />
        </>
      }
      primary={primary}
      dialogs={dialogs(shownIds)}
    >
      {() => (
        <>
          {hasOverview && (
            <AgreementOverview
              agreements={inScope}
              archived={filters.values.archived !== null}
              chosen={status}
              onChoose={(next) => filters.set('status', next)}
            />
          )}
          <ListBar
            shown={shown.length}
            total={agreements.length}
            what="avtaler"
            filtered={filters.filtered}
            sortedBy={isTable && isDayMoved && list.sort.id === 'createdAt' ? 'Opprettet' : undefined}
            onReset={reset}
          />
          {shown.length === 0 ? (
            <NoResults resetLabel="Nullstill filtre" onReset={reset}>
              Ingen avtaler passer til søket og filteret.
            </NoResults>
          ) : isTable ? (
            <Table {...list} onShow={onShow} onOpenDialog={onOpenDialog} />
          ) : (
            <Cards
              shown={shown}
              query={`${filters.text} ${status} ${customer} ${period} ${order} ${filters.values.archived}`}
              onShow={onShow}
              onOpenDialog={onOpenDialog}
            />
          )}
        </>
      )}
    </QueryListPage>
  )
}
