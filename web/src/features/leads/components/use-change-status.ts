import { leadStatuses } from '@kontor/contract/leads/leads.rules'
import { errorText } from '../../../platform/api-client.ts'
import { toast } from '../../../ui/toast-store.ts'
import { type Lead, useSetStatus } from '../leads.api.ts'

interface StatusChangeHandlers {
  /** Called when a lead that is not yet a customer gets the status `Kunde`. */
  readonly onBecameCustomer: (lead: Lead) => void
  /** Shows an error message; null removes it. */
  readonly onProblem: (problem: string | null) => void
}

/** Sets a lead's status optimistically; a failure rolls it back and shows a message. */
export const useChangeStatus = ({ onBecameCustomer, onProblem }: StatusChangeHandlers) => {
  const setStatus = useSetStatus()
  return async (lead: Lead, text: string) => {
    const status = leadStatuses.find((one) => one === text)
    if (!status || status === lead.status) return
    onProblem(null)
    try {
      const saved = await setStatus.mutateAsync({ id: lead.id, value: status })
      toast({ title: 'Status oppdatert vellykket', description: `${saved.company_name}: ${status}` })
      if (status === 'Kunde' && saved.customer_id === null) onBecameCustomer(saved)
    } catch (error) {
      onProblem(`Statusen til ${lead.company_name} ble ikke endret til ${status}. ${errorText(error)}`)
    }
  }
}
