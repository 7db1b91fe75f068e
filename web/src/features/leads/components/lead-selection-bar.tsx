import { leadStatuses, lostStatus } from '@kontor/contract/leads/leads.rules'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/base/button.tsx'
import { ChevronDownIcon, DownloadIcon, TrashIcon } from '../../../ui/base/icons.tsx'
import { SelectionBar } from '../../../ui/list/selection-bar.tsx'
import type { Selection } from '../../../ui/table/data-table-model.ts'
import { toast } from '../../../ui/toast/toast-store.ts'
import { type BulkChanges, type Lead, leadOwnersQuery, useChangeLeads } from '../leads.api.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import { readVersions, skippedText } from './lead-bulk.ts'
import { countOfLeads, statusOptions } from './lead-cells.tsx'
import { ownerOf, ownerOptions } from './lead-owners.ts'

interface LeadSelectionBarProps {
  readonly leads: readonly Lead[]
  readonly selection: Selection
  readonly onClear: () => void
  readonly onDelete: (leads: readonly Lead[]) => void
  readonly onExport: () => void
  readonly onNextStep: (leads: readonly Lead[]) => void
  readonly onChangedStatus: (leads: readonly Lead[], status: Lead['status']) => void
  readonly onProblem: (problem: string | null) => void
}

interface OpenMenu {
  readonly kind: 'status' | 'owner'
  readonly anchor: HTMLElement
}

export function LeadSelectionBar(props: LeadSelectionBarProps) {
  const { leads, selection, onClear, onDelete, onExport, onNextStep, onChangedStatus, onProblem } = props
  const change = useChangeLeads()
  const { data: owners = [] } = useQuery(leadOwnersQuery)
  const [menu, setMenu] = useState<OpenMenu | null>(null)
  const chosen = leads.filter(({ id }) => selection.has(String(id)))

  /** Makes the same change to the selected leads. Resolves to the leads that were changed. */
  const changeAll = async (changes: BulkChanges, done: { title: string; value: string }): Promise<readonly Lead[]> => {
    setMenu(null)
    if (change.isPending) return []
    onProblem(null)
    try {
      const { changed, skipped } = await change.mutateAsync({ leads: readVersions(chosen), changes })
      if (changed.length > 0)
        toast({ title: done.title, description: `${countOfLeads(changed.length)}: ${done.value}` })
      if (skipped.length > 0) onProblem(skippedText(skipped, chosen.length))
      onClear()
      return chosen.filter(({ id }) => changed.includes(id))
    } catch (error) {
      onProblem(`De valgte ble ikke endret. ${errorText(error)}`)
      return []
    }
  }

  const setStatus = async (text: string) => {
    const status = leadStatuses.find((one) => one === text)
    if (!status) return
    const changed = await changeAll({ status }, { title: 'Status oppdatert vellykket', value: status })
    // Asks for a reason only for newly lost leads; leads that were lost before keep their reason.
    if (changed.length > 0)
      onChangedStatus(status === lostStatus ? changed.filter((lead) => lead.status !== lostStatus) : changed, status)
  }

  const options = menu?.kind === 'owner' ? ownerOptions(owners) : statusOptions
  const choose = (value: string) => {
    if (menu?.kind === 'status') return void setStatus(value)
    const label = options.find((option) => option.value === value)?.label ?? ''
    void changeAll({ owner_id: ownerOf(value) }, { title: 'Ansvarlig oppdatert', value: label })
  }
  const menuButton = (kind: OpenMenu['kind'], text: string, isChosen: boolean) => (
    <Button
      size="small"
      aria-haspopup="listbox"
      working={change.isPending && isChosen}
      workingLabel="Endrer …"
      aria-disabled={change.isPending}
      onClick={({ currentTarget }) => !change.isPending && setMenu({ kind, anchor: currentTarget })}
    >
      {text} <ChevronDownIcon className="size-3.5" />
    </Button>
  )

  return (
    <SelectionBar count={selection.size} onClear={onClear}>
      {menuButton('status', 'Sett status', change.variables?.changes.status !== undefined)}
      {menuButton('owner', 'Sett ansvarlig', change.variables?.changes.owner_id !== undefined)}
      <Button size="small" onClick={() => onNextStep(chosen)}>
        Sett neste steg
      </Button>
      <Button size="small" onClick={onExport}>
        <DownloadIcon />
        <span>
          Eksporter<span className="max-lg:sr-only"> valgte</span>
        </span>
      </Button>
      <Button size="small" className="text-danger!" onClick={() => onDelete(chosen)}>
        <TrashIcon />
        <span>
          Slett<span className="max-lg:sr-only"> valgte</span>
        </span>
      </Button>
      {menu && (
        <ChoiceMenu
          key={menu.kind}
          label={menu.kind === 'status' ? 'Status for de valgte' : 'Ansvarlig for de valgte'}
          anchor={menu.anchor}
          value=""
          options={options}
          onChoose={choose}
          onClose={() => setMenu(null)}
        />
      )}
    </SelectionBar>
  )
}
