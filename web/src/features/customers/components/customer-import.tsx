import { customerLabels } from '@kontor/contract/customers/customers.rules'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { ApiError, errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { ImportDialog } from '../../../ui/import-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useImportCustomers } from '../customers.api.ts'

const columns = Object.values(customerLabels).join(', ')

const showImported = ({ rows_ok, rows_failed }: ImportReport): void => {
  const imported = `${formatNumber(rows_ok)} ${rows_ok === 1 ? 'kunde' : 'kunder'} importert`
  toast({ title: 'Import fullført', description: `${imported}, ${formatNumber(rows_failed)} feilet.` })
}

/** The title distinguishes a rejection by the server from a failed request. */
const showFailed = (error: unknown): void => {
  const refused = error instanceof ApiError
  const description = refused && !error.explained ? 'Import feilet' : errorText(error)
  toast({ title: refused ? 'Import feilet' : 'Import feil', description, variant: 'destructive' })
}

export function CustomerImport({ onClose }: { onClose: () => void }) {
  const importCustomers = useImportCustomers()
  return (
    <ImportDialog
      title="Importer kunder"
      help={
        <>
          <p>
            Den første raden med overskrifter avgjør hva som leses, i hvilken som helst rekkefølge: {columns}. Bare navn
            og e-post må være med.
          </p>
          <p className="mt-2">
            En rad med samme organisasjonsnummer eller e-post som en kunde oppdaterer kunden. Tomme celler sletter aldri
            noe. Du ser hva som vil skje før noe lagres.
          </p>
        </>
      }
      run={importCustomers}
      onImported={showImported}
      onFailed={showFailed}
      failedFileName="kunder-som-feilet.csv"
      onClose={onClose}
    />
  )
}
