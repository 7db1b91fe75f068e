import { agreementStatuses } from '@kontor/contract/agreements/agreements.rules'
import { formatSort, parseSort, type Sort } from '@kontor/contract/shared/sorting'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { millisecondsOf } from '../../../platform/format.ts'
import { type SortValue, useClientList, useUrlPage, useUrlSort } from '../../../platform/list-state.ts'
import { useNow } from '../../../platform/now.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { useUrlFilters } from '../../../platform/url-state.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { FilterSelect } from '../../../ui/filter-select.tsx'
import { FileIcon } from '../../../ui/icons.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Select } from '../../../ui/select.tsx'
import { ShownCount } from '../../../ui/shown-count.tsx'
import { EmptyState, NoResults } from '../../../ui/states.tsx'
import { type Agreement, agreementsQuery } from '../agreements.api.ts'
import { hasLapsed } from '../components/agreement-badges.tsx'
import { AgreementCard } from '../components/agreement-card.tsx'
import { AgreementDialogs } from '../components/agreement-dialogs.tsx'
import type { OpenDialog } from '../components/open-dialog.ts'
import { useAgreementAddress } from '../components/use-agreement-address.ts'

const agreementSorts = ['createdAt', 'title', 'customerName', 'validUntil', 'total'] as const

type AgreementSort = Sort<(typeof agreementSorts)[number]>

const newestFirst: AgreementSort = { id: 'createdAt', desc: true }

const statusFilters = { ...agreementStatuses, expired: 'Utløpt' } as const
const statusFilterKeys = Object.keys(statusFilters) as (keyof typeof statusFilters)[]

const idOf = ({ id }: Agreement): string => id

const textsOf = ({ title, customerName, description, status }: Agreement) => [
  ...[title, customerName, description],
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

interface AgreementListProps {
  readonly agreements: readonly Agreement[]
  readonly onShow: (id: string) => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
}

function AgreementList({ agreements, onShow, onOpenDialog }: AgreementListProps) {
  const filters = useUrlFilters({ status: statusFilterKeys })
  const { status } = filters.values
  const [sort, setSort] = useUrlSort(agreementSorts, newestFirst)
  const now = useNow()
  const accepts = useMemo(
    () => (agreement: Agreement) =>
      status === null || (status === 'expired' ? hasLapsed(agreement, now) : agreement.status === status),
    [status, now],
  )
  const search = useDeferredValue(filters.text)
  const shown = useClientList({ rows: agreements, idOf, textsOf, sortValueOf, sort, search, accepts })
  const searchBox = useRef<HTMLInputElement>(null)
  const top = useRef<HTMLDivElement>(null)

  const order = formatSort(sort)
  const { page, pages, onPage, turnTo } = useUrlPage(shown, cardsPerPage, `${filters.text} ${status} ${order}`)

  const changeOrder = (next: string) => {
    const chosen = parseSort(next, agreementSorts)
    if (chosen) setSort(chosen)
  }
  const changePage = (next: number) => {
    turnTo(next)
    top.current?.scrollIntoView({ block: 'start' })
  }
  const reset = () => {
    filters.reset()
    searchBox.current?.focus()
  }

  return (
    <div ref={top}>
      <search className="flex flex-wrap gap-2.5">
        <SearchBox
          label="Søk i avtaler"
          placeholder="Søk i tittel, kunde og beskrivelse"
          value={filters.text}
          onValueChange={filters.setText}
          inputRef={searchBox}
          className="min-w-48 flex-1 sm:max-w-96"
        />
        <FilterSelect
          label="Filtrer på status"
          allLabel="Alle statuser"
          options={statusOptions}
          value={status}
          onChange={(next) => filters.set('status', next)}
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
              <AgreementCard key={agreement.id} agreement={agreement} onShow={onShow} onOpenDialog={onOpenDialog} />
            ))}
          </ul>
          <Pager page={page} pages={pages} onPageChange={changePage} />
        </>
      )}
    </div>
  )
}

const texts = { loading: 'Henter avtaler …', failed: 'Kunne ikke hente avtalene' }

export function AgreementsPage() {
  const query = useQuery(agreementsQuery)
  const { open } = useAgreementAddress()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const create = () => setDialog({ kind: 'create' })
  useShortcut('n', 'Ny avtale', create)
  const addButton = (
    <AddButton size="small" onClick={create}>
      Ny avtale
    </AddButton>
  )
  const empty = (
    <EmptyState icon={<FileIcon />} title="Ingen avtaler ennå" action={addButton}>
      Skriv den første avtalen, legg til produktlinjer, og send den til kunden. Svaret kommer hit.
    </EmptyState>
  )

  return (
    <QueryListPage
      title="Avtaler"
      query={query}
      texts={texts}
      empty={empty}
      actions={addButton}
      dialogs={<AgreementDialogs list={query} dialog={dialog} onChange={setDialog} />}
    >
      {(agreements) => <AgreementList agreements={agreements} onShow={open} onOpenDialog={setDialog} />}
    </QueryListPage>
  )
}
