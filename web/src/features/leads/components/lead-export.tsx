import type { ExportFormat } from '@kontor/contract/shared/exports'
import { ExportDialog, type ExportScope } from '../../../ui/import-export/export-dialog.tsx'
import { useColumnVisibility } from '../../../ui/table/use-column-visibility.ts'
import { exportAddressOf, type LeadListKey } from '../leads.api.ts'
import { countOfLeads } from './lead-cells.tsx'
import { pickableLeadColumns } from './lead-columns.tsx'

interface LeadExportProps {
  readonly list: LeadListKey
  /** The ids of the selected leads; empty without a selection. */
  readonly ids: readonly number[]
  readonly onClose: () => void
}

export function LeadExport({ list, ids, onClose }: LeadExportProps) {
  const { hidden } = useColumnVisibility('leadColumns', pickableLeadColumns)
  const { page: _, sort, ...filter } = list
  const columns = ['company_name', ...pickableLeadColumns.flatMap(({ id }) => (hidden.has(id) ? [] : [id]))].join(',')
  const shown: ExportScope = {
    id: 'shown',
    label: 'Som vist',
    hint: 'Søket, filtrene, kolonnene og rekkefølgen i listen, fra alle sider.',
    addressOf: (format) => exportAddressOf({ ...filter, columns, sort, format }),
  }
  const all: ExportScope = {
    id: 'all',
    label: 'Alt',
    hint: 'Alle leads med alle kolonner. Filen kan importeres igjen.',
    addressOf: (format) => exportAddressOf({ format }),
  }
  const selected: ExportScope = {
    id: 'selected',
    label: 'Valgte',
    hint: `${countOfLeads(ids.length)}, med kolonnene og rekkefølgen i listen.`,
    addressOf: (format: ExportFormat) => exportAddressOf({ ids: ids.join(','), columns, sort, format }),
    preset: true,
  }
  return (
    <ExportDialog
      title="Eksporter leads"
      scopes={ids.length > 0 ? [selected, shown, all] : [shown, all]}
      onClose={onClose}
    />
  )
}
