import type { LeadStatus } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { errorText, SessionExpiredError } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon, PlusIcon, UploadIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { Notice } from '../../../ui/states.tsx'
import type { OpenQuick } from '../components/lead-cells.tsx'
import { LeadContent } from '../components/lead-content.tsx'
import { LeadDialogs, type OpenDialog } from '../components/lead-dialogs.tsx'
import { useLeadList, useLeadSelection } from '../components/lead-list.tsx'
import { type OpenQuickChange, QuickChange, useChangeStatus } from '../components/lead-quick.tsx'
import { exportAddress, type Lead, leadSummaryQuery, leadsQuery } from '../leads.api.ts'

/** The sales list: found, filtered, ordered, changed where it stands. */
export function LeadsPage() {
  const list = useLeadList()
  const page = useQuery(leadsQuery(list.key))
  const summary = useQuery(leadSummaryQuery(list.key))
  const [selection, setSelection] = useLeadSelection(list.key)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [quick, setQuick] = useState<OpenQuickChange | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  const onBecameCustomer = useCallback((lead: Lead) => setDialog({ kind: 'customer', lead }), [])
  const changeStatus = useChangeStatus({ onBecameCustomer, onProblem: setProblem })
  // A text that is being saved, or could not be, is not given up for the next one: that waits until it is closed.
  const openQuick = useCallback<OpenQuick>((lead, field, anchor) => {
    const next = { lead, field, anchor }
    setQuick((open) => (open ? { ...open, next } : next))
  }, [])
  const create = () => setDialog({ kind: 'create' })
  useShortcut('n', 'Nytt lead', create)

  const fetchAgain = () => {
    void page.refetch()
    void summary.refetch()
  }

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
      <Button size="small" variant="primary" onClick={create}>
        <PlusIcon /> Nytt lead
      </Button>
    </>
  )

  // Whose session has expired is on the way to the login: for him the list is still being fetched.
  const error = page.error instanceof SessionExpiredError ? null : page.error
  const total = page.data?.pagination.total
  return (
    <ListPage
      title={total === undefined ? 'Leads' : `Leads (${formatNumber(total)})`}
      refreshing={page.isFetching}
      onRefresh={fetchAgain}
      actions={actions}
      {...(page.data && error && { problem: `Failed to fetch leads. Listen kan være gammel. ${errorText(error)}` })}
    >
      {problem && (
        <div className="mb-3">
          <Notice onClose={() => setProblem(null)}>{problem}</Notice>
        </div>
      )}
      <LeadContent
        list={list}
        page={page.data}
        summary={summary.data}
        error={error}
        selection={selection}
        onSelectionChange={setSelection}
        onOpenDialog={setDialog}
        onQuick={openQuick}
        onMove={(lead: Lead, status: LeadStatus) => void changeStatus(lead, status)}
        onProblem={setProblem}
        onRetry={fetchAgain}
      />
      {quick && (
        <QuickChange
          key={`${quick.lead.id} ${quick.field}`}
          quick={quick}
          onBecameCustomer={onBecameCustomer}
          onProblem={setProblem}
          onClose={() => setQuick((open) => open?.next ?? null)}
        />
      )}
      <LeadDialogs
        dialog={dialog}
        onChange={setDialog}
        onDeleted={(left, why) => {
          setSelection(new Set(left.map(String).filter((id) => selection.has(id))))
          setProblem(why)
        }}
      />
    </ListPage>
  )
}
