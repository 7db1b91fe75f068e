import { leadLabels } from '@kontor/contract/leads/leads.fields'
import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { type ReactNode, useCallback, useMemo } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { rowId } from '../../../platform/list-state.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { PeopleIcon, SearchIcon, UploadIcon } from '../../../ui/base/icons.tsx'
import { loadable } from '../../../ui/base/loadable.tsx'
import { EmptyState, ErrorState, NoResults } from '../../../ui/base/states.tsx'
import { useMediaQuery } from '../../../ui/base/use-media-query.ts'
import { useRowAfterSaving } from '../../../ui/form/use-after-saving.ts'
import { ListSkeleton } from '../../../ui/list/list-content.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { ListBar } from '../../../ui/list/shown-count.tsx'
import { DataTable } from '../../../ui/table/data-table.tsx'
import type { Selection } from '../../../ui/table/data-table-model.ts'
import type { ColumnVisibility } from '../../../ui/table/use-column-visibility.ts'
import type { Lead, LeadPage, LeadSummary } from '../leads.api.ts'
import { LeadBoard } from './lead-board.tsx'
import type { OpenQuick } from './lead-cells.tsx'
import { type LeadActions, leadColumns, NarrowLead, tableWidth } from './lead-columns.tsx'
import type { OpenDialog } from './lead-dialogs.tsx'
import { StatusBar } from './lead-filters.tsx'
import { LeadSelectionBar } from './lead-selection-bar.tsx'
import type { LeadListState } from './use-lead-list.ts'

const noLeads: readonly Lead[] = []

const nameOf = ({ company_name }: Lead): string => company_name

/** The height from the table's top to the window's bottom, but at least a few rows. */
const boxHeight = 'max(20rem, calc(100dvh - 13.5rem - var(--controls-line)))'

interface LeadTableProps {
  readonly list: LeadListState
  readonly page: LeadPage
  readonly visibility: ColumnVisibility
  readonly selection: Selection
  readonly onSelectionChange: (selection: Selection) => void
  /** Must be memoized, since a change renders all cells. */
  readonly actions: LeadActions
}

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('tr[data-index]') ?? null

function LeadTable({ list, page, visibility, selection, onSelectionChange, actions }: LeadTableProps) {
  const { leads, pagination } = page
  const { hidden, sizing } = visibility
  const { onOpen, onEdit, onDelete, onQuick } = actions
  const columns = useMemo(() => leadColumns(actions), [actions])
  const narrow = useCallback((lead: Lead) => <NarrowLead lead={lead} {...actions} />, [actions])
  // Finds the lead by the row's id, since frozen rows can be in another order than the leads.
  const leadOf = (row: HTMLElement | null): Lead | undefined => {
    const id = row?.querySelector<HTMLElement>('[data-lead]')?.dataset.lead
    return leads.find((lead) => rowId(lead) === id)
  }

  useShortcut('s', 'Endre status på raden', () => {
    const row = focusedRow()
    const lead = leadOf(row)
    // If the status column is hidden, the menu opens at the name.
    const anchor = row?.querySelector<HTMLElement>('[data-quick=status], [data-lead]')
    if (lead && anchor) onQuick(lead, 'status', anchor)
  })
  return (
    <DataTable
      label="Leads"
      rows={leads}
      columns={columns}
      hidden={hidden}
      sizing={sizing}
      nameOf={nameOf}
      narrow={narrow}
      narrowHeight={92}
      wideFrom="48rem"
      minWidth={tableWidth(hidden)}
      boxHeight={boxHeight}
      pageKey={`${pagination.page} ${list.key.sort}`}
      sort={list.sort}
      onSortChange={list.setSort}
      selection={selection}
      onSelectionChange={onSelectionChange}
      onOpen={onOpen}
      onEdit={onEdit}
      onDelete={onDelete}
    />
  )
}

interface LeadContentProps {
  readonly list: LeadListState
  readonly page: LeadPage | undefined
  readonly summary: LeadSummary | undefined
  readonly error: Error | null
  /** False for the administrator, who owns no leads. */
  readonly canOwn: boolean
  readonly visibility: ColumnVisibility
  /** Called to clear the filters, so that all leads are shown again. */
  readonly onReset: () => void
  readonly selection: Selection
  readonly onSelectionChange: (selection: Selection) => void
  /** Opens the record. */
  readonly onOpen: (lead: Lead) => void
  readonly onOpenDialog: (dialog: OpenDialog) => void
  readonly onQuick: OpenQuick
  readonly onChangedStatus: (leads: readonly Lead[], status: LeadStatus) => void
  readonly onMove: (lead: Lead, status: LeadStatus) => void
  readonly onProblem: (problem: string | null) => void
  readonly onRetry: () => void
}

export function LeadContent(props: LeadContentProps) {
  const { list, page, summary, error, canOwn, selection, onSelectionChange, onOpen, onOpenDialog, onQuick } = props
  const { visibility, onReset, onMove, onProblem, onChangedStatus, onRetry } = props
  const onEdit = useRowAfterSaving(page?.leads ?? noLeads, (lead) => onOpenDialog({ kind: 'edit', lead }))
  const actions = useMemo(
    (): LeadActions => ({
      onOpen,
      onEdit,
      onDelete: (lead) => onOpenDialog({ kind: 'delete', leads: [lead] }),
      onQuick,
    }),
    [onOpen, onEdit, onOpenDialog, onQuick],
  )

  const hasColumns = useMediaQuery('(min-width: 48rem)')

  if (list.view === 'figures') return <LeadFigures list={list} />
  if (!page && !error) return <ListSkeleton label="Henter leads …" selectable />
  if (page?.pagination.total === 0 && !list.isFiltered) {
    return (
      <EmptyState
        icon={<PeopleIcon />}
        title="Ingen leads ennå"
        action={
          <>
            <AddButton onClick={() => onOpenDialog({ kind: 'create' })}>Nytt lead</AddButton>
            <Button onClick={() => onOpenDialog({ kind: 'import' })}>
              <UploadIcon /> Importer
            </Button>
          </>
        }
      >
        Finn den første bedriften i Enhetsregisteret, eller importer et regneark med dem dere har.
      </EmptyState>
    )
  }

  const isSortHidden = list.view === 'table' && hasColumns && visibility.hidden.has(list.sort.id)
  const sortedBy = isSortHidden ? leadLabels[list.sort.id] : undefined
  let content: ReactNode
  if (!page) {
    content = <ErrorState title="Failed to fetch leads" message={errorText(error)} onRetry={onRetry} />
  } else if (list.view === 'board' && page.pagination.total > 0) {
    content = <LeadBoard list={list} summary={summary} onMove={onMove} onRetry={onRetry} {...actions} />
  } else if (page.leads.length === 0) {
    const isPastEnd = list.view === 'table' && list.key.page > page.pagination.pages
    content = isPastEnd ? (
      <PastEnd list={list} last={page.pagination.pages} />
    ) : (
      <NoResults resetLabel="Nullstill filtre" onReset={onReset}>
        {list.key.owner === 'me' && !canOwn
          ? 'Administratoren har ingen egne leads. Velg en bruker under Ansvarlig.'
          : 'Ingen leads passer til søket og filtrene.'}
      </NoResults>
    )
  } else {
    content = (
      <>
        <LeadTable
          list={list}
          page={page}
          visibility={visibility}
          selection={selection}
          onSelectionChange={onSelectionChange}
          actions={actions}
        />
        <Pager {...page.pagination} onPageChange={list.setPage} />
      </>
    )
  }

  return (
    <>
      <StatusBar summary={summary} chosen={list.key.status} onChoose={list.setStatus} />
      {page && <ListBar shown={page.leads.length} total={page.pagination.total} what="leads" sortedBy={sortedBy} />}
      {page && selection.size > 0 && list.view === 'table' && (
        <LeadSelectionBar
          leads={page.leads}
          selection={selection}
          onClear={() => onSelectionChange(new Set())}
          onDelete={(leads) => onOpenDialog({ kind: 'delete', leads })}
          onExport={() => onOpenDialog({ kind: 'export', list: list.key, ids: [...selection].map(Number) })}
          onNextStep={(leads) => onOpenDialog({ kind: 'next-step', leads })}
          onChangedStatus={onChangedStatus}
          onProblem={onProblem}
        />
      )}
      {content}
    </>
  )
}

/** The figures, whose code is loaded when the user first opens them. */
const LeadFigures = loadable(
  async () => (await import('./lead-figures.tsx')).LeadFigures,
  <ListSkeleton label="Henter tall …" />,
)

/** Says that the page no longer exists, since the list has become shorter, and links to the last page. */
function PastEnd({ list, last }: { list: LeadListState; last: number }) {
  const toLast = (
    <Button size="small" onClick={() => list.setPage(last)}>
      Gå til siste side
    </Button>
  )
  return (
    <EmptyState icon={<SearchIcon />} title={`Side ${formatNumber(list.key.page)} finnes ikke`} action={toLast}>
      Listen er blitt kortere.
    </EmptyState>
  )
}
