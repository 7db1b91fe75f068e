import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import type { DeleteOutcome } from '../../../platform/delete-many.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { nothingSelected } from '../../../ui/data-table-model.ts'
import { CalendarIcon, PlusIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/states.tsx'
import { WebinarBoard } from '../components/webinar-board.tsx'
import { failureText } from '../components/webinar-delete-dialog.tsx'
import { type OpenDialog, WebinarDialogs } from '../components/webinar-dialogs.tsx'
import { useRefreshWebinars, webinarsQuery } from '../webinars.api.ts'

/** The webinars, and who is registered for them. */
export function WebinarsPage() {
  const { data, error } = useQuery(webinarsQuery)
  const { refreshing, refresh } = useRefreshWebinars()
  const [selection, setSelection] = useState(nothingSelected)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const create = () => setDialog({ kind: 'create' })
  useShortcut('n', 'Nytt webinar', create)

  const showOutcome = (outcome: DeleteOutcome) => {
    setSelection((old) => new Set([...old].filter((id) => !outcome.deleted.has(id))))
    setProblem(outcome.failed.length > 0 ? failureText(outcome) : null)
  }

  let content: ReactNode = <ListSkeleton label="Henter webinarer …" />
  if (data?.length === 0) {
    content = (
      <EmptyState
        icon={<CalendarIcon />}
        title="Ingen webinarer ennå"
        action={
          <Button variant="primary" onClick={create}>
            <PlusIcon /> Nytt webinar
          </Button>
        }
      >
        Aktive webinarer som ikke har vært, vises på nettsiden, og de som melder seg på der, står her.
      </EmptyState>
    )
  } else if (data) {
    content = (
      <WebinarBoard webinars={data} selection={selection} onSelectionChange={setSelection} onOpenDialog={setDialog} />
    )
  } else if (error) {
    content = <ErrorState title="Kunne ikke hente webinarene" message={errorText(error)} onRetry={refresh} />
  }

  return (
    <ListPage
      title={data ? `Webinarer (${formatNumber(data.length)})` : 'Webinarer'}
      refreshing={refreshing}
      onRefresh={refresh}
      actions={
        <Button size="small" variant="primary" onClick={create}>
          <PlusIcon /> Nytt webinar
        </Button>
      }
      {...(data && error && { problem: `Listen kunne ikke hentes på nytt og kan være gammel. ${errorText(error)}` })}
    >
      {problem && (
        <div className="mb-3">
          <Notice onClose={() => setProblem(null)}>{problem}</Notice>
        </div>
      )}
      {content}
      <WebinarDialogs dialog={dialog} onClose={() => setDialog(null)} onDeleted={showOutcome} />
    </ListPage>
  )
}
