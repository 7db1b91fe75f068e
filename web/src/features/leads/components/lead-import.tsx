import { leadLabels } from '@kontor/contract/leads/leads.rules'
import type { ImportReport } from '@kontor/contract/shared/imports'
import { formatNumber } from '../../../platform/format.ts'
import { ImportDialog } from '../../../ui/import-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { useImportLeads } from '../leads.api.ts'
import { failureText } from './lead-form-dialog.tsx'

const columns = Object.values(leadLabels).join(', ')

const showImported = ({ rows_ok, rows_failed }: ImportReport): void => {
  const description = `Importerte ${formatNumber(rows_ok)} leads vellykket. ${formatNumber(rows_failed)} feilet.`
  toast({ title: 'Import fullført', description })
}

const showFailed = (error: unknown): void =>
  toast({ title: 'Import feilet', description: failureText(error, 'Import feilet'), variant: 'destructive' })

/** Leads from a spreadsheet. */
export function LeadImport({ onClose }: { onClose: () => void }) {
  const importLeads = useImportLeads()
  return (
    <ImportDialog
      title="Importer leads"
      help={
        <>
          <p>
            Den første raden med overskrifter avgjør hva som leses, i hvilken som helst rekkefølge: {columns}. Bare
            firmanavn må være med.
          </p>
          <p className="mt-2">
            En rad med samme organisasjonsnummer som et lead oppdaterer leadet. Tomme celler sletter aldri noe. Du ser
            hva som vil skje før noe lagres.
          </p>
        </>
      }
      run={importLeads}
      onImported={showImported}
      onFailed={showFailed}
      failedFileName="leads-som-feilet.csv"
      onClose={onClose}
    />
  )
}
