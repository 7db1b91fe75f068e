import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { useUrlText } from '../../../platform/url-state.ts'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon, PeopleIcon, PlusIcon, UploadIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState, Notice } from '../../../ui/states.tsx'
import { CustomerBoard } from '../components/customer-board.tsx'
import { CustomerDialogs, type OpenDialog } from '../components/customer-dialogs.tsx'
import { type Customer, customersQuery, useExportAddress } from '../customers.api.ts'

const nobody: readonly Customer[] = []

/** The customers, and the people there. */
export function CustomersPage() {
  const { data, error, isFetching, refetch } = useQuery(customersQuery)
  const [search, setSearch] = useUrlText('q')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const exportAddress = useExportAddress(search)
  const fetchAgain = () => void refetch()
  const create = () => setDialog({ kind: 'create' })
  useShortcut('n', 'Ny kunde', create)

  const actions = (
    <>
      <Button asChild size="small">
        <a href={exportAddress} target="_blank" rel="noopener">
          <DownloadIcon /> Eksporter
        </a>
      </Button>
      <Button size="small" onClick={() => setDialog({ kind: 'import' })}>
        <UploadIcon /> Importer
      </Button>
      <Button size="small" variant="primary" onClick={create}>
        <PlusIcon /> Ny kunde
      </Button>
    </>
  )

  let content: ReactNode = <ListSkeleton label="Henter kunder …" />
  if (data?.length === 0) {
    content = (
      <EmptyState
        icon={<PeopleIcon />}
        title="Ingen kunder ennå"
        action={
          <Button variant="primary" onClick={create}>
            <PlusIcon /> Ny kunde
          </Button>
        }
      >
        Legg inn den første kunden, eller importer et regneark med dem dere har.
      </EmptyState>
    )
  } else if (data) {
    content = <CustomerBoard customers={data} search={search} onSearchChange={setSearch} onOpenDialog={setDialog} />
  } else if (error) {
    content = <ErrorState title="Kunne ikke hente kundene" message={errorText(error)} onRetry={fetchAgain} />
  }

  return (
    <ListPage
      title={data ? `Kunder (${formatNumber(data.length)})` : 'Kunder'}
      refreshing={isFetching}
      onRefresh={fetchAgain}
      actions={actions}
      {...(data && error && { problem: `Listen kunne ikke hentes på nytt og kan være gammel. ${errorText(error)}` })}
    >
      {problem && (
        <div className="mb-3">
          <Notice onClose={() => setProblem(null)}>{problem}</Notice>
        </div>
      )}
      {content}
      <CustomerDialogs
        dialog={dialog}
        customers={data ?? nobody}
        onChange={setDialog}
        onDeleted={(failure) => setProblem(failure === null ? null : `Kunden ble ikke slettet. ${errorText(failure)}`)}
      />
    </ListPage>
  )
}
