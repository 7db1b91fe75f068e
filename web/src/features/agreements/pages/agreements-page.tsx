import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { Button } from '../../../ui/button.tsx'
import { FileIcon, PlusIcon } from '../../../ui/icons.tsx'
import { ListPage } from '../../../ui/list-page.tsx'
import { ListSkeleton } from '../../../ui/list-skeleton.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { agreementsQuery } from '../agreements.api.ts'
import { AgreementBoard } from '../components/agreement-board.tsx'
import { AgreementDialogs, type OpenDialog } from '../components/agreement-dialogs.tsx'

/** The agreements, from draft to answer. */
export function AgreementsPage() {
  const { data, error, isFetching, refetch } = useQuery(agreementsQuery)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const fetchAgain = () => void refetch()
  const create = () => setDialog({ kind: 'create' })
  useShortcut('n', 'Ny avtale', create)

  const createButton = (
    <Button size="small" variant="primary" onClick={create}>
      <PlusIcon /> Ny avtale
    </Button>
  )
  let content: ReactNode = <ListSkeleton label="Henter avtaler …" />
  if (data?.length === 0) {
    content = (
      <EmptyState icon={<FileIcon />} title="Ingen avtaler ennå" action={createButton}>
        Skriv den første avtalen, legg til produktlinjer, og send den til kunden. Svaret kommer hit.
      </EmptyState>
    )
  } else if (data) {
    content = (
      <AgreementBoard
        agreements={data}
        onView={({ id }) => setDialog({ kind: 'details', id })}
        onEdit={({ id }) => setDialog({ kind: 'edit', id, from: 'list' })}
        onSend={({ id }) => setDialog({ kind: 'send', id })}
        onDelete={({ id }) => setDialog({ kind: 'delete', id })}
      />
    )
  } else if (error) {
    content = <ErrorState title="Kunne ikke hente avtalene" message={errorText(error)} onRetry={fetchAgain} />
  }

  return (
    <ListPage
      title="Avtaler"
      refreshing={isFetching}
      onRefresh={fetchAgain}
      actions={createButton}
      {...(data && error && { problem: `Listen kunne ikke hentes på nytt og kan være gammel. ${errorText(error)}` })}
    >
      {content}
      <AgreementDialogs agreements={data ?? []} dialog={dialog} onChange={setDialog} />
    </ListPage>
  )
}
