import { type LeadStatus, leadStatuses, lostStatus } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { errorText, SessionExpiredError } from '../../../platform/api-client.ts'
import { useCreateShortcut } from '../../../platform/create-request.ts'
import { formatNumber } from '../../../platform/format.ts'
import { type RecordPlace, useRecordAddress } from '../../../platform/record-address.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { DismissibleNotice } from '../../../ui/base/states.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { useColumnVisibility } from '../../../ui/table/use-column-visibility.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { staleText } from '../components/lead-board.tsx'
import type { OpenQuick } from '../components/lead-cells.tsx'
import { pickableLeadColumns } from '../components/lead-columns.tsx'
import { LeadContent } from '../components/lead-content.tsx'
import { LeadDialogs, type OpenDialog } from '../components/lead-dialogs.tsx'
import { LeadFilters } from '../components/lead-filters.tsx'
import type { LeadExtras } from '../components/lead-form-dialog.tsx'
import { LeadMenu } from '../components/lead-menu.tsx'
import { type OpenQuickChange, QuickChange } from '../components/lead-quick.tsx'
import { LeadRecord } from '../components/lead-record.tsx'
import { useLeadList } from '../components/use-lead-list.ts'
import { useLeadMoves } from '../components/use-lead-moves.ts'
import { type Lead, leadSummaryQuery, leadsQuery, useRefetchLeads, useSetStatus } from '../leads.api.ts'

/** A dialog offered after a change of status: to create customers, or to give the reason for a loss. */
type Offer = Extract<OpenDialog, { kind: 'customers' | 'lost' }>

interface StatusChangeHandlers {
  readonly onChanged: (leads: readonly Lead[], status: LeadStatus) => void
  readonly onProblem: (problem: string | null) => void
}

/** Returns a function that sets a lead's status optimistically. It resolves to null or, after a failure, to the error message it has shown. */
const useChangeStatus = ({ onChanged, onProblem }: StatusChangeHandlers) => {
  const setStatus = useSetStatus()
  return async (lead: Lead, text: string): Promise<string | null> => {
    const status = leadStatuses.find((one) => one === text)
    if (!status || status === lead.status) return null
    onProblem(null)
    try {
      const saved = await setStatus.mutateAsync({ id: lead.id, value: status })
      toast({ title: 'Status oppdatert vellykket', description: `${saved.company_name}: ${status}` })
      onChanged([saved], status)
      return null
    } catch (error) {
      const problem = `Statusen til ${lead.company_name} ble ikke endret til ${status}. ${errorText(error)}`
      onProblem(problem)
      return problem
    }
  }
}

const place: RecordPlace = { path: '/leads', list: '/leads' }

const noLeads: readonly Lead[] = []

const recordIdOf = (text: string | null): number | null => (text === null ? null : Number(text))

interface LeadsPageProps {
  readonly extrasOf?: LeadExtras
  /** Renders a lead's history in its record. */
  readonly timelineOf?: LeadExtras
  /** False for the administrator, who owns no leads. */
  readonly canOwn: boolean
  /** True if the user may edit the reasons why leads are lost. */
  readonly canEditReasons: boolean
  /** Called to open the lists of deleted and of imported leads. */
  readonly onOpenTrash?: () => void
}

export function LeadsPage({ extrasOf, timelineOf, canOwn, canEditReasons, onOpenTrash }: LeadsPageProps) {
  const list = useLeadList()
  const page = useQuery(leadsQuery(list.key))
  const summary = useQuery(leadSummaryQuery(list.key))
  const { id: recordId, open: openRecord, close: closeRecord, closeOf } = useRecordAddress(place)
  const moves = useLeadMoves(list, page.data, recordIdOf(recordId), openRecord)
  const openLead = useCallback(({ id }: Lead) => openRecord(id), [openRecord])
  const visibility = useColumnVisibility('leadColumns', pickableLeadColumns)
  const searchBox = useRef<HTMLInputElement>(null)
  const [selection, setSelection] = useSelection(page.data?.leads ?? noLeads, list.key)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [quick, setQuick] = useState<OpenQuickChange | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  // Queues offers, so that a late one doesn't replace an open form.
  const [offers, setOffers] = useState<readonly Offer[]>([])
  const [nextOffer] = offers
  const open: OpenDialog | null = dialog ?? nextOffer ?? null
  // Closes only the dialog that ended: a deletion retried from its toast may end while another dialog is open.
  const closeDialog = () =>
    dialog ? setDialog((open) => (open === dialog ? null : open)) : setOffers(([, ...rest]) => rest)
  const offer = (kind: Offer['kind'], leads: readonly Lead[]) =>
    setOffers((queue) => {
      const queuedIds = new Set(
        queue.filter((one) => one.kind === kind).flatMap((one) => one.leads.map(({ id }) => id)),
      )
      const newLeads = leads.filter(({ id }) => !queuedIds.has(id))
      return newLeads.length === 0 ? queue : [...queue, { kind, leads: newLeads }]
    })
  const onBecameCustomer = (lead: Lead) => offer('customers', [lead])
  const onChangedStatus = (leads: readonly Lead[], status: LeadStatus) => {
    if (status === 'Kunde')
      offer(
        'customers',
        leads.filter(({ customer_id }) => customer_id === null),
      )
    if (status === lostStatus) offer('lost', leads)
  }
  const changeStatus = useChangeStatus({ onChanged: onChangedStatus, onProblem: setProblem })
  // If an editor is open, the next one opens when it closes. So text that is being saved, or that failed to save, isn't lost.
  const openQuick = useCallback<OpenQuick>((lead, field, anchor) => {
    const next = { lead, field, anchor }
    setQuick((open) => (open ? { ...open, next } : next))
  }, [])
  const reset = () => {
    list.reset()
    searchBox.current?.focus()
  }
  const create = () => setDialog({ kind: 'create' })
  const askToDelete = (lead: Lead) => setDialog({ kind: 'delete', leads: [lead] })
  useCreateShortcut('Nytt lead', create)

  const fetchAgain = useRefetchLeads()

  // An expired session is redirecting to login; keep showing the loading state.
  const error = page.error instanceof SessionExpiredError ? null : page.error
  const total = page.data?.pagination.total
  const hasLeads = total !== 0 || list.isFiltered
  return (
    <ListPage
      title={total === undefined ? 'Leads' : `Leads (${formatNumber(total)})`}
      refreshing={page.isFetching}
      onRefresh={fetchAgain}
      manyControls
      controls={
        hasLeads &&
        list.view !== 'figures' && <LeadFilters list={list} searchBox={searchBox} canOwn={canOwn} onReset={reset} />
      }
      menu={
        <LeadMenu
          list={list}
          visibility={visibility}
          hasLeads={hasLeads}
          canOwn={canOwn}
          onExport={() => setDialog({ kind: 'export', list: list.key, ids: [...selection].map(Number) })}
          onImport={() => setDialog({ kind: 'import' })}
          onOpenTrash={onOpenTrash}
        />
      }
      primary={hasLeads && <AddButton onClick={create}>Nytt lead</AddButton>}
      {...(page.data && error && list.view === 'table' && { problem: staleText(error) })}
    >
      <DismissibleNotice problem={problem} onClose={() => setProblem(null)} />
      <LeadContent
        list={list}
        page={page.data}
        summary={summary.data}
        error={error}
        canOwn={canOwn}
        visibility={visibility}
        onReset={reset}
        selection={selection}
        onSelectionChange={setSelection}
        onOpen={openLead}
        onOpenDialog={setDialog}
        onQuick={openQuick}
        onChangedStatus={onChangedStatus}
        onMove={(lead, status) => void changeStatus(lead, status)}
        onProblem={setProblem}
        onRetry={fetchAgain}
      />
      {quick && (
        <QuickChange
          key={`${quick.lead.id} ${quick.field}`}
          quick={quick}
          onStatus={(lead, text) => void changeStatus(lead, text)}
          onProblem={setProblem}
          onClose={() => setQuick((open) => open?.next ?? null)}
        />
      )}
      {recordId !== null && (
        <LeadRecord
          id={recordId}
          moves={moves}
          extrasOf={extrasOf}
          timelineOf={timelineOf}
          onEdit={(lead) => setDialog({ kind: 'edit', lead })}
          onDelete={askToDelete}
          onBecameCustomer={onBecameCustomer}
          onStatus={changeStatus}
          onClose={closeRecord}
        />
      )}
      <LeadDialogs
        canEditReasons={canEditReasons}
        dialog={open}
        extrasOf={extrasOf}
        onClose={closeDialog}
        onBecameCustomer={onBecameCustomer}
        onProblem={setProblem}
        onDeleted={(remaining, message) => {
          for (const { id } of open?.kind === 'delete' ? open.leads : []) if (!remaining.includes(id)) closeOf(id)
          setSelection((before) => new Set(remaining.map(String).filter((id) => before.has(id))))
          setProblem(message)
        }}
      />
    </ListPage>
  )
}
