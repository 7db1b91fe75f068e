import { type KeyboardEvent, useCallback, useMemo } from 'react'
import { useShortcut } from '../../../platform/shortcuts.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import type { Selection } from '../../../ui/data-table-model.ts'
import type { Lead, LeadPage } from '../leads.api.ts'
import { type LeadActions, leadColumns, NarrowLead, tableWidth } from './lead-columns.tsx'
import type { LeadListState } from './use-lead-list.ts'

const idOf = ({ id }: Lead): string => String(id)
const nameOf = ({ company_name }: Lead): string => company_name
const heightOf = (_: Lead, wide: boolean): number => (wide ? 40 : 92)

/** The rest of the window below the table's top, but at least a few rows. */
const boxHeight = 'max(20rem, calc(100dvh - 23rem))'

interface LeadTableProps {
  readonly list: LeadListState
  readonly page: LeadPage
  readonly hidden: ReadonlySet<string>
  readonly selection: Selection
  readonly onSelectionChange: (selection: Selection) => void
  /** Memoized: a change renders all cells. */
  readonly actions: LeadActions
}

const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('tr[data-index]') ?? null

/** A page of the table, and the shortcuts for its focused row. */
export function LeadTable({ list, page, hidden, selection, onSelectionChange, actions }: LeadTableProps) {
  const { leads, pagination } = page
  const { onEdit, onQuick } = actions
  const columns = useMemo(() => leadColumns(actions), [actions])
  const narrow = useCallback((lead: Lead) => <NarrowLead lead={lead} {...actions} />, [actions])
  const leadOf = (row: HTMLElement | null): Lead | undefined => leads[Number(row?.dataset.index ?? -1)]

  useShortcut('e', 'Rediger leadet på raden', () => {
    const lead = leadOf(focusedRow())
    if (lead) onEdit(lead)
  })
  useShortcut('s', 'Endre status på raden', () => {
    const row = focusedRow()
    const lead = leadOf(row)
    // Without a visible status the menu opens at the name.
    const anchor = row?.querySelector<HTMLElement>('[data-quick=status], [data-lead]')
    if (lead && anchor) onQuick(lead, 'status', anchor)
  })
  useShortcut('ArrowDown', 'Gå til første rad', () => {
    document.querySelector<HTMLElement>('tr[data-index] [data-lead]')?.focus()
  })

  const toggleBySpace = (event: KeyboardEvent) => {
    if (event.key !== ' ' || !(event.target instanceof HTMLElement) || !event.target.dataset.lead) return
    // Space must neither press the button nor scroll the page.
    event.preventDefault()
    if (event.type !== 'keydown' || event.repeat) return
    const id = event.target.dataset.lead
    const next = new Set(selection)
    if (!next.delete(id)) next.add(id)
    onSelectionChange(next)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the buttons in it
    <div onKeyDown={toggleBySpace} onKeyUp={toggleBySpace} className="border-rule border-t">
      <DataTable
        label="Leads"
        rows={leads}
        columns={columns}
        hidden={hidden}
        idOf={idOf}
        nameOf={nameOf}
        narrow={narrow}
        heightOf={heightOf}
        minWidth={tableWidth(hidden)}
        boxHeight={boxHeight}
        pageKey={`${pagination.page} ${list.key.sort}`}
        sort={list.sort}
        onSortChange={list.setSort}
        selection={selection}
        onSelectionChange={onSelectionChange}
        onOpen={onEdit}
      />
    </div>
  )
}
