import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCreateShortcut } from '../../../platform/create-request.ts'
import { useUrlWriter } from '../../../platform/url-state.ts'
import { AddButton } from '../../../ui/base/add-button.tsx'
import { Button } from '../../../ui/base/button.tsx'
import { CopyIcon, FileIcon } from '../../../ui/base/icons.tsx'
import { EmptyState } from '../../../ui/base/states.tsx'
import { useAfterSaving } from '../../../ui/form/use-after-saving.ts'
import { agreementsQuery, archivedAgreementsQuery } from '../agreements.api.ts'
import { AgreementDialogs } from './agreement-dialogs.tsx'
import { AgreementList } from './agreement-list.tsx'
import type { OpenDialog } from './open-dialog.ts'
import { useAgreementAddress } from './use-agreement-address.ts'

export function AgreementsPage() {
  const [params] = useSearchParams()
  const write = useUrlWriter()
  const archived = params.get('archived') === 'true'
  const query = useQuery(agreementsQuery)
  const archive = useQuery({ ...archivedAgreementsQuery, enabled: archived })
  const { open } = useAgreementAddress()
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const openDialog = useAfterSaving(setDialog, { allowsDrafts: true })
  const create = () => setDialog({ kind: 'create' })
  useCreateShortcut('Ny avtale', create)
  const openTemplates = () => setDialog({ kind: 'templates' })
  const emptyList = (
    <EmptyState
      icon={<FileIcon />}
      title="Ingen avtaler ennå"
      action={
        <span className="flex flex-wrap gap-2">
          <AddButton onClick={create}>Ny avtale</AddButton>
          <Button onClick={openTemplates}>Ny fra avtalemal</Button>
          <Button onClick={() => write({ archived: 'true' }, 'push')}>Vis arkiverte</Button>
        </span>
      }
    >
      Skriv den første avtalen, legg til produktlinjer, og send den til kunden. Svaret kommer hit.
    </EmptyState>
  )
  const emptyArchive = (
    <EmptyState
      icon={<FileIcon />}
      title="Ingen arkiverte avtaler"
      action={
        <Button size="small" onClick={() => write({ archived: null }, 'push')}>
          Vis avtalene
        </Button>
      }
    >
      En akseptert avtale som slettes, blir tatt vare på her.
    </EmptyState>
  )

  return (
    <AgreementList
      query={archived ? archive : query}
      empty={archived ? emptyArchive : emptyList}
      menu={[{ label: 'Ny fra avtalemal', icon: <CopyIcon />, onSelect: openTemplates }]}
      primary={<AddButton onClick={create}>Ny avtale</AddButton>}
      dialogs={(shownIds) => <AgreementDialogs list={query} shownIds={shownIds} dialog={dialog} onChange={setDialog} />}
      onShow={open}
      onOpenDialog={openDialog}
    />
  )
}
