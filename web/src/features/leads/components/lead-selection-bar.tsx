import { type LeadStatus, leadStatuses } from '@kontor/contract/leads/leads.rules'
import { useState } from 'react'
import { errorText } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/format.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceMenu } from '../../../ui/choice-menu.tsx'
import type { Selection } from '../../../ui/data-table-model.ts'
import { ChevronDownIcon, TrashIcon } from '../../../ui/icons.tsx'
import { SelectionBar } from '../../../ui/selection-bar.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Lead, useSetStatuses } from '../leads.api.ts'
import { countOfLeads, statusOptions } from './lead-cells.tsx'

const withoutCustomer = (leads: readonly Lead[], ids: readonly number[]): Lead[] =>
  leads.filter((lead) => lead.customer_id === null && ids.includes(lead.id))

interface LeadSelectionBarProps {
  readonly leads: readonly Lead[]
  readonly selection: Selection
  readonly onClear: () => void
  readonly onDelete: () => void
  /** Called with the leads that are not yet customers after all got the status `Kunde`. */
  readonly onBecameCustomers: (leads: readonly Lead[]) => void
  readonly onProblem: (problem: string | null) => void
}

export function LeadSelectionBar(props: LeadSelectionBarProps) {
  const { leads, selection, onClear, onDelete, onBecameCustomers, onProblem } = props
  const setStatuses = useSetStatuses()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const ids = [...selection].map(Number)

  const setAll = async (text: string) => {
    setAnchor(null)
    const status: LeadStatus | undefined = leadStatuses.find((one) => one === text)
    if (!status || setStatuses.isPending) return
    onProblem(null)
    try {
      const changed = await setStatuses.mutateAsync({ ids, status })
      const count = changed.ids.length
      const missing = ids.length - count
      if (count > 0) toast({ title: 'Status oppdatert vellykket', description: `${countOfLeads(count)}: ${status}` })
      if (missing > 0) onProblem(`${countOfLeads(missing)} av ${formatNumber(ids.length)} finnes ikke lenger.`)
      onClear()
      if (status === 'Kunde') onBecameCustomers(withoutCustomer(leads, changed.ids))
    } catch (error) {
      onProblem(`Statusen til de valgte ble ikke endret. ${errorText(error)}`)
    }
  }

  return (
    <SelectionBar count={selection.size} onClear={onClear}>
      <Button
        size="small"
        aria-haspopup="listbox"
        aria-disabled={setStatuses.isPending}
        onClick={({ currentTarget }) => !setStatuses.isPending && setAnchor(currentTarget)}
      >
        {setStatuses.isPending ? 'Setter status …' : 'Sett status'} <ChevronDownIcon className="size-3.5" />
      </Button>
      <Button size="small" variant="danger" onClick={onDelete}>
        <TrashIcon /> Slett valgte
      </Button>
      {anchor && (
        <ChoiceMenu
          label="Status for de valgte"
          anchor={anchor}
          value=""
          options={statusOptions}
          onChoose={(text) => void setAll(text)}
          onClose={() => setAnchor(null)}
        />
      )}
    </SelectionBar>
  )
}
