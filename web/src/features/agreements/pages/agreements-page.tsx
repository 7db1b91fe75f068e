import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { FileIcon } from '../../../ui/icons.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { agreementsQuery } from '../agreements.api.ts'
import { AgreementDialogs } from '../components/agreement-dialogs.tsx'
import { AgreementList } from '../components/agreement-list.tsx'
import type { OpenDialog } from '../components/open-dialog.ts'

const texts = { loading: 'Henter avtaler …', failed: 'Kunne ikke hente avtalene' }

export function AgreementsPage() {
  const query = useQuery(agreementsQuery)
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
      dialogs={<AgreementDialogs agreements={query.data ?? []} dialog={dialog} onChange={setDialog} />}
    >
      {(agreements) => <AgreementList agreements={agreements} onOpenDialog={setDialog} />}
    </QueryListPage>
  )
}
