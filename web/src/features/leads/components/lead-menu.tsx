import { BoardIcon, ChartIcon, TableIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import type { MenuItem } from '../../../ui/base/overflow-menu.tsx'
import { useMediaQuery } from '../../../ui/base/use-media-query.ts'
import { ListMenu } from '../../../ui/list/list-menu.tsx'
import { ViewButton } from '../../../ui/list/view-button.tsx'
import type { ColumnVisibility } from '../../../ui/table/use-column-visibility.ts'
import { exportAddress } from '../leads.api.ts'
import { pickableLeadColumns } from './lead-columns.tsx'
import { LeadViews } from './lead-views.tsx'
import type { LeadListState } from './use-lead-list.ts'

interface LeadMenuProps {
  readonly list: LeadListState
  readonly visibility: ColumnVisibility
  /** True if there are leads, even if filters hide them. */
  readonly hasLeads: boolean
  /** False for the administrator, who owns no leads. */
  readonly canOwn: boolean
  readonly onExport: () => void
  readonly onImport: () => void
  readonly onOpenTrash: (() => void) | undefined
}

/** Shows a menu with the list's views and its rare actions. */
export function LeadMenu({ list, visibility, hasLeads, canOwn, onExport, onImport, onOpenTrash }: LeadMenuProps) {
  const { view, setView } = list
  const hasColumns = useMediaQuery('(min-width: 48rem)')
  const items: MenuItem[] = []
  if (onOpenTrash) items.push({ label: 'Papirkurv', icon: <TrashIcon />, onSelect: onOpenTrash })
  if (hasLeads && view !== 'figures')
    items.push({ label: 'Tall', icon: <ChartIcon />, onSelect: () => setView('figures') })
  return (
    <>
      {view !== 'table' && <ViewButton label="Vis som liste" icon={<TableIcon />} onClick={() => setView('table')} />}
      {hasLeads && view === 'table' && (
        <ViewButton label="Vis som tavle" icon={<BoardIcon />} onClick={() => setView('board')} />
      )}
      {hasLeads && view !== 'figures' && <LeadViews list={list} visibility={visibility} canOwn={canOwn} />}
      <ListMenu
        items={items}
        files={hasLeads ? { exportAddress: exportAddress(list.key), onExportOptions: onExport, onImport } : undefined}
        columns={hasLeads && view === 'table' && hasColumns ? { columns: pickableLeadColumns, visibility } : null}
      />
    </>
  )
}
