import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { useUrlFilters } from '../../../platform/url-state.ts'
import { AddButton } from '../../../ui/add-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { DownloadIcon, PeopleIcon, UploadIcon } from '../../../ui/icons.tsx'
import { countedTitle } from '../../../ui/list-content.tsx'
import { QueryListPage } from '../../../ui/list-page.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { ContactPersonsDialog } from '../components/contact-persons-dialog.tsx'
import { CustomerDeleteDialog } from '../components/customer-delete-dialog.tsx'
import { CustomerDetailsDialog } from '../components/customer-details-dialog.tsx'
import { CustomerFormDialog } from '../components/customer-form-dialog.tsx'
import { CustomerImport } from '../components/customer-import.tsx'
import { CustomerList, type OpenDialog } from '../components/customer-list.tsx'
import { customersQuery, useExportAddress } from '../customers.api.ts'

const texts = { loading: 'Henter kunder …', failed: 'Kunne ikke hente kundene' }

export function CustomersPage() {
  const query = useQuery(customersQuery)
  const filters = useUrlFilters({})
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const exportAddress = useExportAddress(filters.text)
  const create = () => setDialog({ kind: 'create' })
  const close = () => setDialog(null)
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
      <AddButton size="small" onClick={create}>
        Ny kunde
      </AddButton>
    </>
  )
  const empty = (
    <EmptyState
      icon={<PeopleIcon />}
      title="Ingen kunder ennå"
      action={<AddButton onClick={create}>Ny kunde</AddButton>}
    >
      Legg inn den første kunden, eller importer et regneark med dem dere har.
    </EmptyState>
  )
  const dialogs = (
    <>
      {dialog?.kind === 'import' && <CustomerImport onClose={close} />}
      {dialog?.kind === 'create' && <CustomerFormDialog customers={query.data ?? []} onClose={close} />}
      {dialog?.kind === 'edit' && (
        <CustomerFormDialog customer={dialog.customer} customers={query.data ?? []} onClose={close} />
      )}
      {dialog?.kind === 'contacts' && <ContactPersonsDialog customer={dialog.customer} onClose={close} />}
      {dialog?.kind === 'details' && (
        <CustomerDetailsDialog
          customer={dialog.customer}
          onOpenDialog={(kind) => setDialog({ kind, customer: dialog.customer })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'delete' && (
        <CustomerDeleteDialog
          customer={dialog.customer}
          onDone={(failure) => {
            close()
            setProblem(failure)
          }}
          onCancel={close}
        />
      )}
    </>
  )

  return (
    <QueryListPage
      title={countedTitle('Kunder', query.data)}
      query={query}
      texts={texts}
      empty={empty}
      problem={problem}
      onProblemClose={() => setProblem(null)}
      actions={actions}
      dialogs={dialogs}
    >
      {(customers) => <CustomerList customers={customers} filters={filters} onOpenDialog={setDialog} />}
    </QueryListPage>
  )
}
