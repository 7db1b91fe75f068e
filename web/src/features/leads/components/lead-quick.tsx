import { leadFields, leadLabels } from '@kontor/contract/leads/leads.fields'
import { errorText } from '../../../platform/api-client.ts'
import { type Lead, useSetCustomerActive } from '../leads.api.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import { activeOf, activeOptions, type QuickField, statusOptions } from './lead-cells.tsx'
import { QuickText } from './quick-text.tsx'
import { useLeadSaving } from './use-lead-saving.ts'

export interface OpenQuickChange {
  readonly lead: Lead
  readonly field: QuickField
  readonly anchor: HTMLElement
  /** The editor to open once this one is closed. */
  readonly next?: OpenQuickChange
}

interface QuickChangeProps {
  readonly quick: OpenQuickChange
  readonly onStatus: (lead: Lead, text: string) => void
  readonly onProblem: (problem: string | null) => void
  readonly onClose: () => void
}

/** Shows the menu or text box that edits one value of a lead in its row. */
export function QuickChange({ quick, onStatus, onProblem, onClose }: QuickChangeProps) {
  const { lead, field, anchor } = quick
  const setActive = useSetCustomerActive()
  if (field === 'next_step' || field === 'notes') {
    return <QuickLeadText lead={lead} field={field} anchor={anchor} onClose={onClose} />
  }

  const changeActive = async (active: boolean | null) => {
    if (active === lead.customer_active) return
    onProblem(null)
    try {
      await setActive.mutateAsync({ id: lead.id, value: active })
    } catch (error) {
      onProblem(`«${leadLabels.customer_active}» for ${lead.company_name} ble ikke endret. ${errorText(error)}`)
    }
  }
  const choose = (text: string) => {
    onClose()
    if (field === 'status') onStatus(lead, text)
    else void changeActive(activeOf(text))
  }
  return (
    <ChoiceMenu
      label={`${leadLabels[field]} for ${lead.company_name}`}
      anchor={anchor}
      value={String(lead[field])}
      options={field === 'status' ? statusOptions : activeOptions}
      onChoose={choose}
      onClose={onClose}
    />
  )
}

interface QuickLeadTextProps {
  readonly lead: Lead
  readonly field: 'next_step' | 'notes'
  readonly anchor: HTMLElement
  readonly onClose: () => void
}

function QuickLeadText({ lead, field, anchor, onClose }: QuickLeadTextProps) {
  const saving = useLeadSaving(lead)
  return (
    <QuickText
      label={`${leadLabels[field]} for ${lead.company_name}`}
      anchor={anchor}
      value={lead[field]}
      maxLength={leadFields[field].max}
      multiline={field === 'notes'}
      onSave={saving.text(field)}
      onClose={onClose}
    />
  )
}
