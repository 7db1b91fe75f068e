import { formatSort, type Sort } from '@kontor/contract/shared/sorting'
import { ExportDialog } from '../../../ui/import-export/export-dialog.tsx'
import { useExportAddressOf } from '../customers.api.ts'
import { customerColumns } from './customer-columns.tsx'
import { useShownColumns } from './use-shown-columns.ts'

const noAction = (): void => {}
const columns = customerColumns({ onOpen: noAction, onContacts: noAction, onEdit: noAction, onDelete: noAction })

interface CustomerExportProps {
  readonly search: string
  readonly sort: Sort
  readonly onClose: () => void
}

export function CustomerExport({ search, sort, onClose }: CustomerExportProps) {
  const addressOf = useExportAddressOf()
  const shown = useShownColumns('customerColumns', columns).join(',')
  return (
    <ExportDialog
      title="Eksporter kunder"
      scopes={[
        {
          id: 'shown',
          label: 'Som vist',
          hint: 'Søket, kolonnene og rekkefølgen i listen.',
          addressOf: (format) => addressOf({ q: search.trim(), columns: shown, sort: formatSort(sort), format }),
        },
        {
          id: 'all',
          label: 'Alt',
          hint: 'Alle kunder med alle kolonner. Filen kan importeres igjen.',
          addressOf: (format) => addressOf({ format }),
        },
      ]}
      onClose={onClose}
    />
  )
}
