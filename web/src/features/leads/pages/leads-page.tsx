import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { errorText, SessionExpiredError } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon, UploadIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { DismissibleNotice } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { staleText } from '../components/lead-board.tsx'
import type { OpenQuick } from '../components/lead-cells.tsx'
import { LeadContent } from '../components/lead-content.tsx'
import { LeadDialogs, type OpenDialog } from '../components/lead-dialogs.tsx'
import type { LeadExtras } from '../components/lead-form-dialog.tsx'
import { type OpenQuickChange, QuickChange } from '../components/lead-quick.tsx'
import { useLeadList, useLeadSelection } from '../components/use-lead-list.ts'
import { exportAddress, type Lead, leadSummaryQuery, leadsQuery, useRefetchLeads, useSetStatus } from '../leads.api.ts'

interface StatusChangeHandlers {
  /** Called when a lead that is not yet a customer gets the status `Kunde`. */
  readonly onBecameCustomer: (lead: Lead) => void
  readonly onProblem: (problem: string | null) => void
}

/** Sets a lead's status optimistically; a failure rolls it back and shows a message. */
const useChangeStatus = ({ onBecameCustomer, onProblem }: StatusChangeHandlers) => {
  const setStatus = useSetStatus()
  return async (lead: Lead, text: string) => {
    const status = leadStatuses.find((one) => one === text)
    if (!status || status === lead.status) return
    onProblem(null)
    try {
      const saved = await setStatus.mutateAsync({ id: lead.id, value: status })
      toast({ title: 'Status oppdatert vellykket', description: `${saved.company_name}: ${status}` })
      if (status === 'Kunde' && saved.customer_id === null) onBecameCustomer(saved)
    } catch (error) {
      onProblem(`Statusen til ${lead.company_name} ble ikke endret til ${status}. ${errorText(error)}`)
    }
  }
}

export function LeadsPage({ extrasOf }: { extrasOf?: LeadExtras }) {
  const list = useLeadList()
  const page = useQuery(leadsQuery(list.key))
  const summary = useQuery(leadSummaryQuery(list.key))
  const [selection, setSelection] = useLeadSelection(list.key)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [quick, setQuick] = useState<OpenQuickChange | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  // Don't replace an open form with a late offer; queue it.
  const [offers, setOffers] = useState<readonly (readonly Lead[])[]>([])
  const [nextOffer] = offers
  const open: OpenDialog | null = dialog ?? (nextOffer ? { kind: 'customers', leads: nextOffer } : null)
  const closeDialog = () => (dialog ? setDialog(null) : setOffers(([, ...rest]) => rest))
  const onBecameCustomers = (leads: readonly Lead[]) =>
    setOffers((queue) => {
      const queuedIds = new Set(queue.flat().map(({ id }) => id))
      const newLeads = leads.filter(({ id }) => !queuedIds.has(id))
      return newLeads.length === 0 ? queue : [...queue, newLeads]
    })
  const onBecameCustomer = (lead: Lead) => onBecameCustomers([lead])
  const changeStatus = useChangeStatus({ onBecameCustomer, onProblem: setProblem })
  // Don't discard a text that is being saved or failed to save: open the next one when it is closed.
  const openQuick = useCallback<OpenQuick>((lead, field, anchor) => {
    const next = { lead, field, anchor }
    setQuick((open) => (open ? { ...open, next } : next))
  }, [])
  const create = () => setDialog({ kind: 'create' })
  useShortcut('n', 'Nytt lead', create)

  const fetchAgain = useRefetchLeads()

  const actions = (
    <>
      <Button asChild size="small">
        <a href={exportAddress(list.key)} target="_blank" rel="noopener">
          <DownloadIcon /> Eksporter
        </a>
      </Button>
      <Button size="small" onClick={() => setDialog({ kind: 'import' })}>
        <UploadIcon /> Importer
      </Button>
      <AddButton size="small" onClick={create}>
        Nytt lead
      </AddButton>
    </>
  )

  // An expired session is redirecting to login; keep showing the loading state.
  const error = page.error instanceof SessionExpiredError ? null : page.error
  const total = page.data?.pagination.total
  return (
    <ListPage
      title={total === undefined ? 'Leads' : `Leads (${formatNumber(total)})`}
      refreshing={page.isFetching}
      onRefresh={fetchAgain}
      actions={actions}
      {...(page.data && error && list.view === 'table' && { problem: staleText(error) })}
    >
      <DismissibleNotice problem={problem} onClose={() => setProblem(null)} />
      <LeadContent
        list={list}
        page={page.data}
        summary={summary.data}
        error={error}
        selection={selection}
        onSelectionChange={setSelection}
        onOpenDialog={setDialog}
        onQuick={openQuick}
        onBecameCustomers={onBecameCustomers}
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
      <LeadDialogs
        dialog={open}
        extrasOf={extrasOf}
        onClose={closeDialog}
        onBecameCustomer={onBecameCustomer}
        onProblem={setProblem}
        onDeleted={(remaining, message) => {
          setSelection(new Set(remaining.map(String).filter((id) => selection.has(id))))
          setProblem(message)
        }}
      />
    </ListPage>
  )
}
